import type { Effect } from "../effects/effect.ts";
import type { PolicyDecision } from "../policy/policy.ts";
import type { Redactor } from "../ports/redactor.ts";
import { redactDeep } from "./redact.ts";

/**
 * A call's effects and its decision without secrets. Both are told several times in a call's life and never
 * changed, so they are walked again only when they are others or more is to be hidden.
 */
export class RedactedFacts {
  #revision: number | undefined;
  #effects: readonly Effect[] | null = null;
  #shownEffects: readonly Effect[] = [];
  #decision: PolicyDecision | null = null;
  #shownDecision: PolicyDecision | null = null;

  effects(effects: readonly Effect[], redactor: Redactor | undefined): readonly Effect[] {
    if (redactor === undefined) return effects;
    if (!this.#isCurrent(redactor) || effects !== this.#effects) {
      this.#effects = effects;
      this.#shownEffects = redactDeep(effects, redactor);
    }
    return this.#shownEffects;
  }

  decision(decision: PolicyDecision, redactor: Redactor | undefined): PolicyDecision {
    if (redactor === undefined) return decision;
    if (!this.#isCurrent(redactor) || decision !== this.#decision || this.#shownDecision === null) {
      this.#decision = decision;
      this.#shownDecision = redactDeep(decision, redactor);
    }
    return this.#shownDecision;
  }

  #isCurrent({ revision }: Redactor): boolean {
    if (revision !== undefined && revision === this.#revision) return true;
    this.#revision = revision;
    this.#effects = null;
    this.#decision = null;
    return false;
  }
}
