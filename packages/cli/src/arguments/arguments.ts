import { parseArgs } from "node:util";
import { type Phrase, recorded } from "@toolwright/core/internal";
import { didYouMean } from "@toolwright/runtime/internal";
import { phrase } from "../language/phrase.ts";
import { usageError } from "../errors.ts";

/** One flag of a command: how it is written, and its line in the help. */
export interface FlagSpec {
  readonly summary: Phrase;
  /** The placeholder of its value in the help (`DIR`); a flag without one takes no value. */
  readonly value?: string;
  /** The only allowed values. */
  readonly choices?: readonly string[];
  /** One letter. */
  readonly short?: string;
}

/** Flags by long name, without the dashes. */
export type FlagTable = Readonly<Record<string, FlagSpec>>;

export interface ParsedArguments {
  readonly positionals: readonly string[];
  /** Whether a flag without a value was given. */
  has(flag: string): boolean;
  /** A flag's value; the last one if it was given several times. */
  value(flag: string): string | undefined;
  /** All values of a flag, in order. */
  values(flag: string): readonly string[];
}

/**
 * Reads a command's arguments by its table. Everything after `--` is positional.
 *
 * Errors: CommandError `usage` for an unknown flag (with the nearest one), or for a value that is
 * missing, unexpected or not one of the choices.
 */
export function parseArguments(
  argv: readonly string[],
  flags: FlagTable,
  command: string,
): ParsedArguments {
  const names = new Map(Object.entries(flags));
  const { tokens } = parseArgs({
    args: [...argv],
    options: Object.fromEntries(
      Array.from(names, ([name, spec]) => [
        name,
        {
          type: spec.value === undefined ? ("boolean" as const) : ("string" as const),
          ...(spec.short !== undefined && { short: spec.short }),
        },
      ]),
    ),
    // The strict mode's errors are for programmers, and suggest no name.
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const positionals: string[] = [];
  const given = new Map<string, (string | true)[]>();
  for (const token of tokens) {
    if (token.kind === "positional") positionals.push(token.value);
    if (token.kind !== "option") continue;
    const spec = names.get(token.name);
    if (spec === undefined) throw unknownFlag(token.rawName, names.keys(), command);
    given.set(token.name, [...(given.get(token.name) ?? []), valueOf(token, spec)]);
  }
  return {
    positionals,
    has: (flag) => given.has(flag),
    value: (flag) => textsOf(given.get(flag)).at(-1),
    values: (flag) => textsOf(given.get(flag)),
  };
}

function textsOf(values: readonly (string | true)[] = []): readonly string[] {
  return values.filter((value) => value !== true);
}

interface OptionToken {
  readonly rawName: string;
  readonly value?: string | undefined;
  readonly inlineValue?: boolean | undefined;
}

function valueOf(
  { rawName, value, inlineValue }: OptionToken,
  { value: placeholder, choices }: FlagSpec,
): string | true {
  if (placeholder === undefined) {
    if (value === undefined) return true;
    throw usageError(phrase("{flag} takes no value, but got '{value}'.", { flag: rawName, value }));
  }
  // In `--workspace --json` the value was probably forgotten.
  const isForgotten = inlineValue !== true && value !== "-" && value?.startsWith("-") === true;
  if (value === undefined || value === "" || isForgotten) {
    throw usageError(
      phrase("{flag} needs a value: {flag} {value}", { flag: rawName, value: placeholder }),
    );
  }
  if (choices !== undefined && !choices.includes(value)) {
    throw usageError(
      phrase("Unknown {flag} '{value}'.{guess} Known: {known}.", {
        flag: rawName,
        value,
        guess: recorded(didYouMean(value, choices)),
        known: choices.join(", "),
      }),
    );
  }
  return value;
}

function unknownFlag(rawName: string, known: Iterable<string>, command: string): Error {
  const near = didYouMean(
    rawName,
    Array.from(known, (name) => `--${name}`),
  );
  return usageError(
    phrase("Unknown flag '{flag}'.{guess} All flags: {command} --help", {
      flag: rawName,
      guess: recorded(near),
      command,
    }),
  );
}

/**
 * The index of the first positional argument, or -1. The table tells which flags take a value.
 */
export function firstPositional(argv: readonly string[], flags: FlagTable, start = 0): number {
  for (let index = start; index < argv.length; index++) {
    const argument = argv[index] ?? "";
    if (argument === "--") return -1;
    if (!argument.startsWith("-") || argument === "-") return index;
    if (argument.startsWith("--") && flags[argument.slice(2)]?.value !== undefined) index++;
  }
  return -1;
}
