import type { ProgramContext } from "../program-context.ts";
import { textOutput } from "./text-output.ts";

/** Says on standard error what a person should know while work goes on: a sentence each. */
export async function tell(
  notes: readonly string[],
  { stderr, environment }: Pick<ProgramContext, "stderr" | "environment">,
): Promise<void> {
  const { line } = await import("../text/styled-line.ts");
  const { linesText, lookFor } = await import("../text/terminal-lines.ts");
  // A project's rules are anybody's text.
  const rows = notes.map((note) => line(`toolwright: ${note}.`));
  await textOutput(stderr).write(linesText(rows, lookFor(stderr, environment)));
}

/** For what goes wrong beside the work, as with the journal. */
export function noticeOn(program: ProgramContext): (notice: string) => void {
  return (notice) => void tellNotice(notice, program);
}

/** Resolves once it is written. */
export function tellNotice(notice: string, program: ProgramContext): Promise<void> {
  return tell([notice.replace(/\.$/, "")], program);
}
