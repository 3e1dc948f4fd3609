import type { FlagTable } from "./arguments.ts";
import type { CommandSpec } from "./command.ts";
import { commands } from "./command-table.ts";
import { globalFlags, terminalFlags } from "./global-flags.ts";

/** `toolwright --help`. */
export function generalHelp(): string {
  return [
    "Toolwright: the tool runtime for AI agents.",
    "",
    "Usage:",
    "  toolwright                    interactive mode in the current folder",
    "  toolwright COMMAND [ARGUMENTS]",
    "",
    ...commandList(commands),
    "",
    "Flags of every command:",
    ...flagLines({
      ...globalFlags,
      ...terminalFlags,
      version: { short: "V", summary: "show the version" },
    }),
    "",
    "Help for one command: toolwright COMMAND --help",
    "",
  ].join("\n");
}

/** `toolwright COMMAND --help`; for a group, the list of its commands. */
export function commandHelp(specs: readonly CommandSpec[]): string {
  const [spec, ...others] = specs;
  if (spec === undefined) return generalHelp();
  if (others.length > 0) return `${commandList(specs).join("\n")}\n`;
  return [
    `toolwright ${spec.name}: ${spec.summary}`,
    "",
    "Usage:",
    ...spec.usage.map((line) => `  toolwright ${line}`),
    "",
    "Flags:",
    ...flagLines(spec.flags),
    ...(spec.notes ?? []).flatMap((note) => ["", note]),
    "",
  ].join("\n");
}

function commandList(specs: readonly CommandSpec[]): readonly string[] {
  return ["Commands:", ...columns(specs.map((spec) => [spec.name, spec.summary]))];
}

function flagLines(flags: FlagTable): readonly string[] {
  return columns(
    Object.entries(flags).map(([name, { short, value, summary }]) => [
      `${short === undefined ? "" : `-${short}, `}--${name}${value === undefined ? "" : ` ${value}`}`,
      summary,
    ]),
  );
}

function columns(rows: readonly (readonly [string, string])[]): readonly string[] {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
}
