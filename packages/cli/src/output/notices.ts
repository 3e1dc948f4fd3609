import type { ProgramContext } from "../program-context.ts";
import { textOutput } from "./text-output.ts";

/** Prints notices on standard error, one sentence each. */
export async function tell(
  notes: readonly string[],
  { stderr, environment }: Pick<ProgramContext, "stderr" | "environment">,
): Promise<void> {
  const { line } = await import("../text/styled-line.ts");
  const { linesText, lookFor } = await import("../text/terminal-lines.ts");
  // `line` makes the text safe to print: it may come from a project.
  const rows = notes.map((note) => line(`toolwright: ${note}.`));
  await textOutput(stderr).write(linesText(rows, lookFor(stderr, environment)));
}

/** A listener for problems that don't stop the command, such as those of the journal. */
export function noticeOn(program: ProgramContext): (notice: string) => void {
  return (notice) => void tellNotice(notice, program);
}

/** Prints one notice on standard error. */
export function tellNotice(notice: string, program: ProgramContext): Promise<void> {
  return tell([notice.replace(/\.$/, "")], program);
}
