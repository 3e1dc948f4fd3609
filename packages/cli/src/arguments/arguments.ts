import { parseArgs } from "node:util";
import { didYouMean } from "@toolwright/runtime/internal";
import { usageError } from "../errors.ts";

/** One flag of a command: how it is written, and its line in the help. */
export interface FlagSpec {
  readonly summary: string;
  /** What stands for its value in the help (`DIR`); a flag without it takes none. */
  readonly value?: string;
  /** The only values it takes. */
  readonly choices?: readonly string[];
  /** One letter. */
  readonly short?: string;
}

/** By long name, without the dashes. */
export type FlagTable = Readonly<Record<string, FlagSpec>>;

export interface ParsedArguments {
  readonly positionals: readonly string[];
  /** Of a flag that takes none. */
  has(flag: string): boolean;
  /** The value of a flag that takes one; the last when it was given more than once. */
  value(flag: string): string | undefined;
  /** Every value of a flag that takes one, in order. */
  values(flag: string): readonly string[];
}

/**
 * Reads a command's arguments by its table. Everything after `--` is positional.
 *
 * Errors: CommandError `usage` for an unknown flag (with the nearest one), a value that is missing,
 * not wanted or not one of the choices.
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
    // Its own strict mode words its errors for programmers and knows no nearest name.
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
    throw usageError(`${rawName} takes no value, but got '${value}'.`);
  }
  // `--workspace --json` forgot a value more likely than it names a folder '--json'.
  const isForgotten = inlineValue !== true && value !== "-" && value?.startsWith("-") === true;
  if (value === undefined || value === "" || isForgotten) {
    throw usageError(`${rawName} needs a value: ${rawName} ${placeholder}`);
  }
  if (choices !== undefined && !choices.includes(value)) {
    throw usageError(
      `${rawName} '${value}' isn't known.${didYouMean(value, choices)} Known: ${choices.join(", ")}.`,
    );
  }
  return value;
}

function unknownFlag(rawName: string, known: Iterable<string>, command: string): Error {
  const near = didYouMean(
    rawName,
    Array.from(known, (name) => `--${name}`),
  );
  return usageError(`Unknown flag '${rawName}'.${near} All flags: ${command} --help`);
}

/**
 * Where the command's name stands among arguments that may begin with flags: the index of the first
 * positional from `start` on, or -1. Flags that take a value are known from the table.
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
