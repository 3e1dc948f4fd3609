import {
  isStricter,
  type Mode,
  modes,
  type Policy,
  type PolicyDecision,
  type ProofStep,
} from "./policy.ts";
import { readFilterOf } from "./read-filter.ts";

/**
 * A child agent's policy: for each effect, the stricter of its parent's decision and its own. A
 * child can therefore do nothing that its parent couldn't.
 *
 * Shapes: `parent` is called for every decision, because its mode may change.
 */
export function createChildPolicy(parent: () => Policy, own: Policy): Policy {
  return {
    get mode(): Mode {
      return stricterMode(parent().mode, own.mode);
    },
    decide(question): PolicyDecision {
      const theirs = parent().decide(question);
      const ours = own.decide(question);
      const mode = stricterMode(theirs.mode, ours.mode);
      // A call without effects has one step when a rule applies to the call itself, otherwise none.
      const count = Math.max(theirs.proof.length, ours.proof.length);
      const proof = Array.from({ length: count }, (_, index) =>
        stricterStep(theirs.proof[index], ours.proof[index]),
      ).filter((step) => step !== undefined);
      const { decision } = isStricter(ours.decision, theirs.decision) ? ours : theirs;
      return { decision, mode, proof };
    },
    readFilter(question) {
      const filters = [parent(), own].map((policy) => readFilterOf(policy, question));
      return (path) => filters.every((mayRead) => mayRead(path));
    },
    nearestAllowed(effect, question) {
      const ours = own.nearestAllowed?.(effect, question) ?? [];
      const theirs = parent().nearestAllowed?.(effect, question) ?? [];
      return ours.filter((text) => theirs.includes(text));
    },
    withMode: (mode) => createChildPolicy(parent, own.withMode(mode)),
  };
}

function stricterStep(
  theirs: ProofStep | undefined,
  ours: ProofStep | undefined,
): ProofStep | undefined {
  if (theirs === undefined || ours === undefined) return theirs ?? ours;
  if (ours.decision !== theirs.decision) {
    return isStricter(ours.decision, theirs.decision) ? ours : theirs;
  }
  // A grant that one of them relies on is used.
  return theirs.grant === undefined && ours.grant !== undefined ? ours : theirs;
}

function stricterMode(one: Mode, other: Mode): Mode {
  return modes.indexOf(one) < modes.indexOf(other) ? one : other;
}
