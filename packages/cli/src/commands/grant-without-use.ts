import { describeEffect, type Grant, type ProofStep } from "@toolwright/core";
import { patternExamples } from "@toolwright/core/internal";
import type { PolicyController } from "./policy-controller.ts";

/**
 * The reason why a grant would allow nothing, with a remedy; null if it allows anything. Decides
 * examples of the pattern by the policy with the grant.
 *
 * Errors: ConfigurationError `settings-invalid`.
 */
export function grantWithoutUse(grant: Grant, controller: PolicyController): string | null {
  const { roots, places, settings } = controller;
  const effects = patternExamples(grant.pattern, { roots, home: places.home });
  // Plan mode denies even what is granted. The grant is for sessions in other modes.
  const policy = controller.policyOf(settings.files).withMode("default");
  const { proof } = policy.decide({
    effects,
    tool: "",
    agent: grant.agent ?? "main",
    grants: [grant],
    nowMs: grant.grantedAtMs,
  });
  const [step] = proof;
  if (step === undefined || proof.some(({ decision }) => decision === "allow")) return null;
  const what = describeEffect(step.effect, roots);
  return `This grant would allow nothing, so it was not created. ${what}: ${step.rule}${sourceOf(step)}.\n${remedyOf(step, grant)}`;
}

function sourceOf({ source }: ProofStep): string {
  return source === null ? "" : ` (${source})`;
}

function remedyOf(step: ProofStep, { pattern, protected: isProtected }: Grant): string {
  if (step.decision === "deny") return "A grant can't override a denial.";
  if (step.layer === "protected" && isProtected !== true) {
    return `To grant it all the same: toolwright policy grant ${shellWord(pattern)} --protected`;
  }
  if (step.layer === "protected") return "Name it exactly, without '*'.";
  return step.always === true
    ? 'Its rule has "always": each call needs approval, and no grant changes that.'
    : "";
}

/** A word for a shell, always in single quotes. */
function shellWord(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
