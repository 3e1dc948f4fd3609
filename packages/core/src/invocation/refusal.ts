import { describeEffect } from "../effects/effect.ts";
import type { PolicyDecision, ProofStep } from "../policy/policy.ts";
import { nearestAllowed } from "./ask-policy.ts";
import type { Call } from "./call.ts";
import type { Resolved } from "./stages.ts";
import { Refusal } from "./stop.ts";

const maxNamed = 5;

/**
 * Why the policy stops the call, for the model and the person: each effect that is denied, or that
 * nobody was there to allow, by which rule, the remedy in words of the session's host, and what is
 * allowed that comes nearest.
 */
export function refusalOf(stage: Resolved, decision: PolicyDecision, unanswered?: string): Refusal {
  const { call } = stage;
  const wanted = decision.decision === "deny" ? "deny" : "ask";
  const steps = decision.proof.filter((step) => step.decision === wanted);
  const lines = steps.slice(0, maxNamed).map((step) => describeStep(call, step));
  if (steps.length > maxNamed) lines.push(`… and ${steps.length - maxNamed} more`);
  const head =
    wanted === "deny"
      ? `'${call.name}' was not run: the policy denies it (mode '${decision.mode}').`
      : `'${call.name}' was not run: it needs a person's approval, and ${unanswered ?? "there was none"}.`;
  const allowed = nearestAllowed(
    stage,
    steps.slice(0, maxNamed).map(({ effect }) => effect),
  );
  if (allowed.length > 0) {
    lines.push(`Allowed without asking: ${allowed.slice(0, maxNamed).join(", ")}.`);
  }
  lines.push("Go on without it, or tell the person what you need and why.");
  return new Refusal("permission-denied", [head, ...lines].join("\n"));
}

function describeStep({ session }: Call, step: ProofStep): string {
  const what = describeEffect(step.effect, session.workspace.roots);
  const remedy = step.wouldChange === null ? "Nothing lifts this." : session.remedy(step);
  return `- ${what}: ${step.rule}.${remedy === null ? "" : ` ${remedy}`}`;
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
