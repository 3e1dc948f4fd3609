import type { Grant } from "../approval/grant.ts";
import type { ApprovalQuestion } from "../approval/question.ts";
import { covers, type Effect } from "../effects/effect.ts";
import type { ProofStep } from "../policy/policy.ts";

/** A person's answer about this call, for its metadata and the journal. */
export interface ApprovalRecord {
  readonly outcome: string;
  readonly by: string;
  readonly feedback?: string;
}

/**
 * The consent of people to one call. An approved effect stays approved for the call, so that nobody is
 * asked twice. A grant is used once for each call and then keeps covering it.
 */
export class Consent {
  readonly answers: ApprovalRecord[] = [];
  readonly #usedGrants = new Map<string, Grant>();
  #reads: readonly Effect[] = [];
  #run: readonly Effect[] = [];

  allow(stage: ApprovalQuestion["stage"], effects: readonly Effect[]): void {
    if (stage === "read") this.#reads = [...this.#reads, ...effects];
    else this.#run = [...this.#run, ...effects];
  }

  /** Forgets the approvals to run: the files have changed, so the call is prepared again. */
  forgetRun(): void {
    this.#run = [];
  }

  /**
   * Whether a person approved the effect of a step. Approving an unknown effect doesn't approve a
   * protected one that becomes known later.
   */
  covers({ effect, layer }: ProofStep): boolean {
    return [...this.#reads, ...this.#run].some(
      (allowed) => covers(allowed, effect) && (allowed.type !== "unknown" || layer !== "protected"),
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
