import type { ContentPart, Outcome, OutcomeError } from "@toolwright/core";
import { revealHidden, type Language } from "@toolwright/core/internal";
import { textOutput } from "../output/text-output.ts";
import type { ProgramContext } from "../program-context.ts";
import { errorHead, errorText } from "./outcome-text.ts";

/** Loaded only for a terminal, as this import takes as long as all the others. */
const drawing = async () => import("./draw-outcome.ts");

/**
 * Prints an outcome for a person: the tool's text on standard output, errors on standard error. A
 * file or pipe gets the text as it is. A terminal gets it without control sequences, and with
 * readable diffs and command output.
 */
export async function printOutcome(outcome: Outcome, program: ProgramContext): Promise<void> {
  const { stdout, stderr, language } = program;
  const body =
    stdout.isTTY === true
      ? (await drawing()).terminalBody(outcome, besidesError(outcome), stdout, program)
      : plainBody(outcome);
  if (body !== "") await textOutput(stdout).write(body);
  if (outcome.error === null) return;
  await textOutput(stderr).write(
    stderr.isTTY === true
      ? (await drawing()).terminalError(outcome, outcome.error.code, stderr, program)
      : plainError(outcome, outcome.error, language),
  );
}

function plainBody(outcome: Outcome): string {
  const text = besidesError(outcome).map(partText).join("\n");
  return text === "" || text.endsWith("\n") ? text : `${text}\n`;
}

function plainError(outcome: Outcome, { code }: OutcomeError, { translate }: Language): string {
  const [status = "", ...rest] = errorHead(outcome.status, code);
  return `${[translate(status), ...rest].join(" ")}: ${revealHidden(errorText(outcome), "text")}\n`;
}

/** The content without the text of the error. */
function besidesError({ content, error }: Outcome): readonly ContentPart[] {
  if (error === null) return content;
  return content.filter((part) => part.type !== "text" || part.text !== error.message);
}

function partText(part: ContentPart): string {
  switch (part.type) {
    case "text":
      return part.text;
    case "image":
    case "audio":
      return `[${part.type}: ${part.mimeType}, ${Math.floor((part.data.length * 3) / 4)} bytes]`;
    case "resource":
      return part.text ?? `[resource: ${part.uri}]`;
  }
}
