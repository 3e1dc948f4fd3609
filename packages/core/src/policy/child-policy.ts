import type { Decision, Mode, Policy, PolicyDecision } from "./policy.ts";

const strictness: Readonly<Record<Decision, number>> = { allow: 0, ask: 1, deny: 2 };

/**
 * A child agent's policy: for each effect the stricter of its parent's decision and its own, so it
 * can do nothing that its parent couldn't.
 *
 * Shapes: `parent` is asked anew at each decision, as its mode may change.
 */
export function createChildPolicy(parent: () => Policy, own: Policy): Policy {
  return {
    get mode(): Mode {
      return own.mode;
    },
    decide(question): PolicyDecision {
      const theirs = parent().decide(question);
      const ours = own.decide(question);
      const proof = theirs.proof.map((step, index) => {
        const other = ours.proof[index];
        if (other === undefined) return step;
        return strictness[other.decision] > strictness[step.decision] ? other : step;
      });
      const stricter =
        strictness[ours.decision] > strictness[theirs.decision] ? ours.decision : theirs.decision;
      return { decision: stricter, mode: own.mode, proof };
    },
    withMode: (mode) => createChildPolicy(parent, own.withMode(mode)),
  };
}
