import { describeEffect } from "../effects/effect.ts";
import type { PolicyDecision, ProofStep } from "../policy/policy.ts";
import { nearestAllowed } from "./ask-policy.ts";
import type { Call } from "./call.ts";
import type { Resolved } from "./stages.ts";
import { Refusal } from "./stop.ts";

const maxNamed = 5;

/**
 * The refusal of a call that the policy stops, for the model and the person. It lists each effect that is
 * denied, or that nobody approved, with the rule and the host's remedy, then the nearest allowed actions.
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
      : `'${call.name}' was not run: it needs a person's approval, and ${unanswered ?? "nobody gave it"}.`;
  const allowed = nearestAllowed(
    stage,
    steps.slice(0, maxNamed).map(({ effect }) => effect),
  );
  if (allowed.length > 0) {
    lines.push(`Allowed without approval: ${allowed.slice(0, maxNamed).join(", ")}.`);
  }
  lines.push("Continue without it, or tell the person what you need and why.");
  return new Refusal("permission-denied", [head, ...lines].join("\n"));
}

function describeStep({ session }: Call, step: ProofStep): string {
  const what = describeEffect(step.effect, session.workspace.roots);
  const remedy = step.wouldChange === null ? "Nothing can allow this." : session.remedy(step);
  return `- ${what}: ${step.rule}.${remedy === null ? "" : ` ${remedy}`}`;
}

export function rejectionOf(call: Call, feedback: string | undefined): Refusal {
  const said = feedback?.trim();
  return new Refusal(
    "approval-rejected",
    said === undefined || said === ""
      ? `'${call.name}' was not run: the person rejected it. Don't try it in another way; ask the person what to do instead.`
      : `'${call.name}' was not run: the person rejected it and said: ${said}`,
    said === undefined || said === "" ? undefined : { feedback: said },
  );
}
