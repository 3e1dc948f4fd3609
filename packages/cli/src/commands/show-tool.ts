import { phrase } from "../language/phrase.ts";
import { declare, type Dialect, type RegisteredTool, type Session } from "@toolwright/core";
import { nearestNames } from "@toolwright/core/internal";
import { openSession } from "./open-session.ts";
import type { CommandRun } from "../arguments/command.ts";
import { globalOptions } from "../arguments/global-flags.ts";
import { usageError } from "../errors.ts";
import { textOutput } from "../output/text-output.ts";
import { describedTool } from "../terminal/screen/help-lines.ts";
import { linesText, lookFor } from "../text/terminal-lines.ts";

/**
 * Prints one tool with its arguments, for `tools TOOL` and `call TOOL --help`; with --json its
 * declaration. For an MCP tool its server is started.
 *
 * Errors: CommandError `usage` for an unknown tool, with the nearest names.
 */
export async function showTool(
  name: string,
  { arguments: parsed, program }: CommandRun,
): Promise<number> {
  const { stdout } = program;
  const opened = await openSession(globalOptions(parsed), program, {
    // Built-in tools are needed too, as descriptions name them.
    thirdPartyTools: { of: name },
  });
  try {
    const registered = toolNamed(name, opened.session);
    if (parsed.has("json") || parsed.value("dialect") !== undefined) {
      // The parser accepts only the listed choices.
      const dialect = (parsed.value("dialect") ?? "canonical") as Dialect;
      const among = opened.session.shownTools.map(({ declarable }) => declarable);
      const listing = { tools: declare([registered.declarable], { dialect, among }) };
      await textOutput(stdout).write(`${JSON.stringify(listing, null, 2)}\n`);
      return 0;
    }
    const width = stdout.isTTY === true ? (stdout.columns ?? 80) : 100;
    const look = lookFor(stdout, program);
    const rows = describedTool(registered, opened.session, { width, look });
    await textOutput(stdout).write(linesText(rows, look));
    return 0;
  } finally {
    await opened.close();
  }
}

function toolNamed(wanted: string, { tools }: Session): RegisteredTool {
  const found = tools.find(({ name }) => name === wanted);
  if (found !== undefined) return found;
  const near = nearestNames(
    wanted,
    tools.map(({ name }) => name),
  );
  const hint = near.length === 0 ? "" : phrase(" Did you mean {near}?", { near });
  throw usageError(
    phrase("There is no tool '{name}'.{hint} To list them: toolwright tools", {
      name: wanted,
      hint,
    }),
  );
}
