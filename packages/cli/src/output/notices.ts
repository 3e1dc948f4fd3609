import { type Phrase, recorded } from "@toolwright/core/internal";
import { phrase } from "../language/phrase.ts";
import type { ProgramContext } from "../program-context.ts";
import { textOutput } from "./text-output.ts";

/** Prints notices on standard error, one sentence each. */
export async function tell(
  notes: readonly Phrase[],
  program: Pick<ProgramContext, "stderr" | "environment" | "language">,
): Promise<void> {
  const { line } = await import("../text/styled-line.ts");
  const { linesText, lookFor } = await import("../text/terminal-lines.ts");
  // `line` makes the text safe to print: it may come from a project.
  const { stderr, language } = program;
  const rows = notes.map((note) => line(language.say(phrase("toolwright: {note}.", { note }))));
  await textOutput(stderr).write(linesText(rows, lookFor(stderr, program)));
}

/** A listener for problems that don't stop the command, such as those of the journal. */
export function noticeOn(program: ProgramContext): (notice: string) => void {
  return (notice) => void tellNotice(notice, program);
}

/** Prints one notice on standard error. */
export function tellNotice(notice: string, program: ProgramContext): Promise<void> {
  return tell([recorded(notice.replace(/\.$/, ""))], program);
}
