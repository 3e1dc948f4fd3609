import type { AgentFacts } from "../tool/context.ts";
import type { Grant } from "./grant.ts";

const lifted = new WeakMap<Grant, Grant>();

/**
 * The grants that an agent's child agents get: delegable ones, and those that a person gave to agents by name. Other
 * grants of the main agent stay with it, even if a child has the same name.
 */
export function delegatedGrants(
  grants: readonly Grant[],
  { name, depth }: AgentFacts,
): readonly Grant[] {
  if (grants.length === 0) return grants;
  return grants.flatMap((grant) => {
    const isForName = grant.agent !== undefined && (depth > 0 || grant.agent !== name);
    const isOwn = grant.agent === undefined || grant.agent === name;
    if (isOwn && grant.delegable === true) return [withoutAgent(grant)];
    return isForName ? [grant] : [];
  });
}

/** Returns the same object each time, because the policy parses the pattern once for each object. */
function withoutAgent(grant: Grant): Grant {
  if (grant.agent === undefined) return grant;
  let known = lifted.get(grant);
  if (known === undefined) {
    const { agent: _agent, ...others } = grant;
    known = others;
    lifted.set(grant, known);
  }
  return known;
}
