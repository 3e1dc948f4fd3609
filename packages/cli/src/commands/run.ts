import {
  type Agent,
  type AgentBudgets,
  type AgentRun,
  ModelError,
  type PromptPiece,
  type RunStatus,
  systemPrompt,
} from "@toolwright/agent";
import type { Toolwright } from "@toolwright/runtime";
import { agentFrom } from "@toolwright/runtime/internal";
import { wholeNumber } from "../arguments/amounts.ts";
import type { ParsedArguments } from "../arguments/arguments.ts";
import type { Command, CommandRun } from "../arguments/command.ts";
import { globalOptions } from "../arguments/global-flags.ts";
import { attachApprover } from "../approvers/attach-approver.ts";
import { approvalsFrom, printWaiting } from "../approvers/left-questions.ts";
import { textOf, usageError } from "../errors.ts";
import { phrase } from "../language/phrase.ts";
import { listedTools } from "../listed-tools/listed-tools.ts";
import { textOutput } from "../output/text-output.ts";
import type { InputStream, ProgramContext } from "../program-context.ts";
import type { Demo } from "./demo.ts";
import { openSession } from "./open-session.ts";
import { exitStatusOf } from "./outcome-text.ts";
import { printOutcome } from "./print-outcome.ts";
import { outputSchemaFrom } from "./output-schema.ts";
import { goOn, printHowToResume } from "./run-resume.ts";
import { endOfStage, printEvents, printJsonEvents, printProgress } from "./run-output.ts";

/** How long a pipe beside a task may be silent. */
const maxSilenceMs = 2_000;

const exitStatuses: Readonly<Record<RunStatus, number>> = {
  done: 0,
  failed: 1,
  refused: 3,
  cancelled: 130,
};

/** `toolwright run`: an agent works on one task. */
export const run: Command = async (command) => {
  const { arguments: parsed, program } = command;
  const isPromptShown = parsed.has("show-prompt");
  const demo = parsed.has("demo") ? (await import("./demo.ts")).makeDemo() : null;
  const resume = parsed.value("resume");
  const given = demo?.task ?? (isPromptShown ? "" : await taskFrom(parsed, program));
  const outputSchema = await outputSchemaFrom(parsed, program);
  const place = globalOptions(parsed);
  const left = approvalsFrom(parsed, "session");
  const opened = await openSession(
    demo === null ? place : { ...place, workspace: demo.workspace },
    program,
    {
      builtinTools: listedTools,
      thirdPartyTools: "listed",
      resume,
      ...left,
      ...(parsed.has("stage") && { stage: "session" as const }),
    },
  );
  let stopListening = (): void => undefined;
  try {
    const isAttended =
      left.approvals === undefined && !parsed.has("json") && program.stdin.isTTY === true;
    const isUnattended = !isAttended && !parsed.has("yes");
    if (isPromptShown) return await showPrompt(await opened.agentPrompt({ isUnattended }), program);
    attachApprover(
      opened.session,
      { isYes: parsed.has("yes"), isUnattended: !isAttended },
      program,
    );
    const task = given === "" ? goOn(opened.resumed) : given;
    const agent = await agentOf(opened, command, demo, isUnattended);
    if (demo !== null) await printProgress(phrase("The task: {task}", { task }), program);
    const agentRun = agent.run(task, { ...(outputSchema !== undefined && { outputSchema }) });
    stopListening = cancelOnSignal(agentRun, program);
    if (parsed.has("json")) await printJsonEvents(agentRun, opened.session, program);
    else
      await printEvents(agentRun, program, {
        session: opened.session,
        isOnlyOutput: outputSchema !== undefined,
      });
    const { status } = await agentRun;
    const staged = await endOfStage(opened.session);
    await printWaiting(opened.approvals, program);
    if (demo === null && status !== "done") await printHowToResume(opened, command);
    if (staged !== undefined && !parsed.has("json")) await printOutcome(staged, program);
    return status === "done" && staged !== undefined ? exitStatusOf(staged) : exitStatuses[status];
  } finally {
    await opened.close();
    stopListening();
  }
};

