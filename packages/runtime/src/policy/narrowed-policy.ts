import {
  type Effect,
  isPathEffect,
  type Policy,
  type PolicyDecision,
  type ProofStep,
} from "@toolwright/core";

/**
 * The same policy for a host that works in fewer folders than the session. Each use of a path outside them
 * needs approval, as outside the workspace. Nothing becomes looser.
 *
 * Shapes: folders are real paths; files count as well.
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

/** Whether the effect reads a stored output, which is in the state directory. */
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
    // A grant is for the whole workspace, but the host limits its work to these folders.
    always: true,
  };
}
