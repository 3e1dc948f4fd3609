import type { Argument, GlobArgument } from "../specification/specification.ts";

const hasGlobCharacter = /[*?[\]\\]/;
const globCharacter = /[*?[\]\\]/g;

/** Puts a word together from its parts, and says what is known of it. */
export class WordBuilder {
  /** What a hash looks like. */
  static readonly hashForm = "0000000";
  #text = "";
  #pattern = "";
  /** Where the first wildcard or unknown part begins; the known beginning's length. */
  #knownLength = -1;
  #isGlob = false;
  #facts: Pick<GlobArgument, "isDeep" | "isOne"> = {};
  /** With a hash in place of each that isn't known, and with nothing; null where it isn't so. */
  #forms: readonly [hashed: string, emptied: string] | null = ["", ""];
  /** Why nothing more may follow. */
  #end: string | null = null;
  #reason: string | null = null;
  #splits = false;

  /** Known text, in which nothing is special any more. */
  literal(text: string): void {
    if (this.#forms !== null) this.#forms = [this.#forms[0] + text, this.#forms[1] + text];
    if (text !== "") this.#reason ??= this.#end;
    this.#text += text;
    this.#pattern += hasGlobCharacter.test(text) ? text.replace(globCharacter, "\\$&") : text;
  }

  /** A wildcard, as written. */
  glob(text: string, { isDeep, isOne }: Pick<GlobArgument, "isDeep" | "isOne"> = {}): void {
    const reachesDeep = isDeep === true || this.#facts.isDeep === true;
    const staysOne = isOne === true && !this.#isGlob;
    this.#facts = { ...(reachesDeep && { isDeep: true }), ...(staysOne && { isOne: true }) };
    this.#endKnown();
    this.#reason ??= this.#end;
    this.#forms = null;
    this.#isGlob = true;
    this.#text += text;
    this.#pattern += text;
  }

  /** A part whose value comes about when it runs. */
  unknown(reason: string, splits: boolean): void {
    this.#forms = null;
    this.#give(reason, splits);
  }

  /** A hash of git's, or several where it splits, or nothing. */
  hash(reason: string, splits: boolean): void {
    const { hashForm } = WordBuilder;
    if (this.#forms !== null) this.#forms = [this.#forms[0] + hashForm, this.#forms[1]];
    this.#give(reason, splits);
  }

  #give(reason: string, splits: boolean): void {
    this.#endKnown();
    this.#reason ??= reason;
    this.#splits ||= splits;
  }

  /** Anything more makes it unknown. */
  endWith(reason: string): void {
    this.#end = reason;
  }

  get isEmpty(): boolean {
    return this.#text === "" && this.#reason === null;
  }

  /** The word; `written` is how it stands in the source. */
  build(written: string): Argument {
    const start = this.#knownLength === -1 ? this.#text : this.#text.slice(0, this.#knownLength);
    if (this.#reason !== null) {
      const splits = this.#splits || this.#isGlob;
      const word = { kind: "unknown", text: written, start, splits, reason: this.#reason } as const;
      if (this.#forms === null) return word;
      return { ...word, forms: [...this.#forms, ...(splits ? [WordBuilder.hashForm] : [])] };
    }
    if (this.#isGlob) return { kind: "glob", text: this.#pattern, start, ...this.#facts };
    return { kind: "static", text: this.#text };
  }

  #endKnown(): void {
    if (this.#knownLength === -1) this.#knownLength = this.#text.length;
  }
}

/** What follows a glob's literal beginning in its pattern. */
export function restOfGlob({ text, start }: GlobArgument): string {
  return text.slice(start.replace(globCharacter, "\\$&").length);
}
