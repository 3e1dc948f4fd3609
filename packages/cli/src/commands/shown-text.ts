import { createEnvironment, createRedactor } from "@toolwright/workspace";
import { secretsFrom } from "@toolwright/runtime/internal";
import type { ProgramContext } from "../program-context.ts";
import type { PolicyController } from "./policy-controller.ts";

/** Returns a function that hides secrets in text from settings, such as a key among a server's arguments. */
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
