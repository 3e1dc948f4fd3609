import type { Argument, GlobArgument } from "../specification/specification.ts";

const hasGlobCharacter = /[*?[\]\\]/;
const globCharacter = /[*?[\]\\]/g;

type GlobFacts = Pick<GlobArgument, "isDeep" | "isOne" | "mayVanish" | "limits">;

/** Builds an argument from the parts of a word. */
export class WordBuilder {
  /** An example of a hash. */
  static readonly hashForm = "0000000";
  #text = "";
  #pattern = "";
  /** The length of the known beginning: the index of the first wildcard or unknown part; -1 when there is none. */
  #knownLength = -1;
  #isGlob = false;
  #facts: GlobFacts = {};
  /** The word with an example for each unknown hash, and with each left out; null when other parts are unknown. */
  #forms: readonly [hashed: string, emptied: string] | null = ["", ""];
  /** Why any further part makes the word unknown; null when it doesn't. */
  #end: string | null = null;
  #reason: string | null = null;
  #splits = false;

  /** Adds known text without special characters. */
  literal(text: string): void {
    if (this.#forms !== null) this.#forms = [this.#forms[0] + text, this.#forms[1] + text];
    if (text !== "") this.#reason ??= this.#end;
    // With more text after it, the name is another one.
    if (text !== "") this.#dropLimits();
    this.#text += text;
    this.#pattern += hasGlobCharacter.test(text) ? text.replace(globCharacter, "\\$&") : text;
  }

  /** Adds a wildcard, as written. */
  glob(text: string, { isDeep, isOne, mayVanish, limits }: GlobFacts = {}): void {
    const reachesDeep = isDeep === true || this.#facts.isDeep === true;
    const isFirst = !this.#isGlob;
    this.#facts = {
      ...(reachesDeep && { isDeep: true }),
      ...(isOne === true && isFirst && { isOne: true }),
      ...(mayVanish === true && { mayVanish }),
      ...(limits !== undefined && isFirst && { limits }),
    };
    this.#endKnown();
    this.#reason ??= this.#end;
    this.#forms = null;
    this.#isGlob = true;
    this.#text += text;
    this.#pattern += text;
  }

  /** Adds a part whose value is unknown until it runs. */
  unknown(reason: string, splits: boolean): void {
    this.#forms = null;
    this.#addUnknown(reason, splits);
  }

  /** Adds a hash that git prints: nothing if git fails, possibly several when the part splits. */
  hash(reason: string, splits: boolean): void {
    const { hashForm } = WordBuilder;
    if (this.#forms !== null) this.#forms = [this.#forms[0] + hashForm, this.#forms[1]];
    this.#addUnknown(reason, splits);
  }

  #addUnknown(reason: string, splits: boolean): void {
    this.#endKnown();
    this.#reason ??= reason;
    this.#splits ||= splits;
  }

  /** Ends the word: any further part makes it unknown. */
  endWith(reason: string): void {
    this.#end = reason;
  }

  get isEmpty(): boolean {
    return this.#text === "" && this.#reason === null;
  }

  /** Returns the argument; `written` is the word in the source. */
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

  #dropLimits(): void {
    const { limits: _, ...facts } = this.#facts;
    this.#facts = facts;
  }

  #endKnown(): void {
    if (this.#knownLength === -1) this.#knownLength = this.#text.length;
  }
}

/** The rest of a glob's pattern after its literal beginning. */
export function restOfGlob({ text, start }: GlobArgument): string {
  return text.slice(start.replace(globCharacter, "\\$&").length);
}
