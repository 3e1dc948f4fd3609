import type { Grant } from "./grant.ts";

const lifted = new WeakMap<Grant, Grant>();

/**
 * Which of the grants in an agent's session its child agents have: those that are delegable, and
 * those that a person gave to another agent by its name. What its holder was given for itself stays
 * with it, also towards a child of the same name.
 */
export function delegatedGrants(grants: readonly Grant[], holder: string): readonly Grant[] {
  if (grants.length === 0) return grants;
  return grants.flatMap((grant) => {
    const isHolders = grant.agent === undefined || grant.agent === holder;
    if (!isHolders) return [grant];
    return grant.delegable === true ? [withoutAgent(grant)] : [];
  });
}

/** The same object each time: the policy reads each grant's pattern once. */
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
