import type { Effect } from "../effects/effect.ts";
import type { PolicyDecision, PolicyQuestion } from "../policy/policy.ts";
import { type ReadFilter, readFilterOf } from "../policy/read-filter.ts";
import type { Call } from "./call.ts";

/** The policy's decision, as it is now, on effects of a call. */
export function askPolicy(call: Call, effects: readonly Effect[]): PolicyDecision {
  return call.session.policy.decide({ ...questionOf(call), effects });
}

/** The policy, as it is now, on whether the call may read files unasked. */
export function readFilter(call: Call): ReadFilter {
  return readFilterOf(call.session.policy, questionOf(call));
}

function questionOf({ session, tool, name }: Call): Omit<PolicyQuestion, "effects"> {
  return {
    tool: tool?.ruleName ?? name,
    agent: session.agent.name,
    grants: session.grants,
  };
}
