import type { Language } from "@toolwright/core/internal";
import { phrase } from "../language/phrase.ts";
import type { JournalSession } from "@toolwright/workspace/internal";
import { wholeNumber } from "../arguments/amounts.ts";
import type { Command } from "../arguments/command.ts";
import { textOutput } from "../output/text-output.ts";
import { type Line, line, padColumns, span } from "../text/styled-line.ts";
import { linesText, lookFor } from "../text/terminal-lines.ts";
import { withJournal } from "./journal-controller.ts";
import { timeOf } from "./journal-lines.ts";

/** `toolwright journal sessions`: the sessions, the latest first. */
export const journalSessions: Command = ({ arguments: parsed, program }) => {
  const limit = parsed.value("limit");
  const count = limit === undefined ? undefined : wholeNumber("--limit", limit);
  return withJournal(parsed, program, async ({ journal }) => {
    const sessions = await journal.sessions(count);
    const { stdout } = program;
    await textOutput(stdout).write(
      parsed.has("json")
        ? sessions.map((session) => `${JSON.stringify(session)}\n`).join("")
        : linesText(sessionLines(sessions, program.language), lookFor(stdout, program)),
    );
    return 0;
  });
};

function sessionLines(sessions: readonly JournalSession[], { say }: Language): readonly Line[] {
  const width = Math.max(7, ...sessions.map(({ id }) => id.length));
  return [
    line(
      span(
        `${padColumns(say(phrase("SESSION")), width)}  ${padColumns(say(phrase("FROM (UTC)")), 19)}  ${say(phrase("ENTRIES"))}`,
        "strong",
      ),
    ),
    ...sessions.map(({ id, startedAtMs, endedAtMs, entryCount }) =>
      line(
        `${id.padEnd(width)}  `,
        span(timeOf(startedAtMs), "dim"),
        `  ${entryCount}`,
        ...(endedAtMs === null ? [span(`  ${say(phrase("has an open entry"))}`, "accent")] : []),
      ),
    ),
  ];
}
