import { messageOf } from "@toolwright/core/internal";
import { phrase } from "../language/phrase.ts";
import { createInterface, type Interface } from "node:readline/promises";
import type {
  ApprovalAnswer,
  ApprovalQuestion,
  Approver,
  Elicitation,
  ElicitationAnswer,
} from "@toolwright/core";
import type { InputStream, OutputStream } from "../program-context.ts";
import type { Theme } from "../text/theme.ts";
import { emptyLine } from "../text/styled-line.ts";
import { linesText } from "../text/terminal-lines.ts";
import { readAnswer } from "./answer-keys.ts";
import { elicitationLines, fieldLines } from "./form/elicitation-lines.ts";
import { formFields } from "./form/form-fields.ts";
import { readField } from "./form/read-field.ts";
import { questionLines } from "./question-lines.ts";

export interface TerminalApproverOptions {
  readonly input: InputStream;
  /** Shows the question; results go elsewhere. */
  readonly output: OutputStream;
  readonly look: Theme;
  /** The workspace's roots. Paths below a single root are shown relative to it. */
  readonly roots: readonly string[];
}

/**
 * Asks a person on a plain terminal, one question at a time: what the call would do, its preview,
 * and a line for the answer. Ctrl-C and the end of the input cancel the call.
 */
export function createTerminalApprover(options: TerminalApproverOptions): Approver {
  let last: Promise<unknown> = Promise.resolve();
  // The next question waits until this one ends, whatever its outcome.
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const asked = last.then(work);
    last = asked.catch(() => undefined);
    return asked;
  };
  return {
    name: "terminal",
    ask: (question, signal) => inTurn(() => askOne(question, signal, options)),
    elicit: (elicitation, signal) => inTurn(() => elicitOne(elicitation, signal, options)),
  };
}

function askOne(
  question: ApprovalQuestion,
  signal: AbortSignal,
  options: TerminalApproverOptions,
): Promise<ApprovalAnswer | undefined> {
  const { output, look, roots } = options;
  const { say } = look.language;
  const cancel: ApprovalAnswer = { outcome: "cancel" };
  return conversing(signal, options, cancel, async (terminal, withdrawn) => {
    output.write(linesText(questionLines(question, look, roots), look));
    for (;;) {
      const typed = readAnswer(
        await terminal.question(
          say(question.stage === "commit" ? phrase("Commit? ") : phrase("Allow? ")),
          { signal: withdrawn },
        ),
        question,
      );
      if (typed.kind === "answer") return typed.answer;
      if (typed.kind === "unclear") output.write(`${say(typed.hint)}\n`);
      else {
        const edited = await editInput(question.input, terminal, withdrawn, options);
        if (edited !== undefined) return { outcome: "edit", input: edited };
      }
    }
  });
}

function elicitOne(
  elicitation: Elicitation,
  signal: AbortSignal,
  options: TerminalApproverOptions,
): Promise<ElicitationAnswer | undefined> {
  const { output, look } = options;
  const { say } = look.language;
  const cancel: ElicitationAnswer = { action: "cancel" };
  return conversing(signal, options, cancel, async (terminal, withdrawn) => {
    output.write(linesText([emptyLine, ...elicitationLines(elicitation, look.language)], look));
    const isForm = elicitation.kind === "form";
    const asked = isForm
      ? phrase("Answer it? y, n or c (cancel): ")
      : phrase("Have you opened it? y, n or c (cancel): ");
    const consent = await consentTo(say(asked), terminal, withdrawn);
    if (consent !== "accept") return { action: consent };
    if (!isForm) return { action: "accept" };
    const content: Record<string, unknown> = {};
    for (const field of formFields(elicitation.schema)) {
      output.write(linesText(fieldLines(field, look.language), look));
      for (;;) {
        const typed = readField(field, await terminal.question("> ", { signal: withdrawn }));
        if (typed.kind === "problem") output.write(`${say(typed.message)}\n`);
        else {
          if (typed.kind === "value") content[field.name] = typed.value;
          break;
        }
      }
    }
    return { action: "accept", content };
  });
}

async function consentTo(
  text: string,
  terminal: Interface,
  signal: AbortSignal,
): Promise<ElicitationAnswer["action"]> {
  for (;;) {
    const typed = (await terminal.question(text, { signal })).trim().toLowerCase();
    if (typed === "y" || typed === "yes") return "accept";
    if (typed === "n" || typed === "no") return "decline";
    if (typed === "c" || typed === "cancel") return "cancel";
  }
}

/** `left`: the answer when the person leaves by Ctrl-C or at the end of the input. */
async function conversing<Answer>(
  signal: AbortSignal,
  { input, output }: TerminalApproverOptions,
  left: Answer,
  talk: (terminal: Interface, withdrawn: AbortSignal) => Promise<Answer>,
): Promise<Answer | undefined> {
  if (signal.aborted) return undefined;
  const terminal = createInterface({ input, output, terminal: output.isTTY === true });
  const leaving = new AbortController();
  terminal.once("SIGINT", () => leaving.abort());
  terminal.once("close", () => leaving.abort());
  const withdrawn = AbortSignal.any([signal, leaving.signal]);
  try {
    return await talk(terminal, withdrawn);
  } catch (thrown) {
    if (!withdrawn.aborted) throw thrown;
    output.write("\n");
    // Either another approver has answered, or the person left.
    return signal.aborted ? undefined : left;
  } finally {
    terminal.close();
  }
}

/** Lets the person edit the input as one line of JSON; undefined means back to the question. */
async function editInput(
  input: unknown,
  terminal: Interface,
  signal: AbortSignal,
  { output, look }: TerminalApproverOptions,
): Promise<unknown> {
  const { say } = look.language;
  const hint = say(phrase("Change the input and press Enter. An empty line goes back."));
  output.write(`${hint}\n`);
  const asked = terminal.question("", { signal });
  terminal.write(asciiJson(input));
  const line = (await asked).trim();
  if (line === "") return undefined;
  try {
    return JSON.parse(line) as unknown;
  } catch (thrown) {
    output.write(`${say(phrase("Invalid JSON: {reason}", { reason: messageOf(thrown) }))}\n`);
    return undefined;
  }
}

/** JSON on one line with everything but printable ASCII escaped, so that all of it is visible. */
function asciiJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[^\x20-\x7e]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
