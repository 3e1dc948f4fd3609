import type { Effect } from "../effects/effect.ts";
import type { PolicyDecision, PolicyQuestion } from "../policy/policy.ts";
import { readFilterOf } from "../policy/read-filter.ts";
import type { ReadFilter } from "../ports/workspace.ts";
import type { Resolved } from "./stages.ts";

/** The policy's decision, as it is now, on effects of a call. */
export function askPolicy(stage: Resolved, effects: readonly Effect[]): PolicyDecision {
  return stage.call.session.policy.decide({ ...questionOf(stage), effects });
}

/** The policy, as it is now, on whether the call may read files unasked. */
export function readFilter(stage: Resolved): ReadFilter {
  return readFilterOf(stage.call.session.policy, questionOf(stage));
}

/** What is allowed and comes nearest to effects that the policy stops; in words and patterns. */
export function nearestAllowed(stage: Resolved, effects: readonly Effect[]): readonly string[] {
  const { policy } = stage.call.session;
  const question = questionOf(stage);
  const found = effects.flatMap((effect) => policy.nearestAllowed?.(effect, question) ?? []);
  return [...new Set(found)];
}

function questionOf({ call, registered }: Resolved): Omit<PolicyQuestion, "effects"> {
  const { session, consent } = call;
  return {
    tool: registered.ruleName,
    agent: session.agent.name,
    grants: consent.withUsed(session.grants),
    nowMs: session.now(),
  };
}
