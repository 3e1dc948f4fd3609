import type { Language } from "@toolwright/core/internal";
import type { FlagTable } from "../arguments/arguments.ts";
import type { CommandSpec } from "../arguments/command.ts";
import { globalFlags, terminalFlags } from "../arguments/global-flags.ts";
import { phrase } from "../language/phrase.ts";

/** The manual page of all commands, in roff. */
export function manPage(
  commands: readonly CommandSpec[],
  version: string,
  language: Language,
): string {
  const { say } = language;
  const lines = [
    `.TH TOOLWRIGHT 1 "" ${roff(`toolwright ${version}`)}`,
    ".SH NAME",
    `toolwright \\- ${roff(say(phrase("Toolwright: the tool runtime for AI agents.")))}`,
    ".SH SYNOPSIS",
    ...usageLines([""]),
    ...usageLines(["COMMAND [ARGUMENTS]"]),
    ".SH OPTIONS",
    ...flagLines({ ...globalFlags, ...terminalFlags }, language),
    ".SH COMMANDS",
    ...commands.flatMap(({ name, summary, usage, flags, notes = [] }) => [
      `.SS ${roff(`toolwright ${name}`)}`,
      roff(say(summary)),
      ...usageLines(usage),
      ...flagLines(ownFlags(flags), language),
      ...notes.flatMap((note) => [".PP", roff(say(note))]),
    ]),
    "",
  ];
  return lines.join("\n");
}

/** Without those of every command. */
function ownFlags(flags: FlagTable): FlagTable {
  return Object.fromEntries(
    Object.entries(flags).filter(([name]) => !Object.hasOwn(globalFlags, name)),
  );
}

function usageLines(usage: readonly string[]): readonly string[] {
  return [".PP", ".nf", ...usage.map((line) => roff(`    toolwright ${line}`.trimEnd())), ".fi"];
}

function flagLines(flags: FlagTable, { say }: Language): readonly string[] {
  return Object.entries(flags).flatMap(([name, { short, value, summary }]) => [
    ".TP",
    `.B ${roff(`${short === undefined ? "" : `-${short}, `}--${name}${value === undefined ? "" : ` ${value}`}`)}`,
    roff(say(summary)),
  ]);
}

/** Text in which nothing is a command of roff. */
function roff(text: string): string {
  return text
    .replaceAll("\\", "\\e")
    .replaceAll("-", "\\-")
    .replaceAll(/^([.'])/gm, "\\&$1");
}
