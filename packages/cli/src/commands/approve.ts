import { userInfo } from "node:os";
import { dirname, resolve } from "node:path";
import { createInterface } from "node:readline/promises";
import { revealHidden } from "@toolwright/core/internal";
import {
  answerQuestion,
  ApprovalError,
  ApprovalState,
  type LeftQuestion,
  type PortableAnswer,
  questionId,
  readQuestion,
  readQuestionFile,
  type ReadQuestion,
  replaceQuestionFile,
} from "@toolwright/runtime/approvals";
import { readAnswer } from "../approvers/answer-keys.ts";
import { portableQuestionLines } from "../approvers/portable-question-lines.ts";
import { wholeNumber } from "../arguments/amounts.ts";
import type { ParsedArguments } from "../arguments/arguments.ts";
import type { Command } from "../arguments/command.ts";
import { usageError } from "../errors.ts";
import { canConfirm } from "../input/confirm.ts";
import { phrase } from "../language/phrase.ts";
import { textOutput } from "../output/text-output.ts";
import type { ProgramContext } from "../program-context.ts";
import { shellWord, workspaceFlag } from "../text/shell-word.ts";
import { linesText, lookFor } from "../text/terminal-lines.ts";
import { placesOf } from "./policy-controller.ts";
import { printProgress } from "./run-output.ts";

interface Found {
  readonly file: string;
  readonly text: string;
  readonly read: ReadQuestion;
  /** Null for a question of another machine, or one that was forgotten. */
  readonly left: LeftQuestion | null;
}

/** `toolwright approve`: shows a question that was left for later, and signs its answer. */
export const approve: Command = async ({ arguments: parsed, program }) => {
  const [named, extra] = parsed.positionals;
  if (named === undefined || extra !== undefined) {
    throw usageError(
      phrase("Name one question: {usage}. To list them: {list}", {
        usage: "toolwright approve ID|FILE",
        list: "toolwright approvals list",
      }),
    );
  }
  const flagged = answerFrom(parsed);
  if (flagged === null && !canConfirm(program)) {
    throw usageError(
      phrase("There is no terminal to prompt on. Give {flags}.", {
        flags: '--once, --session or --deny "WHY"',
      }),
    );
  }
  const state = new ApprovalState(placesOf(parsed, program).stateDirectory);
  try {
    const found = find(named, state, program);
    checkOpen(found.read, state);
    await show(found, state, program);
    const answer = flagged ?? (await askedFor(found.read, program));
    if (answer === null) {
      await printProgress(phrase("Left without an answer."), program);
      return 3;
    }
    if (readQuestionFile(found.file) !== found.text) {
      throw new ApprovalError("The question has changed meanwhile. Look at it again.");
    }
    // Exactly the text that was shown is signed, whatever happens to the file.
    const text = answerQuestion(found.text, { ...answer, by: userInfo().username }, state.key);
    replaceQuestionFile(found.file, text);
    await tell(found, answer, program);
    return 0;
  } catch (thrown) {
    if (!ApprovalError.isInstance(thrown)) throw thrown;
    await printProgress(`toolwright: ${thrown.message}`, program);
    return 1;
  }
};

/** Null when no flag answers. Errors: CommandError `usage`. */
function answerFrom(parsed: ParsedArguments): PortableAnswer | null {
  const reason = parsed.value("deny");
  const rule = parsed.value("rule");
  const given = [parsed.has("once"), parsed.has("session"), reason !== undefined];
  if (given.filter(Boolean).length > 1) {
    throw usageError(phrase("Give only one of {flags}.", { flags: "--once, --session, --deny" }));
  }
  if (rule !== undefined && !parsed.has("session")) {
    throw usageError(phrase("{flag} needs {other}.", { flag: "--rule", other: "--session" }));
  }
  if (reason !== undefined) return { outcome: "deny", ...(reason !== "" && { reason }) };
  if (parsed.has("once")) return { outcome: "once" };
  if (!parsed.has("session")) return null;
  return { outcome: "session", proposal: rule === undefined ? 0 : wholeNumber("--rule", rule) - 1 };
}

