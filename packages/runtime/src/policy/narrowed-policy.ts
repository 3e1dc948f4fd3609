import {
  type Effect,
  isPathEffect,
  type Policy,
  type PolicyDecision,
  type ProofStep,
} from "@toolwright/core";

/**
 * The same policy for a host that works in fewer folders than the session: what lies outside of them is asked
 * each time, as what lies outside the workspace is, and nothing becomes looser.
 *
 * Shapes: folders are real paths.
 */
export function narrowedPolicy(policy: Policy, folders: readonly string[]): Policy {
  const isInside = (path: string): boolean =>
    folders.some((folder) => path === folder || path.startsWith(`${folder}/`));
  const isOutside = (effect: Effect): boolean =>
    isPathEffect(effect) && !isKeptOutput(effect) && !isInside(realPathOf(effect));
  return {
    get mode() {
      return policy.mode;
    },
    decide(question): PolicyDecision {
      const decided = policy.decide(question);
      if (!question.effects.some(isOutside)) return decided;
      const proof = decided.proof.map((step) =>
        step.decision === "allow" && isOutside(step.effect) ? askedStep(step.effect) : step,
      );
      const isAsked = decided.decision === "allow";
      return { ...decided, proof, ...(isAsked && { decision: "ask" }) };
    },
    ...(policy.readFilter !== undefined && {
      readFilter: (question) => {
        const mayRead = policy.readFilter?.(question);
        return (path) => isInside(path) && mayRead?.(path) === true;
      },
    }),
    nearestAllowed: (effect, question) => policy.nearestAllowed?.(effect, question) ?? [],
    withMode: (mode) => narrowedPolicy(policy.withMode(mode), folders),
  };
}

/** Which the workspace keeps itself, wherever that is. */
function isKeptOutput(effect: Effect): boolean {
  return effect.type === "read" && effect.storedOutput !== undefined;
}

function realPathOf(effect: { readonly path: string; readonly realPath?: string }): string {
  return effect.realPath ?? effect.path;
}

function askedStep(effect: Effect): ProofStep {
  return {
    effect,
    decision: "ask",
    layer: "protected",
    rule: "outside the folders that the host works in",
    source: null,
    wouldChange: "the host adding that folder to those it works in",
    // A grant was given for the whole workspace; the host has said that this isn't its work.
    always: true,
  };
}
