import type { Language } from "@toolwright/core/internal";
import type { FlagTable } from "../arguments/arguments.ts";
import type { CommandSpec } from "../arguments/command.ts";
import { globalFlags, terminalFlags } from "../arguments/global-flags.ts";

/** A word that may come next, and what it means. */
export interface Candidate {
  readonly word: string;
  readonly summary: string;
}

/** What may follow the words of a command. */
export interface CompletionNode {
  /** The command's words so far, such as `policy check`; empty at the beginning. */
  readonly path: string;
  readonly words: readonly Candidate[];
  /** With their dashes. */
  readonly flags: readonly Candidate[];
}

/** Flags with a value, by their names with dashes. Null: the value is a file or anything else. */
export type FlagValues = ReadonlyMap<string, readonly string[] | null>;

export interface CompletionTree {
  readonly nodes: readonly CompletionNode[];
  readonly flagValues: FlagValues;
}

/** All that can be completed. `tools`: the names for commands that take one. */
export function completionTree(
  commands: readonly CommandSpec[],
  tools: readonly string[],
  { say }: Language,
): CompletionTree {
  const paths = commands.flatMap(({ name }) => {
    const [group = ""] = name.split(" ");
    return [group, name];
  });
  const nodes = ["", ...new Set(paths)].map((path) => {
    const spec = commands.find(({ name }) => name === path);
    const flags = spec?.flags ?? { ...globalFlags, ...terminalFlags };
    const operands = spec?.operands === "tools" ? tools : (spec?.operands ?? []);
    return {
      path,
      words: [
        ...wordsAfter(path, commands, say),
        ...operands.map((word) => ({ word, summary: "" })),
      ],
      flags: Object.entries(flags).map(([name, { summary }]) => ({
        word: `--${name}`,
        summary: say(summary),
      })),
    };
  });
  const tables: readonly FlagTable[] = [globalFlags, ...commands.map(({ flags }) => flags)];
  return { nodes, flagValues: new Map(tables.flatMap(valuesOf)) };
}

function wordsAfter(
  path: string,
  commands: readonly CommandSpec[],
  say: Language["say"],
): readonly Candidate[] {
  const depth = path === "" ? 0 : path.split(" ").length;
  const below = commands.filter(({ name }) => path === "" || name.startsWith(`${path} `));
  const words = new Set(below.flatMap(({ name }) => name.split(" ")[depth] ?? []));
  return Array.from(words, (word) => {
    const whole = path === "" ? word : `${path} ${word}`;
    const spec = commands.find(({ name }) => name === whole);
    const others = below.filter(({ name }) => name.startsWith(`${whole} `));
    const summary =
      spec === undefined ? others.map(({ name }) => name).join(", ") : say(spec.summary);
    return { word, summary };
  });
}

function valuesOf(flags: FlagTable): readonly (readonly [string, readonly string[] | null])[] {
  return Object.entries(flags).flatMap(([name, { value, choices }]) =>
    value === undefined ? [] : [[`--${name}`, choices ?? null] as const],
  );
}
