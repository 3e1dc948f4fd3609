import type { Effect } from "../effects/effect.ts";
import type { PolicyDecision } from "../policy/policy.ts";
import type { Call } from "./call.ts";

/** The policy's decision, as it is now, on effects of a call. */
export function askPolicy(call: Call, effects: readonly Effect[]): PolicyDecision {
  const { session, tool, name } = call;
  return session.policy.decide({
    effects,
    tool: tool?.ruleName ?? name,
    agent: session.agent.name,
    grants: session.grants,
  });
}
