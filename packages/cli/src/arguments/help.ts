import { type Language, type Phrase } from "@toolwright/core/internal";
import { phrase } from "../language/phrase.ts";
import type { FlagTable } from "./arguments.ts";
import type { CommandSpec } from "./command.ts";
import { commands } from "./command-table.ts";
import { globalFlags, terminalFlags } from "./global-flags.ts";

/** `toolwright --help`. */
export function generalHelp(language: Language): string {
  const start = language.say(phrase("interactive mode in the current folder"));
  return [
    language.say(phrase("Toolwright: the tool runtime for AI agents.")),
    "",
    language.say(phrase("Usage:")),
    `  toolwright                    ${start}`,
    "  toolwright COMMAND [ARGUMENTS]",
    "",
    ...commandList(commands, language),
    "",
    language.say(phrase("Flags of every command:")),
    ...flagLines(
      {
        ...globalFlags,
        ...terminalFlags,
        version: { short: "V", summary: phrase("show the version") },
      },
      language,
    ),
    "",
    language.say(
      phrase("Help for one command: {command}", { command: "toolwright COMMAND --help" }),
    ),
    "",
  ].join("\n");
}

/** `toolwright COMMAND --help`; for a group, the list of its commands. */
export function commandHelp(specs: readonly CommandSpec[], language: Language): string {
  const [spec, ...others] = specs;
  if (spec === undefined) return generalHelp(language);
  if (others.length > 0) return `${commandList(specs, language).join("\n")}\n`;
  const { name, summary, usage, flags, notes = [] } = spec;
  return [
    language.say(phrase("{command}: {summary}", { command: `toolwright ${name}`, summary })),
    "",
    language.say(phrase("Usage:")),
    ...usage.map((line) => `  toolwright ${line}`),
    "",
    language.say(phrase("Flags:")),
    ...flagLines(flags, language),
    ...notes.flatMap((note) => ["", language.say(note)]),
    "",
  ].join("\n");
}

function commandList(specs: readonly CommandSpec[], language: Language): readonly string[] {
  return [
    language.say(phrase("Commands:")),
    ...columns(
      specs.map(({ name, summary }) => [name, summary]),
      language,
    ),
  ];
}

function flagLines(flags: FlagTable, language: Language): readonly string[] {
  return columns(
    Object.entries(flags).map(([name, { short, value, summary }]) => [
      `${short === undefined ? "" : `-${short}, `}--${name}${value === undefined ? "" : ` ${value}`}`,
      summary,
    ]),
    language,
  );
}

function columns(
  rows: readonly (readonly [string, Phrase])[],
  language: Language,
): readonly string[] {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${language.say(right)}`);
}
