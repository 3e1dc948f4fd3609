import { delegatedGrants } from "../approval/delegated-grants.ts";
import type { Grant } from "../approval/grant.ts";
import { ConfigurationError } from "../errors.ts";
import type { Call } from "../invocation/call.ts";
import type { CallHost } from "../invocation/call-host.ts";
import type { CallStage } from "../invocation/staged/call-stage.ts";
import { limits } from "../invocation/limits.ts";
import { createChildPolicy } from "../policy/child-policy.ts";
import type { Policy } from "../policy/policy.ts";
import { readFilterOf } from "../policy/read-filter.ts";
import { bothFilters } from "../registry/registry.ts";
import type { Scheduler } from "../scheduler/scheduler.ts";
import type { ChildSessionOptions, Session, SessionOptions } from "./session.ts";

/** What a child session shares with its parent. */
export interface Ancestry {
  readonly scheduler: Scheduler;
  /** The parent's call that opened the child: the child's calls take its place in the queue. */
  readonly call: Call;
  readonly parent: CallHost;
  /** The stage in which the child works. */
  readonly stage?: CallStage;
}

/** The id of the child session that a call opens as its `number`th: it begins with the call's own. */
export function childId(parent: Session, callId: string, number: number): string {
  return number === 1 ? `${parent.id}/${callId}` : `${parent.id}/${callId}/#${number}`;
}

/** The grants that a child session inherits. */
export function inheritedGrants({ parent }: Ancestry): readonly Grant[] {
  return delegatedGrants(parent.grants, parent.agent);
}

/**
 * The options of a child session: its parent's, with what `wanted` restricts.
 *
 * Errors: ConfigurationError `session-invalid` when agents are nested too deeply.
 */
export function childOptions(
  options: SessionOptions,
  parent: Session,
  id: string,
  wanted: ChildSessionOptions,
): SessionOptions {
  const { ancestors = [] } = parent.agent;
  const depth = parent.agent.depth + 1;
  if (depth > limits.agentDepth) {
    throw new ConfigurationError(
      "session-invalid",
      `Agents are already nested ${limits.agentDepth} deep: this agent must do the task itself.`,
    );
  }
  const { policy: own, tools, budget, agents } = wanted;
  // Its parent's agents would end the parent. Its grants come from its parent, which delegates some.
  const { agents: _, grants: _grants, ...shared } = options;
  const policyOfParent = (): Policy => parent.policy;
  return {
    ...shared,
    id,
    agent: { name: wanted.agent, depth, ancestors: [...ancestors, parent.agent.name] },
    approvals: parent.approvals,
    policy: own === undefined ? inherit(policyOfParent) : createChildPolicy(policyOfParent, own),
    ...(tools !== undefined && { tools: bothFilters(options.tools ?? {}, tools) }),
    ...(budget !== undefined && { budget }),
    ...(agents !== undefined && { agents }),
  };
}

/** The parent's current policy: its mode may change during the child's life. */
function inherit(policy: () => Policy): Policy {
  return {
    get mode() {
      return policy().mode;
    },
    decide: (question) => policy().decide(question),
    readFilter: (question) => readFilterOf(policy(), question),
    nearestAllowed: (effect, question) => policy().nearestAllowed?.(effect, question) ?? [],
    withMode: (mode) => createChildPolicy(policy, policy().withMode(mode)),
  };
}