/** Errors: CommandError `usage` for an unknown question; ApprovalError for one that isn't valid. */
function find(named: string, state: ApprovalState, { cwd }: ProgramContext): Found {
  const left = questionId.test(named) ? state.find(named) : null;
  const file = left === null ? resolve(cwd, named) : left.file;
  const text = file === null ? null : readQuestionFile(file);
  if (file === null || text === null) {
    throw usageError(
      phrase("There is no question '{name}'. To list those of this folder: {list}", {
        name: named,
        list: "toolwright approvals list",
      }),
    );
  }
  const read = readQuestion(text);
  if (left !== null && (read.question.id !== left.id || read.question.nonce !== left.nonce)) {
    throw new ApprovalError(`${file} holds another question than ${named}.`);
  }
  return { file, text, read, left: left ?? state.find(read.question.id) };
}

function checkOpen({ question, key }: ReadQuestion, state: ApprovalState): void {
  const isOwn = key === state.key.name;
  if (isOwn && state.isSpent(question.nonce)) {
    throw new ApprovalError(`${question.id} was answered and used before.`);
  }
  if ((isOwn ? state.time() : Date.now()) >= question.expiresAtMs) {
    throw new ApprovalError(`${question.id} has expired. Make the call again for a new question.`);
  }
}

async function show(
  { read, left }: Found,
  state: ApprovalState,
  program: ProgramContext,
): Promise<void> {
  const { stderr } = program;
  const look = lookFor(stderr, program);
  const roots = left === null ? [] : [left.workspace];
  try {
    const lines = portableQuestionLines(read, { look, roots, ownKey: state.key.name });
    await textOutput(stderr).write(linesText(lines, look));
  } catch (thrown) {
    throw new ApprovalError("The question can't be shown whole, so it can't be answered.", thrown);
  }
}

/** Null when the person leaves without an answer. */
async function askedFor(
  { question: { asked } }: ReadQuestion,
  { stdin, stderr, language: { say } }: ProgramContext,
): Promise<PortableAnswer | null> {
  const terminal = createInterface({ input: stdin, output: stderr, terminal: true });
  const left = new AbortController();
  terminal.once("SIGINT", () => left.abort());
  terminal.once("close", () => left.abort());
  try {
    for (;;) {
      const typed = await terminal.question(say(phrase("Allow? ")), { signal: left.signal });
      if (typed.trim() === "") return null;
      const answer = readAnswer(typed, { proposals: asked.proposals, stage: asked.stage });
      if (answer.kind === "unclear") stderr.write(`${say(answer.hint)}\n`);
      else if (answer.kind === "answer") {
        const { outcome } = answer.answer;
        if (outcome === "cancel") return null;
        if (outcome === "once") return { outcome };
        if (outcome === "session") return { outcome, proposal: answer.answer.proposal ?? 0 };
        if (outcome === "reject") {
          const { feedback } = answer.answer;
          return { outcome: "deny", ...(feedback !== undefined && { reason: feedback }) };
        }
      }
      stderr.write(`${say(phrase("Type y, n with a reason, s, or nothing to leave it."))}\n`);
    }
  } catch (thrown) {
    if (left.signal.aborted) return null;
    throw thrown;
  } finally {
    terminal.close();
  }
}

async function tell(
  { file, left, read }: Found,
  { outcome }: PortableAnswer,
  program: ProgramContext,
): Promise<void> {
  const { stdout, language } = program;
  const { id } = read.question;
  const said =
    outcome === "deny"
      ? phrase("Denied {id}.", { id })
      : outcome === "once"
        ? phrase("Allowed {id} once.", { id })
        : phrase("Allowed {id} for the session.", { id });
  const rows = [language.say(said)];
  rows.push(
    language.say(
      left === null
        ? phrase("Now bring {file} back to the machine that asked.", { file })
        : phrase("If nothing waits for it: {command}", { command: howToGoOn(left, file, program) }),
    ),
  );
  await textOutput(stdout).write(rows.map((row) => `${revealHidden(row, "text")}\n`).join(""));
}

function howToGoOn(
  { scope, workspace }: LeftQuestion,
  file: string,
  program: ProgramContext,
): string {
  const flag = workspaceFlag(workspace, program);
  return scope === "any"
    ? `toolwright call …${flag} --approved ${shellWord(file)}`
    : `toolwright run --resume ${scope}${flag} --approvals ${shellWord(dirname(file))}`;
}
