import type { Grant } from "../approval/grant.ts";
import type { ApprovalQuestion } from "../approval/question.ts";
import { covers } from "../effects/effect.ts";
import type { ProofStep } from "../policy/policy.ts";

/** A person's answer about this call, for its metadata and the journal. */
export interface ApprovalRecord {
  readonly outcome: string;
  readonly by: string;
  readonly feedback?: string;
}

type ApprovedQuestion = Pick<ApprovalQuestion, "stage" | "effects" | "decision">;

/**
 * The consent of people to one call. An approved effect stays approved for the call, so that nobody is
 * asked twice. A grant is used once for each call and then keeps covering it.
 */
export class Consent {
  readonly answers: ApprovalRecord[] = [];
  readonly #usedGrants = new Map<string, Grant>();
  #reads: readonly ProofStep[] = [];
  #run: readonly ProofStep[] = [];

  allow({ stage, effects, decision }: ApprovedQuestion): void {
    const steps = decision.proof.filter(({ effect }) => effects.includes(effect));
    if (stage === "read") this.#reads = [...this.#reads, ...steps];
    else this.#run = [...this.#run, ...steps];
  }

  /** Forgets the approvals to run: the files have changed, so the call is prepared again. */
  forgetRun(): void {
    this.#run = [];
  }

  /** Whether a person approved the effect of a step, and knew what there is to know about it now. */
  covers(step: ProofStep): boolean {
    return [...this.#reads, ...this.#run].some(
      (approved) => covers(approved.effect, step.effect) && !isNews(step, approved),
    );
  }

  hasUsed(id: string): boolean {
    return this.#usedGrants.has(id);
  }

  noteUsed(grants: readonly Grant[]): void {
    for (const grant of grants) this.#usedGrants.set(grant.id, grant);
  }

  /** The session's grants, with those that the call used as they were before that use. */
  withUsed(grants: readonly Grant[]): readonly Grant[] {
    if (this.#usedGrants.size === 0) return grants;
    return [...grants.filter(({ id }) => !this.hasUsed(id)), ...this.#usedGrants.values()];
  }
}

/**
 * Approving an unknown effect doesn't approve a protected one that becomes known later, and an approval from before a
 * rule about labels held doesn't count for that rule.
 */
function isNews({ effect, layer, labels }: ProofStep, approved: ProofStep): boolean {
  if (labels !== undefined && approved.labels === undefined) return true;
  return approved.effect.type === "unknown" && effect.type !== "unknown" && layer === "protected";
}
