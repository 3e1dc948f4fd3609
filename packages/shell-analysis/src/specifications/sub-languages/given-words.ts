import {
  type Argument,
  type Consequence,
  type GlobArgument,
  type NameLimits,
  namesIn,
  type StaticArgument,
  type ValueUse,
} from "../../specification/specification.ts";

/**
 * The options of a command with an `interpret` function, separated by commas. Spaces separate the spellings
 * of one option; the reader returns it under the first one.
 */
export interface WordOptions {
  readonly flags?: string;
  readonly values?: string;
  /** Options whose value must be attached, and may be missing. */
  readonly attached?: string;
  /** Options that take two words. */
  readonly pairs?: string;
}

export interface GivenOption {
  readonly name: string;
  /** Absent when it has none. */
  readonly value?: Argument;
  /** The second word of a pair. */
  readonly second?: Argument;
}

export type GivenWord = GivenOption | { readonly operand: Argument };

/** Returns options and operands in their order, or the reason why the words are unknown. */
export type WordReader = (words: readonly Argument[]) => readonly GivenWord[] | string;

/** A reader for these options, with exact long names and clustered short ones; `--` ends them. */
export function wordReader(options: WordOptions): WordReader {
  const kinds = new Map<string, KnownOption>();
  for (const [kind, table] of Object.entries(options) as [keyof WordOptions, string][]) {
    for (const spellings of table.split(",")) {
      const names = namesIn(spellings);
      for (const name of names) kinds.set(name, { name: names[0] ?? name, kind });
    }
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
        if (attached !== undefined || kind === "flags" || kind === "attached") {
          given.push(attached === undefined ? { name } : { name, value: fixed(attached) });
          continue;
        }
        const value = words[at + 1];
        const second = words[at + 2];
        if (value === undefined || splits(value)) return `has no known value after ${word.text}`;
        at += 1;
        if (kind === "values") {
          given.push({ name, value });
          continue;
        }
        if (second === undefined || splits(second))
          return `has fewer than two known words after ${word.text}`;
        at += 1;
        given.push({ name, value, second });
      }
    }
    return given;
  };
}

interface KnownOption {
  readonly name: string;
  readonly kind: keyof WordOptions;
}

interface OptionPart extends KnownOption {
  readonly attached?: string;
}

function optionParts(
  text: string,
  kinds: ReadonlyMap<string, KnownOption>,
): readonly (OptionPart | string)[] {
  const whole = kinds.get(text);
  if (whole !== undefined) return [whole];
  if (text.startsWith("--")) {
    const equals = text.indexOf("=");
    const long = equals === -1 ? undefined : kinds.get(text.slice(0, equals));
    if (long === undefined || (long.kind !== "values" && long.kind !== "attached")) {
      return [`has the unknown option ${text}`];
    }
    return [{ ...long, attached: text.slice(equals + 1) }];
  }
  const parts: (OptionPart | string)[] = [];
  for (let at = 1; at < text.length; at += 1) {
    const one = kinds.get(`-${text[at]}`);
    if (one === undefined) return [`has the unknown option -${text[at]}`];
    const rest = text.slice(at + 1);
    if (one.kind === "flags" || rest === "") parts.push(one);
    else if (one.kind === "pairs") return [`has the invalid option ${text}`];
    else return [...parts, { ...one, attached: rest }];
  }
  return parts;
}

/** Whether a word begins with a dash, or may expand to one that does. */
export function mayBeOption(word: Argument): boolean {
  if (word.kind === "static") return word.text.startsWith("-") && word.text !== "-";
  if (word.start === "" || word.start.startsWith("-")) return true;
  return word.kind === "unknown" && word.splits;
}

/** Why a word that may be an option is unknown, and for a glob what to write in its place. */
export function doubt(word: Argument): string {
  if (word.kind === "unknown") return `has an unknown word: ${word.reason}`;
  return `may read a file that ${word.text} matches as an option; ./${word.text} prevents that`;
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

/** The use of a word of any kind. */
export function uses(use: ValueUse, word: Argument): Consequence {
  return { type: "word", use, word };
}

/** Such a pattern also matches what bash makes of the names, as no set in brackets is part of its literal ends. */
const lastingPattern = /^[\w.-]*\*?[\w.-]*$/;

/**
 * The limits of names that bash takes for patterns once more because they are unquoted: `find -name '*]'` also prints
 * `.en[v]`, which becomes `.env`. Hidden names stay apart, since a wildcard matches no dot at the beginning.
 */
export function limitsAfterGlobs(limits: NameLimits | undefined): NameLimits | undefined {
  if (limits?.names?.every((name) => lastingPattern.test(name)) ?? true) return limits;
  const { names: _, ...others } = limits ?? {};
  return others;
}

/** A word that stands for any file below a directory: `src` for `src/a` and `src/b/c`. */
export function below(start: string, limits?: NameLimits): GlobArgument {
  const directory = start.endsWith("/") ? start : `${start}/`;
  const text = `${directory.replace(/[\\*?[\]{}]/g, "\\$&")}*`;
  return {
    kind: "glob",
    text,
    start: directory,
    isDeep: true,
    ...(limits !== undefined && { limits }),
  };
}
