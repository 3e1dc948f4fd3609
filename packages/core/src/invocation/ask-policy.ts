import type { Effect } from "../effects/effect.ts";
import type { PolicyDecision, PolicyQuestion } from "../policy/policy.ts";
import { readFilterOf } from "../policy/read-filter.ts";
import type { ReadFilter } from "../ports/workspace.ts";
import type { Resolved } from "./stages.ts";
import { decisionInStage, isInStage } from "./staged/stage-decision.ts";

/** The current policy's decision on effects of a call, wherever the call works. */
export function askPolicy(
  stage: Resolved,
  effects: readonly Effect[],
  ruleName: string = stage.registered.ruleName,
): PolicyDecision {
  const { call } = stage;
  const decision = askWorkspacePolicy(stage, effects, ruleName);
  if (decision.proof.some((step) => step.stage === true)) call.wantsStage = true;
  return isInStage(call) ? decisionInStage(decision, stage.registered.source) : decision;
}

/** The decision on effects in the workspace itself. */
export function askWorkspacePolicy(
  stage: Resolved,
  effects: readonly Effect[],
  ruleName: string = stage.registered.ruleName,
): PolicyDecision {
  return stage.call.session.policy.decide({ ...questionOf(stage), tool: ruleName, effects });
}

/** The current policy's filter for files that the call may read without approval. */
export function readFilter(stage: Resolved): ReadFilter {
  return readFilterOf(stage.call.session.policy, questionOf(stage));
}

/** The allowed patterns and actions that are nearest to effects that the policy stops. */
export function nearestAllowed(stage: Resolved, effects: readonly Effect[]): readonly string[] {
  const { policy } = stage.call.session;
  const question = questionOf(stage);
  const found = effects.flatMap((effect) => policy.nearestAllowed?.(effect, question) ?? []);
  return [...new Set(found)];
}

function questionOf({ call, registered }: Resolved): Omit<PolicyQuestion, "effects"> {
  const { session, consent } = call;
  const { name: agent, ancestors } = session.agent;
  return {
    tool: registered.ruleName,
    agent,
    ...(ancestors !== undefined && { ancestors }),
    grants: consent.withUsed(session.grants),
    nowMs: session.now(),
    labels: session.labels?.context,
  };
}
