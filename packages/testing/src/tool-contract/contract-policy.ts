import {
  type ApprovalQuestion,
  type Effect,
  isPathEffect,
  type Policy,
  type ProofStep,
} from "@toolwright/core";
import { isAtOrBelow } from "@toolwright/core/internal";
import { createScriptedApprover, type ScriptedApprover } from "../scripted-approver.ts";

export interface ContractPolicyOptions {
  /** Changes outside are always rejected. */
  readonly base: string;
  readonly isUnreadable: (realPath: string) => boolean;
  /** Whether programs, the network and everything else outside the directory are allowed. */
  readonly isTrusted: boolean;
}

/**
 * Allows reads, and changes within the base. Everything else needs approval, so that the tool can prepare
 * before the approver rejects the effects of generated inputs.
 */
export function createContractPolicy(options: ContractPolicyOptions): Policy {
  const policy: Policy = {
    mode: "auto",
    decide({ effects }) {
      const proof = effects.map((effect) => step(effect, options));
      const isAsked = proof.some(({ decision }) => decision === "ask");
      return { decision: isAsked ? "ask" : "allow", mode: "auto", proof };
    },
    withMode: () => policy,
  };
  return policy;
}

/** The approver for that policy. */
export function createContractApprover(options: ContractPolicyOptions): ScriptedApprover {
  return createScriptedApprover(({ effects, stage }: ApprovalQuestion) =>
    stage === "read" || effects.every((effect) => mayHappen(effect, options))
      ? "once"
      : { outcome: "reject", feedback: "generated inputs may not do this" },
  );
}

function step(effect: Effect, options: ContractPolicyOptions): ProofStep {
  const isUnread = effect.type === "read" && options.isUnreadable(effect.realPath ?? effect.path);
  return {
    effect,
    decision: isUnread || !mayHappen(effect, options) ? "ask" : "allow",
    layer: "mode",
    rule: "the contract kit's policy",
    source: null,
    wouldChange: null,
  };
}

function mayHappen(effect: Effect, { base, isTrusted }: ContractPolicyOptions): boolean {
  if (effect.type === "read") return true;
  if (isPathEffect(effect)) return isAtOrBelow(effect.realPath ?? effect.path, base);
  return isTrusted || (effect.type === "environment" && effect.value !== true);
}
