import type { Grant } from "./grant.ts";

const lifted = new WeakMap<Grant, Grant>();

/**
 * The grants that an agent's child agents get from its session: delegable grants, and grants that a
 * person gave to another agent by name. Other grants of the holder stay with it, even if a child has
 * the same name.
 */
export function delegatedGrants(grants: readonly Grant[], holder: string): readonly Grant[] {
  if (grants.length === 0) return grants;
  return grants.flatMap((grant) => {
    const isHolders = grant.agent === undefined || grant.agent === holder;
    if (!isHolders) return [grant];
    return grant.delegable === true ? [withoutAgent(grant)] : [];
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
