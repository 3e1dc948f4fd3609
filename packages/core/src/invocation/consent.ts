import type { Grant } from "../approval/grant.ts";
import type { ApprovalQuestion } from "../approval/question.ts";
import { covers, type Effect } from "../effects/effect.ts";
import type { ProofStep } from "../policy/policy.ts";

/** One answer of a person to this call, for its metadata and the journal. */
export interface ApprovalRecord {
  readonly outcome: string;
  readonly by: string;
  readonly feedback?: string;
}

/**
 * What people allowed one call. An effect that was allowed stays allowed for the call, so that nobody is
 * asked twice; a grant is used once for a call and goes on covering it.
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

  /** The files have changed: what was allowed to run is prepared again, and is something else. */
  forgetRun(): void {
    this.#run = [];
  }

  /**
   * Whether a person allowed the effect of a step. Allowing something unknown does not allow what is
   * protected, once that is known.
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

  /** The session's grants, and as they were when the call used them, those that it used up. */
  withUsed(grants: readonly Grant[]): readonly Grant[] {
    if (this.#usedGrants.size === 0) return grants;
    return [...grants.filter(({ id }) => !this.hasUsed(id)), ...this.#usedGrants.values()];
  }
}
