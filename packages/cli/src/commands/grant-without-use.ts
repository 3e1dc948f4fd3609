import { describeEffect, type Grant, type ProofStep } from "@toolwright/core";
import { patternExamples } from "@toolwright/core/internal";
import { shellWord } from "../text/shell-word.ts";
import type { PolicyController } from "./policy-controller.ts";

/**
 * Why a grant would allow nothing, and what would; null when it allows some of what its pattern names.
 * Examples of the pattern are held against the policy as it is with the grant.
 *
 * Errors: ConfigurationError `settings-invalid`, as the policy is made of the settings.
 */
export function grantWithoutUse(grant: Grant, desk: PolicyController): string | null {
  const { roots, places, settings } = desk;
  const effects = patternExamples(grant.pattern, { roots, home: places.home });
  // Plan mode denies whatever is granted; the grant is for the sessions in other modes.
  const policy = desk.policyOf(settings.files).withMode("default");
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
  return `This grant would allow nothing, so it was not made. ${what}: ${step.rule}${sourceOf(step)}.\n${remedyOf(step, grant)}`;
}

function sourceOf({ source }: ProofStep): string {
  return source === null ? "" : ` (${source})`;
}

function remedyOf(step: ProofStep, { pattern, protected: isProtected }: Grant): string {
  if (step.decision === "deny") return "No grant lifts a denial.";
  if (step.layer === "protected" && isProtected !== true) {
    return `If you mean it: toolwright policy grant ${shellWord(pattern)} --protected`;
  }
  if (step.layer === "protected") return "Name it exactly, without '*'.";
  return step.always === true
    ? "Its rule says always: a person is asked each time, and no grant answers."
    : "";
}
