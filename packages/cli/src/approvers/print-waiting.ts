import type { LeftQuestion, SessionApprovals } from "@toolwright/runtime/approvals";
import { timeText } from "../commands/grant-text.ts";
import { phrase } from "../language/phrase.ts";
import { textOutput } from "../output/text-output.ts";
import type { ProgramContext } from "../program-context.ts";
import { line, span } from "../text/styled-line.ts";
import { linesText, lookFor } from "../text/terminal-lines.ts";

/** Tells on standard error which questions wait, and how to answer them. */
export async function printLeftQuestions(
  { waiting }: SessionApprovals,
  program: ProgramContext,
): Promise<void> {
  const { stderr, language } = program;
  const rows = waiting.map(({ id, summary, expiresAtMs }: LeftQuestion) =>
    line(
      span(id, "accent"),
      `  ${summary}`,
      span(`  ${language.say(phrase("until {time}", { time: timeText(expiresAtMs) }))}`, "dim"),
    ),
  );
  const command = `toolwright approve ${waiting.length === 1 ? (waiting[0]?.id ?? "ID") : "ID"}`;
  const how = line(language.say(phrase("To answer: {command}", { command })));
  await textOutput(stderr).write(linesText([...rows, how], lookFor(stderr, program)));
}
