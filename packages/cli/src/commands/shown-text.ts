import { createEnvironment, createRedactor } from "@toolwright/workspace";
import { secretsFrom } from "@toolwright/runtime/internal";
import type { ProgramContext } from "../program-context.ts";
import type { PolicyController } from "./policy-controller.ts";

/** Hides secrets in texts of settings: a key may stand among a server's arguments. */
export function shownText(
  { roots, settings }: Pick<PolicyController, "roots" | "settings">,
  { environment }: Pick<ProgramContext, "environment">,
): (text: string) => string {
  const redactor = createRedactor({
    environment: createEnvironment(environment),
    roots,
    wishes: secretsFrom(settings.files),
  });
  return (text) => redactor.redact(text);
}
