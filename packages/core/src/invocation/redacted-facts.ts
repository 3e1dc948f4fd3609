import type { Effect } from "../effects/effect.ts";
import type { PolicyDecision } from "../policy/policy.ts";
import type { JournalledCall } from "../ports/journal.ts";
import type { Redactor } from "../ports/redactor.ts";
import type { Shown } from "./outlet.ts";
import { redactDeep, redactModelText } from "./redact.ts";

/**
 * A call's effects, its decision and what the journal knows it by, without secrets. They are told several
 * times in a call's life and never changed, so they are walked again only when they are others or more is
 * to be hidden.
 */
export class RedactedFacts {
  #revision: number | undefined;
  #effects: readonly Effect[] | null = null;
  #shownEffects = redactDeep<readonly Effect[]>([], undefined);
  #decision: PolicyDecision | null = null;
  #shownDecision: Shown<PolicyDecision | null> = null;
  #input: unknown;
  #shownCall: Shown<JournalledCall> | null = null;

  /** What a call does, and how that was decided. */
  decided<Decision extends PolicyDecision | null>(
    effects: readonly Effect[],
    decision: Decision,
    redactor: Redactor | undefined,
  ): { readonly effects: Shown<readonly Effect[]>; readonly decision: Shown<Decision> } {
    if (redactor === undefined) {
      return { effects: redactDeep(effects, undefined), decision: redactDeep(decision, undefined) };
    }
    const isCurrent = this.#isCurrent(redactor);
    if (!isCurrent || effects !== this.#effects) {
      this.#shownEffects = redactDeep(effects, redactor);
      this.#effects = effects;
    }
    if (!isCurrent || decision !== this.#decision) {
      this.#shownDecision = redactDeep(decision, redactor);
      this.#decision = decision;
    }
    return { effects: this.#shownEffects, decision: this.#shownDecision as Shown<Decision> };
  }

  /** A call's input is the only part of it that changes before it runs. */
  journalled(call: JournalledCall, redactor: Redactor | undefined): Shown<JournalledCall> {
    if (redactor === undefined) return redactModelText(call, undefined);
    if (!this.#isCurrent(redactor) || call.input !== this.#input || this.#shownCall === null) {
      this.#shownCall = redactModelText(call, redactor);
      this.#input = call.input;
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
