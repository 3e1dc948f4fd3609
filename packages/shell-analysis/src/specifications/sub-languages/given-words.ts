import type {
  Argument,
  Consequence,
  GlobArgument,
  StaticArgument,
  ValueUse,
} from "../../specification/specification.ts";

/**
 * The options of a command that reads its words by itself. Keys: all spellings of one option,
 * separated by spaces; the first is the name it is given back under. Values: whether it takes
 * none, a value, a value that is only ever attached, or two words.
 */
type WordOptions = Readonly<Record<string, "flag" | "value" | "attached" | "pair">>;

export interface GivenOption {
  readonly name: string;
  /** Absent when it has none. */
  readonly value?: Argument;
  /** The second one of a pair. */
  readonly second?: Argument;
}

/** Options and operands in the order in which they stand. */
export type GivenWord = GivenOption | { readonly operand: Argument };

export interface WordReader {
  /** A text when the words can't be understood: why not. */
  (words: readonly Argument[]): readonly GivenWord[] | string;
}

/** A reader for these options: exact long names, clustered short ones, `--` ends them. */
export function wordReader(options: WordOptions): WordReader {
  const kinds = new Map<string, { readonly name: string; readonly kind: string }>();
  for (const [spellings, kind] of Object.entries(options)) {
    const names = spellings.split(/\s+/);
    for (const name of names) kinds.set(name, { name: names[0] ?? name, kind });
  }
  return (words) => {
    const given: GivenWord[] = [];
    for (let at = 0; at < words.length; at += 1) {
      const word = words[at];
      if (word === undefined) break;
      if (word.kind !== "static") {
        if (mayBeOption(word)) return doubt(word);
        given.push({ operand: word });
        continue;
      }
      if (word.text === "--") {
        for (const operand of words.slice(at + 1)) given.push({ operand });
        break;
      }
      if (!word.text.startsWith("-") || word.text === "-") {
        given.push({ operand: word });
        continue;
      }
      for (const part of optionParts(word.text, kinds)) {
        if (typeof part === "string") return part;
        const { name, kind, attached } = part;
        if (attached !== undefined || kind === "flag" || kind === "attached") {
          given.push(attached === undefined ? { name } : { name, value: fixed(attached) });
          continue;
        }
        const value = words[at + 1];
        const second = words[at + 2];
        if (value === undefined || splits(value)) return `needs a known value after ${word.text}`;
        at += 1;
        if (kind === "value") {
          given.push({ name, value });
          continue;
        }
        if (second === undefined || splits(second))
          return `needs two known words after ${word.text}`;
        at += 1;
        given.push({ name, value, second });
      }
    }
    return given;
  };
}

interface OptionPart {
  readonly name: string;
  readonly kind: string;
  readonly attached?: string;
}

function optionParts(
  text: string,
  kinds: ReadonlyMap<string, { readonly name: string; readonly kind: string }>,
): readonly (OptionPart | string)[] {
  const whole = kinds.get(text);
  if (whole !== undefined) return [whole];
  if (text.startsWith("--")) {
    const equals = text.indexOf("=");
    const long = equals === -1 ? undefined : kinds.get(text.slice(0, equals));
    if (long === undefined || (long.kind !== "value" && long.kind !== "attached")) {
      return [`has the option ${text}, which isn't known`];
    }
    return [{ ...long, attached: text.slice(equals + 1) }];
  }
  const parts: (OptionPart | string)[] = [];
  for (let at = 1; at < text.length; at += 1) {
    const one = kinds.get(`-${text[at]}`);
    if (one === undefined) return [`has the option -${text[at]}, which isn't known`];
    const rest = text.slice(at + 1);
    if (one.kind === "flag" || rest === "") parts.push(one);
    else if (one.kind === "pair") return [`has ${text}, which can't be read`];
    else return [...parts, { ...one, attached: rest }];
  }
  return parts;
}

/** A glob or an unknown word that could turn out to begin with a dash. */
export function mayBeOption(word: Argument): boolean {
  if (word.kind === "static") return word.text.startsWith("-") && word.text !== "-";
  if (word.start === "" || word.start.startsWith("-")) return true;
  return word.kind === "unknown" && word.splits;
}

/** Why such a word can't be understood, and what can be. */
export function doubt(word: Argument): string {
  if (word.kind === "unknown") return `has a word that isn't known: ${word.reason}`;
  return `may take a file that ${word.text} matches for an option; it can't with ./${word.text}`;
}

function splits(word: Argument): boolean {
  return word.kind === "glob" || (word.kind === "unknown" && word.splits);
}

export function fixed(text: string): StaticArgument {
  return { kind: "static", text };
}

export function operandsOf(given: readonly GivenWord[]): readonly Argument[] {
  return given.flatMap((one) => ("operand" in one ? [one.operand] : []));
}

export function optionsOf(given: readonly GivenWord[]): readonly GivenOption[] {
  return given.flatMap((one) => ("operand" in one ? [] : [one]));
}

/** What this use makes of the word, whatever kind it is. */
export function uses(use: ValueUse, word: Argument): Consequence {
  return { type: "word", use, word };
}

/** A word standing for any file whose name begins like this: `src/` for `src/a` and `src/b/c`. */
export function below(start: string): GlobArgument {
  const directory = start.endsWith("/") ? start : `${start}/`;
  const text = `${directory.replace(/[\\*?[\]{}]/g, "\\$&")}*`;
  return { kind: "glob", text, start: directory, isDeep: true };
}
