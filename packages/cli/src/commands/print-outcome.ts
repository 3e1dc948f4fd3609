import type { ContentPart, Outcome, OutcomeError } from "@toolwright/core";
import { revealHidden } from "@toolwright/core/internal";
import { textOutput } from "../output/text-output.ts";
import type { ProgramContext } from "../program-context.ts";
import { errorHead } from "./outcome-text.ts";

/** Loaded for a terminal alone: measuring and drawing text takes as long as all the rest. */
const drawing = async () => import("./draw-outcome.ts");

/**
 * Prints an outcome for a person: what the tool says on standard output, errors on standard error.
 * Into a file or pipe the text goes as it is; a terminal gets it with nothing that could control
 * it, and changes and command outputs the way people read them.
 */
export async function printOutcome(outcome: Outcome, program: ProgramContext): Promise<void> {
  const { stdout, stderr, environment } = program;
  const body =
    stdout.isTTY === true
      ? (await drawing()).terminalBody(outcome, besidesError(outcome), stdout, environment)
      : plainBody(outcome);
  if (body !== "") await textOutput(stdout).write(body);
  if (outcome.error === null) return;
  await textOutput(stderr).write(
    stderr.isTTY === true
      ? (await drawing()).terminalError(outcome.status, outcome.error, stderr, environment)
      : plainError(outcome.status, outcome.error),
  );
}

function plainBody(outcome: Outcome): string {
  const text = besidesError(outcome).map(partText).join("\n");
  return text === "" || text.endsWith("\n") ? text : `${text}\n`;
}

function plainError(status: Outcome["status"], { code, message }: OutcomeError): string {
  return `${errorHead(status, code).join(" ")}: ${revealHidden(message, "text")}\n`;
}

/** The content without what is told as the error. */
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
