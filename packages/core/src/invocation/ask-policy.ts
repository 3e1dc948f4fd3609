import type { Grant } from "../approval/grant.ts";
import type { Effect } from "../effects/effect.ts";
import type { PolicyDecision, PolicyQuestion } from "../policy/policy.ts";
import { readFilterOf } from "../policy/read-filter.ts";
import type { ReadFilter } from "../ports/workspace.ts";
import type { Call } from "./call.ts";

/** The policy's decision, as it is now, on effects of a call. */
export function askPolicy(call: Call, effects: readonly Effect[]): PolicyDecision {
  return call.session.policy.decide({ ...questionOf(call), effects });
}

/** The policy, as it is now, on whether the call may read files unasked. */
export function readFilter(call: Call): ReadFilter {
  return readFilterOf(call.session.policy, questionOf(call));
}

/** What is allowed and comes nearest to effects that the policy stops; in words and patterns. */
export function nearestAllowed(call: Call, effects: readonly Effect[]): readonly string[] {
  const { policy } = call.session;
  const question = questionOf(call);
  const found = effects.flatMap((effect) => policy.nearestAllowed?.(effect, question) ?? []);
  return [...new Set(found)];
}

function questionOf(call: Call): Omit<PolicyQuestion, "effects"> {
  const { session, tool, name } = call;
  return {
    tool: tool?.ruleName ?? name,
    agent: session.agent.name,
    grants: grantsOf(call),
    nowMs: session.now(),
  };
}

/** Those of the session, and as they were when the call used them, those that it used up. */
function grantsOf({ session, usedGrants }: Call): readonly Grant[] {
  if (usedGrants.size === 0) return session.grants;
  return [...session.grants.filter(({ id }) => !usedGrants.has(id)), ...usedGrants.values()];
}
