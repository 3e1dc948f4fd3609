import type { Effect } from "../effects/effect.ts";
import type { PolicyDecision } from "../policy/policy.ts";
import type { JournalledCall } from "../ports/journal.ts";
import type { Redactor } from "../ports/redactor.ts";
import { redactDeep, redactGiven } from "./redact.ts";

/**
 * A call's effects, its decision and what the journal knows it by, without secrets. They are told several
 * times in a call's life and never changed, so they are walked again only when they are others or more is
 * to be hidden.
 */
export class RedactedFacts {
  #revision: number | undefined;
  #effects: readonly Effect[] | null = null;
  #shownEffects: readonly Effect[] = [];
  #decision: PolicyDecision | null = null;
  #shownDecision: PolicyDecision | null = null;
  #input: unknown;
  #shownCall: JournalledCall | null = null;

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

  /** A call's input is the only part of it that changes before it runs. */
  journalled(call: JournalledCall, redactor: Redactor | undefined): JournalledCall {
    if (redactor === undefined) return call;
    if (!this.#isCurrent(redactor) || call.input !== this.#input || this.#shownCall === null) {
      this.#input = call.input;
      this.#shownCall = redactGiven(call, redactor);
    }
    return this.#shownCall;
  }

  #isCurrent({ revision }: Redactor): boolean {
    if (revision !== undefined && revision === this.#revision) return true;
    this.#revision = revision;
    this.#effects = null;
    this.#decision = null;
    this.#shownCall = null;
    return false;
  }
}