/** Errors: UsageError without a model, or for one that can't be opened. */
async function agentOf(
  opened: Toolwright,
  { arguments: parsed }: CommandRun,
  demo: Demo | null,
  isUnattended: boolean,
): Promise<Agent> {
  const model =
    demo?.model ??
    parsed.value("model") ??
    opened.resumed?.model ??
    agentFrom(opened.settings.files).model;
  if (model === undefined) {
    throw usageError(
      phrase(
        "No model: give {flag}, or set {key} in the settings. For a server of your own: {local}. To see an agent work without one: {demo}",
        {
          flag: "--model openai/ID | anthropic/ID | google/ID",
          key: '"model"',
          local: "--model compatible/ID --base-url http://127.0.0.1:11434/v1",
          demo: "toolwright run --demo",
        },
      ),
    );
  }
  try {
    return await opened.agent({
      model,
      baseUrl: parsed.value("base-url"),
      budgets: budgetsFrom(parsed),
      isUnattended,
    });
  } catch (thrown) {
    throw thrown instanceof ModelError ? usageError(textOf(thrown)) : thrown;
  }
}

/** The first signal cancels the run, a second one ends the process. Returns a function that stops listening. */
function cancelOnSignal(agentRun: AgentRun, program: ProgramContext): () => void {
  let isInterrupted = false;
  return program.onInterrupt(() => {
    if (isInterrupted) program.exit(exitStatuses.cancelled);
    isInterrupted = true;
    agentRun.cancel("Interrupted.");
  });
}

/** The task of the command line, with what comes through a pipe behind it. Empty only with --resume. */
async function taskFrom(parsed: ParsedArguments, program: ProgramContext): Promise<string> {
  const words = parsed.positionals.join(" ").trim();
  const isOptional = parsed.has("resume");
  const piped = (await pipedText(program, words === "" && !isOptional)).trim();
  const task = [words, piped].filter((text) => text !== "").join("\n\n");
  if (task !== "" || isOptional) return task;
  throw usageError(
    phrase("Say what to do: {usage}. The task may also come through a pipe.", {
      usage: 'toolwright run "TASK"',
    }),
  );
}

/** Beside a task in words, a pipe in which nothing comes is left alone: whoever opened it may never close it. */
async function pipedText({ stdin }: ProgramContext, isNeeded: boolean): Promise<string> {
  if (stdin.isTTY === true) return "";
  if (!isNeeded && !(await speaks(stdin))) return "";
  const chunks: Buffer[] = [];
  for await (const chunk of stdin) chunks.push(Buffer.from(chunk as Buffer | string));
  return Buffer.concat(chunks).toString("utf8");
}

function speaks(stdin: InputStream): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      // Waiting for it would keep the process alive.
      stdin.destroy();
      resolve(false);
    }, maxSilenceMs);
    const onNews = (): void => {
      clearTimeout(timer);
      resolve(true);
    };
    for (const event of ["readable", "end", "close", "error"]) stdin.once(event, onNews);
  });
}

/** A token has about four characters of English. */
async function showPrompt(
  pieces: readonly PromptPiece[],
  { stdout, stderr, language }: ProgramContext,
): Promise<number> {
  await textOutput(stdout).write(`${systemPrompt(pieces)}\n`);
  for (const { name, text } of pieces) {
    const tokens = Math.ceil(text.length / 4);
    const line = language.say(phrase("{name}: about {tokens} tokens", { name, tokens }));
    await textOutput(stderr).write(`${line}\n`);
  }
  return 0;
}

function budgetsFrom(parsed: ParsedArguments): AgentBudgets {
  const steps = parsed.value("max-steps");
  return steps === undefined ? {} : { maxSteps: wholeNumber("--max-steps", steps) };
}
