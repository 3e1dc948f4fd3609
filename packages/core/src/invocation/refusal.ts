import { describeEffect } from "../effects/describe-effect.ts";
import type { PolicyDecision, ProofStep } from "../policy/policy.ts";
import { nearestAllowed } from "./ask-policy.ts";
import type { Call } from "./call.ts";
import { Refusal } from "./stop.ts";

const maxNamed = 5;

/**
 * Why the policy stops the call, for the model and the person: each effect that is denied, or that
 * nobody was there to allow, by which rule, what would change it, and what is allowed that comes
 * nearest.
 */
export function refusalOf(call: Call, decision: PolicyDecision, unanswered?: string): Refusal {
  const wanted = decision.decision === "deny" ? "deny" : "ask";
  const steps = decision.proof.filter((step) => step.decision === wanted);
  const lines = steps.slice(0, maxNamed).map((step) => describeStep(call, step));
  if (steps.length > maxNamed) lines.push(`… and ${steps.length - maxNamed} more`);
  const head =
    wanted === "deny"
      ? `'${call.name}' was not run: the policy denies it (mode '${decision.mode}').`
      : `'${call.name}' was not run: it needs a person's approval, and ${unanswered ?? "there was none"}.`;
  const allowed = nearestAllowed(
    call,
    steps.slice(0, maxNamed).map(({ effect }) => effect),
  );
  if (allowed.length > 0) {
    lines.push(`Allowed without asking: ${allowed.slice(0, maxNamed).join(", ")}.`);
  }
  return new Refusal("permission-denied", [head, ...lines].join("\n"));
}

function describeStep(call: Call, { effect, rule, wouldChange }: ProofStep): string {
  const what = describeEffect(effect, call.session.workspace.roots);
  const change =
    wouldChange === null ? "Nothing lifts this." : `What would allow it: ${wouldChange}`;
  return `- ${what}: ${rule}. ${change}`;
}

export function rejectionOf(call: Call, feedback: string | undefined): Refusal {
  const said = feedback?.trim();
  return new Refusal(
    "approval-rejected",
    said === undefined || said === ""
      ? `'${call.name}' was not run: the person rejected it. Don't try it again in another way; ask what they want instead.`
      : `'${call.name}' was not run: the person rejected it and said: ${said}`,
    said === undefined || said === "" ? undefined : { feedback: said },
  );
}
