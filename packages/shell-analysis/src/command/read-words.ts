import type { Argument, OptionDetails } from "../specification/specification.ts";
import type { CompiledShape } from "./options.ts";

export interface GivenOption {
  readonly name: string;
  readonly details: OptionDetails;
  readonly value: Argument | null;
}

/** A command's words, divided into options and operands. */
export interface ReadWords {
  readonly options: readonly GivenOption[];
  readonly operands: readonly Argument[];
  /** Options that the specification doesn't list. */
  readonly strangeOptions: readonly string[];
  /** Reasons why the role of a word is uncertain. */
  readonly troubles: readonly string[];
}

/**
 * Divides words into options, their values and operands as getopt_long does: clustered short options,
 * attached and separate values, `--`. Long names must be exact; any other option is strange.
 */
export function readWords(words: readonly Argument[], compiled: CompiledShape): ReadWords {
  const reader = new WordReader(compiled);
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at];
    if (word !== undefined) at += reader.read(word, words[at + 1]);
  }
  return reader;
}

class WordReader implements ReadWords {
  readonly options: GivenOption[] = [];
  readonly operands: Argument[] = [];
  readonly strangeOptions: string[] = [];
  readonly troubles: string[] = [];
  readonly #compiled: CompiledShape;
  readonly #harmlessOptions: boolean;
  #isEnded = false;

  constructor(compiled: CompiledShape) {
    this.#compiled = compiled;
    const { harmlessOptions, harmlessWords } = compiled.shape;
    this.#harmlessOptions = harmlessOptions === true || harmlessWords === true;
  }

  /** Reads a word. Returns how many of the words after it belong to it: 0 or 1. */
  read(word: Argument, next: Argument | undefined): number {
    if (this.#isEnded) return this.#operand(word);
    if (word.kind !== "static") return this.#open(word);
    const { text } = word;
    if (text.charCodeAt(0) !== 45 || text === "-") return this.#operand(word);
    if (text === "--") {
      this.#isEnded = true;
      return 0;
    }
    const { shape, options } = this.#compiled;
    if (shape.numericOption === true && /^-\d+$/.test(text)) return 0;
    if (text.startsWith("--") || shape.oneDash === true) return this.#long(text, next);
    const whole = options.get(text);
    if (text.length !== 2 || whole === undefined) return this.#cluster(text, next);
    return whole.takes === "value"
      ? this.#separate(text, whole.details, next)
      : this.#given(text, whole.details, null);
  }

  #operand(word: Argument): number {
    this.operands.push(word);
    if (this.#compiled.endsAtOperand) this.#isEnded = true;
    return 0;
  }

  /** Reads a glob or an unknown word: it is an operand when it can't become an option. */
  #open(word: Exclude<Argument, { kind: "static" }>): number {
    const { start } = word;
    if (start.startsWith("-")) {
      const name = /^(--[^=]+)=/.exec(start)?.[1];
      const option = name === undefined ? undefined : this.#compiled.options.get(name);
      if (option !== undefined && option.takes !== "nothing" && name !== undefined) {
        const value = { ...word, start: start.slice(name.length + 1) };
        if (word.kind === "unknown" && !word.splits)
          return this.#given(name, option.details, value);
        // All names that it matches begin with this option as well.
        const use = option.details.value;
        if (word.kind === "glob" && (use === "text" || use === "number")) {
          return this.#given(name, option.details, value);
        }
      }
      if (this.#compiled.shape.harmlessWords !== true) {
        this.troubles.push(`${word.text} is an option with an unknown value`);
      }
      return 0;
    }
    if (this.#compiled.shape.harmlessWords === true) return this.#operand(word);
    if (word.kind === "glob") {
      if (start === "" && !this.#harmlessOptions) {
        this.troubles.push(optionLike(word.text));
      }
    } else if (start === "" || word.splits) this.troubles.push(word.reason);
    return this.#operand(word);
  }

  #long(text: string, next: Argument | undefined): number {
    const at = text.indexOf("=");
    const name = at === -1 ? text : text.slice(0, at);
    const option = this.#compiled.options.get(name);
    if (option === undefined) return this.#strange(name);
    const attached = at === -1 ? null : text.slice(at + 1);
    if (option.takes === "nothing" && attached !== null) return this.#strange(text);
    if (attached !== null) return this.#given(name, option.details, fixed(attached));
    return option.takes === "value"
      ? this.#separate(name, option.details, next)
      : this.#given(name, option.details, null);
  }

  #cluster(text: string, next: Argument | undefined): number {
    const { options } = this.#compiled;
    for (let at = 1; at < text.length; at += 1) {
      const name = `-${text[at]}`;
      const option = options.get(name);
      if (option === undefined) return this.#strange(at === 1 ? text : name);
      const rest = text.slice(at + 1);
      if (option.takes === "nothing") this.#given(name, option.details, null);
      else if (rest !== "") return this.#given(name, option.details, fixed(rest));
      else if (option.takes === "value") return this.#separate(name, option.details, next);
      else this.#given(name, option.details, null);
    }
    return 0;
  }

  #given(name: string, details: OptionDetails, value: Argument | null): number {
    if (details.endsOptions === true) this.#isEnded = true;
    this.options.push({ name, details, value });
    return 0;
  }

  /** The value is the next word; without one the program reports an error. */
  #separate(name: string, details: OptionDetails, next: Argument | undefined): number {
    const maySplit = next?.kind === "glob" || (next?.kind === "unknown" && next.splits);
    if (maySplit && this.#compiled.shape.harmlessWords !== true) {
      this.troubles.push(`${next.text} as the value of ${name} may become several words`);
    }
    this.#given(name, details, next ?? null);
    return next === undefined ? 0 : 1;
  }

  #strange(name: string): number {
    this.strangeOptions.push(name);
    return 0;
  }
}

/** Why a glob without a literal beginning is uncertain, and what to write in its place. */
export function optionLike(pattern: string): string {
  return `${pattern} may match a file that is named like an option; ./${pattern} can't`;
}

function fixed(text: string): Argument {
  return { kind: "static", text };
}
