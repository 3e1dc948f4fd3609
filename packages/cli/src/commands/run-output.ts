import type { AgentEvent, AgentRun } from "@toolwright/agent";
import { revealHidden } from "@toolwright/core/internal";
import { phrase } from "../language/phrase.ts";
import { textOutput } from "../output/text-output.ts";
import type { ProgramContext } from "../program-context.ts";
import { errorHead, errorText } from "./outcome-text.ts";

/** Every event as a line of JSON. */
export async function printJsonEvents(run: AgentRun, { stdout }: ProgramContext): Promise<void> {
  const output = textOutput(stdout);
  output.onClose(() => run.cancel("The reader has gone."));
  for await (const event of run) await output.write(`${JSON.stringify(event)}\n`);
}

/** The last text on standard output; on standard error what happens meanwhile. */
export async function printEvents(run: AgentRun, program: ProgramContext): Promise<void> {
  const progress = textOutput(program.stderr);
  for await (const event of run) {
    const line = progressLine(event, program);
    if (line !== null) await progress.write(`${revealHidden(line, "text")}\n`);
  }
  const { text, status, reason } = await run;
  if (text !== "") await textOutput(program.stdout).write(`${revealHidden(text, "text")}\n`);
  if (status !== "done")
    await progress.write(
      `${program.language.translate(status)}: ${revealHidden(reason ?? "", "text")}\n`,
    );
}

function progressLine(event: AgentEvent, { language }: ProgramContext): string | null {
  switch (event.type) {
    case "invocation-prepared":
      return `• ${event.summary}`;
    case "invocation-end": {
      const { outcome } = event;
      if (outcome.error === null) return null;
      const [status = "", ...rest] = errorHead(outcome.status, outcome.error.code);
      return `  ${[language.translate(status), ...rest].join(" ")}: ${errorText(outcome)}`;
    }
    case "step-end":
      return event.finishReason === "tool-calls" && event.text !== "" ? event.text : null;
    case "retry":
      return language.say(
        phrase("The model failed, trying again in {seconds} s: {reason}", {
          seconds: Math.ceil(event.delayMs / 1000),
          reason: event.reason,
        }),
      );
    case "budget-warning":
      return language.say(
        phrase("Budget {budget}: {used} of {limit} are used.", {
          budget: event.budget,
          used: event.used,
          limit: event.limit,
        }),
      );
    default:
      return null;
  }
}
