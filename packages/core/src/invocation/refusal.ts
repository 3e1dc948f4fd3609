import type { ApprovalAnswer } from "../approval/question.ts";
import { effectPhrase } from "../effects/effect.ts";
import { phrase } from "../language/core-phrase.ts";
import { type Phrase, recorded, verbatim } from "../language/phrase.ts";
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
  const named = steps.slice(0, maxNamed);
  const lines = [
    headOf(call, decision, unanswered),
    ...named.map((step) => describeStep(call, step)),
  ];
  const more = steps.length - maxNamed;
  if (more > 0) lines.push(phrase("… and {count} more", { count: more }));
  const allowed = nearestAllowed(
    stage,
    named.map(({ effect }) => effect),
  );
  if (allowed.length > 0) {
    const list = allowed.slice(0, maxNamed).map(recorded);
    lines.push(phrase("Allowed without approval: {list}.", { list }));
  }
  lines.push(phrase("Continue without it, or tell the person what you need and why."));
  return new Refusal("permission-denied", lines);
}

function headOf(
  { name: tool }: Call,
  { decision, mode }: PolicyDecision,
  unanswered: string | undefined,
): Phrase {
  if (decision === "deny") {
    return phrase("'{tool}' was not run: the policy denies it (mode '{mode}').", { tool, mode });
  }
  const reason = unanswered === undefined ? phrase("nobody gave it") : recorded(unanswered);
  return phrase("'{tool}' was not run: it needs a person's approval, and {reason}.", {
    tool,
    reason,
  });
}

function describeStep({ session }: Call, step: ProofStep): Phrase {
  const effect = effectPhrase(step.effect, session.workspace.roots);
  const rule = recorded(step.rule);
  const remedy = session.remedy(step);
  if (step.wouldChange === null) {
    return phrase("- {effect}: {rule}. Nothing can allow this.", { effect, rule });
  }
  return remedy === null
    ? phrase("- {effect}: {rule}.", { effect, rule })
    : phrase("- {effect}: {rule}. {remedy}", { effect, rule, remedy: recorded(remedy) });
}

export function rejectionOf({ name: tool }: Call, feedback: string | undefined): Refusal {
  const said = feedback?.trim() ?? "";
  if (said !== "") {
    const line = phrase("'{tool}' was not run: the person rejected it and said: {words}", {
      tool,
      words: said,
    });
    return new Refusal("approval-rejected", [line], { feedback: said });
  }
  const line = phrase(
    "'{tool}' was not run: the person rejected it. Don't try it in another way; ask the person what to do instead.",
    { tool },
  );
  return new Refusal("approval-rejected", [line]);
}

/** The refusal of a call whose question waits for an answer outside the session. */
export function postponementOf(
  { name: tool }: Call,
  { approval, reason }: Extract<ApprovalAnswer, { readonly outcome: "later" }>,
): Refusal {
  const lines = [
    phrase("'{tool}' was not run: it waits for a person's approval ({id}).", {
      tool,
      id: approval,
    }),
  ];
  if (reason !== undefined) lines.push(verbatim(reason));
  lines.push(
    phrase(
      "Continue with what does not depend on it. Don't try it in another way, and don't make this call again until you are told that it was answered.",
    ),
  );
  return new Refusal("permission-denied", lines, { approval });
}

/** The refusal of a call that ran in a stage, and whose changes nobody committed. */
export function notCommitted({ name: tool }: Call, reason: string): Refusal {
  return new Refusal("permission-denied", [
    phrase("What '{tool}' did in its stage was dropped: a person has to commit it, and {reason}.", {
      tool,
      reason: recorded(reason),
    }),
    phrase("Tell the person what it would change."),
  ]);
}

export function droppedByPerson({ name: tool }: Call, feedback: string | undefined): Refusal {
  const said = feedback?.trim() ?? "";
  if (said === "") {
    return new Refusal("approval-rejected", [
      phrase(
        "The person dropped what '{tool}' did in its stage. Ask the person what to do instead.",
        {
          tool,
        },
      ),
    ]);
  }
  const line = phrase("The person dropped what '{tool}' did in its stage and said: {words}", {
    tool,
    words: said,
  });
  return new Refusal("approval-rejected", [line], { feedback: said });
}
