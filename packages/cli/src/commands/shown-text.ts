import { createEnvironment, createRedactor } from "@toolwright/workspace";
import { secretsFrom } from "@toolwright/runtime/internal";
import type { Surroundings } from "../surroundings.ts";
import type { PolicyDesk } from "./policy-desk.ts";

/** Hides secrets in texts of settings: a key may stand among a server's arguments. */
export function shownText(
  { roots, settings }: Pick<PolicyDesk, "roots" | "settings">,
  { environment }: Pick<Surroundings, "environment">,
): (text: string) => string {
  const redactor = createRedactor({
    environment: createEnvironment(environment),
    roots,
    wishes: secretsFrom(settings.files),
  });
  return (text) => redactor.redact(text);
}
