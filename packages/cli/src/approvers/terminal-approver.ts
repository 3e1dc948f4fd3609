import { createInterface, type Interface } from "node:readline/promises";
import type { ApprovalAnswer, ApprovalQuestion, Approver } from "@toolwright/core";
import type { InputStream, OutputStream } from "../surroundings.ts";
import type { Look } from "../terminal/text/look.ts";
import { linesText } from "../text/terminal-lines.ts";
import { readAnswer } from "./answer-keys.ts";
import { questionLines } from "./question-lines.ts";

export interface TerminalApproverOptions {
  readonly input: InputStream;
  /** Where the question is shown; not where the results go. */
  readonly output: OutputStream;
  readonly look: Look;
  /** Of the workspace: paths below the only one are shown relative to it. */
  readonly roots: readonly string[];
}

/**
 * Asks a person on a plain terminal, one question at a time: what the call would do, its preview,
 * and a line for the answer. Ctrl-C and the end of the input cancel the call.
 */
export function createTerminalApprover(options: TerminalApproverOptions): Approver {
  let last: Promise<unknown> = Promise.resolve();
  return {
    name: "terminal",
    ask(question, signal) {
      const asked = last.then(() => askOne(question, signal, options));
      // The next question waits for this one to end, however it does.
      last = asked.catch(() => undefined);
      return asked;
    },
  };
}

async function askOne(
  question: ApprovalQuestion,
  signal: AbortSignal,
  { input, output, look, roots }: TerminalApproverOptions,
): Promise<ApprovalAnswer | undefined> {
  if (signal.aborted) return undefined;
  output.write(linesText(questionLines(question, look, roots), look));
  const terminal = createInterface({ input, output, terminal: output.isTTY === true });
  const left = new AbortController();
  terminal.once("SIGINT", () => left.abort());
  terminal.once("close", () => left.abort());
  const withdrawn = AbortSignal.any([signal, left.signal]);
  try {
    for (;;) {
      const typed = readAnswer(
        await terminal.question("Allow? ", { signal: withdrawn }),
        question.proposals.length,
      );
      if (typed.kind === "answer") return typed.answer;
      if (typed.kind === "unclear") output.write(`${typed.hint}\n`);
      else {
        const edited = await editInput(question.input, terminal, withdrawn, output);
        if (edited !== undefined) return { outcome: "edit", input: edited };
      }
    }
  } catch (thrown) {
    if (!withdrawn.aborted) throw thrown;
    output.write("\n");
    // Somebody else has answered, or the person left without a word.
    return signal.aborted ? undefined : { outcome: "cancel" };
  } finally {
    terminal.close();
  }
}

/** Lets the person change the input as JSON on one line; undefined goes back to the question. */
async function editInput(
  input: unknown,
  terminal: Interface,
  signal: AbortSignal,
  output: OutputStream,
): Promise<unknown> {
  output.write("Change the input and press Enter; an empty line goes back.\n");
  const asked = terminal.question("", { signal });
  terminal.write(asciiJson(input));
  const line = (await asked).trim();
  if (line === "") return undefined;
  try {
    return JSON.parse(line) as unknown;
  } catch (thrown) {
    output.write(`That is no JSON: ${thrown instanceof Error ? thrown.message : String(thrown)}\n`);
    return undefined;
  }
}

/** JSON on one line with everything but printable ASCII escaped: shown and edited as it stands. */
function asciiJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[^\x20-\x7e]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
