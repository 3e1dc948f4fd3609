import type { Effect } from "../effects/effect.ts";
import type { PolicyDecision } from "../policy/policy.ts";
import type { JournalledCall } from "../ports/journal.ts";
import type { Redactor } from "../ports/redactor.ts";
import type { Shown } from "./outlet.ts";
import { redactDeep, redactModelText } from "./redact.ts";

/**
 * A call's redacted effects, decision and journal identity. Several events repeat them, so they are
 * redacted again only when they have changed or the redactor knows more secrets.
 */
export class RedactedFacts {
  #revision: number | undefined;
  #effects: readonly Effect[] | null = null;
  #shownEffects = redactDeep<readonly Effect[]>([], undefined);
  #decision: PolicyDecision | null = null;
  #shownDecision: Shown<PolicyDecision | null> = null;
  #input: unknown;
  #shownCall: Shown<JournalledCall> | null = null;

  /** The call's effects and their decision. */
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

  /** The call's identity for the journal; only its input can change before it runs. */
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
