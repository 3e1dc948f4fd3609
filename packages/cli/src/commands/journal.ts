import { phrase } from "../language/phrase.ts";
import type { EntryQuery } from "@toolwright/workspace/internal";
import { wholeNumber } from "../arguments/amounts.ts";
import type { ParsedArguments } from "../arguments/arguments.ts";
import type { Command } from "../arguments/command.ts";
import { usageError } from "../errors.ts";
import { textOutput } from "../output/text-output.ts";
import { line } from "../text/styled-line.ts";
import { linesText, lookFor } from "../text/terminal-lines.ts";
import { withJournal } from "./journal-controller.ts";
import { entryLines } from "./journal-lines.ts";

/** `toolwright journal`: what was done in the workspace, newest first. */
export const journal: Command = ({ arguments: parsed, program }) => {
  const [extra] = parsed.positionals;
  if (extra !== undefined) {
    throw usageError(
      phrase(
        "journal takes no arguments, but got '{extra}'. For one entry: toolwright journal show {extra}",
        { extra },
      ),
    );
  }
  const query = queryFrom(parsed);
  return withJournal(parsed, program, async ({ journal: store, root }) => {
    const entries = await store.entries(query);
    const { stdout, language } = program;
    const rows =
      entries.length === 0
        ? [line(language.say(phrase("No entries match.")))]
        : entryLines(entries, [root], language);
    await textOutput(stdout).write(
      parsed.has("json")
        ? entries.map((entry) => `${JSON.stringify(entry)}\n`).join("")
        : linesText(rows, lookFor(stdout, program)),
    );
    return 0;
  });
};

function queryFrom(parsed: ParsedArguments): EntryQuery {
  const [session, turn, limit] = ["session", "turn", "limit"].map((flag) => parsed.value(flag));
  if (turn !== undefined && session === undefined) {
    throw usageError(phrase("--turn needs --session, as turns are counted within a session."));
  }
  return {
    ...(session !== undefined && { sessionId: session }),
    ...(turn !== undefined && { turn: wholeNumber("--turn", turn) }),
    ...(limit !== undefined && { limit: wholeNumber("--limit", limit) }),
    ...(parsed.has("changes") && { changing: true }),
  };
}
