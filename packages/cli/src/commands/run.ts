import {
  Agent,
  type AgentBudgets,
  type AgentDefinition,
  type AgentResult,
  type AgentRun,
  type Model,
  ModelError,
  openModel,
  type PromptPiece,
  promptPieces,
  readInstructions,
  type RunStatus,
  SubAgents,
  systemPrompt,
} from "@toolwright/agent";
import type { HostCapabilities, ModelSummary } from "@toolwright/core";
import type { Phrase } from "@toolwright/core/internal";
import type { Toolwright } from "@toolwright/runtime";
import { type AgentChoice, agentFrom } from "@toolwright/runtime/internal";
import { wholeNumber } from "../arguments/amounts.ts";
import type { ParsedArguments } from "../arguments/arguments.ts";
import type { Command, CommandRun } from "../arguments/command.ts";
import { globalOptions } from "../arguments/global-flags.ts";
import { attachApprover } from "../approvers/attach-approver.ts";
import { textOf, usageError } from "../errors.ts";
import { phrase } from "../language/phrase.ts";
import { listedTools } from "../listed-tools/listed-tools.ts";
import { tell } from "../output/notices.ts";
import { textOutput } from "../output/text-output.ts";
import type { InputStream, ProgramContext } from "../program-context.ts";
import type { Demo } from "./demo.ts";
import { agentDefinitions } from "./agent-definitions.ts";
import { openSession } from "./open-session.ts";
import { printEvents, printJsonEvents, printProgress } from "./run-output.ts";

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
  const task = demo?.task ?? (isPromptShown ? "" : await taskFrom(parsed, program));
  const host: HostCapabilities = {};
  const agents = new SubAgents();
  const place = globalOptions(parsed);
  const opened = await openSession(
    demo === null ? place : { ...place, workspace: demo.workspace },
    program,
    {
      host,
      agents,
      builtinTools: listedTools,
      declareAgentTools: true,
      thirdPartyTools: "listed",
    },
  );
  try {
    const choice = agentFrom(opened.settings.files);
    agents.use({
      definitions: await definitionsFor(opened, program),
      models: choice.models.map(modelSummary),
      openModel: (name) => openNamed(name, choice, parsed, program),
    });
    const isAttended = !parsed.has("json") && program.stdin.isTTY === true;
    const pieces = await piecesFor(opened, agents, isAttended || parsed.has("yes"), program);
    if (isPromptShown) return await showPrompt(pieces, program);
    const model = demo?.model ?? (await modelFor(choice, parsed, program));
    attachApprover(
      opened.session,
      { isYes: parsed.has("yes"), isUnattended: !isAttended },
      program,
    );
    const agent = new Agent({
      session: opened.session,
      model,
      system: systemPrompt(pieces),
      budgets: budgetsFrom(choice, parsed),
      agents,
    });
    host.askModel = agent.askModel;
    if (demo !== null) await printProgress(phrase("The task: {task}", { task }), program);
    const { status } = await work(agent.run(task), command);
    if (demo !== null) await printProgress(undoDemo(demo), program);
    return exitStatuses[status];
  } finally {
    await opened.close();
  }
};

function undoDemo({ workspace }: Demo): Phrase {
  return phrase("The project is in {folder}. To undo the change: {command}", {
    folder: workspace,
    command: `toolwright undo --workspace ${workspace}`,
  });
}

/** Prints the run's events until its end. The first signal cancels the run, a second one ends the process. */
async function work(
  agentRun: AgentRun,
  { arguments: parsed, program }: CommandRun,
): Promise<AgentResult> {
  let isInterrupted = false;
  const stop = program.onInterrupt(() => {
    if (isInterrupted) program.exit(exitStatuses.cancelled);
    isInterrupted = true;
    agentRun.cancel("Interrupted.");
  });
  try {
    await (parsed.has("json") ? printJsonEvents : printEvents)(agentRun, program);
    return await agentRun;
  } finally {
    stop();
  }
}

/** The task of the command line, with what comes through a pipe behind it. */
async function taskFrom(parsed: ParsedArguments, program: ProgramContext): Promise<string> {
  const words = parsed.positionals.join(" ").trim();
  const piped = (await pipedText(program, words === "")).trim();
  const task = [words, piped].filter((text) => text !== "").join("\n\n");
  if (task !== "") return task;
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

async function definitionsFor(
  opened: Toolwright,
  program: ProgramContext,
): Promise<readonly AgentDefinition[]> {
  const { definitions, problems } = await agentDefinitions(opened);
  await tell(
    problems.map((problem) => phrase("{file} is no agent: {reason}", { ...problem })),
    program,
  );
  return definitions;
}

async function piecesFor(
  toolwright: Toolwright,
  { agents }: SubAgents,
  isAttended: boolean,
  program: ProgramContext,
): Promise<readonly PromptPiece[]> {
  const { session, settings } = toolwright;
  const { workspace, policy } = session;
  const memory = await toolwright.memory();
  const found = await readInstructions(workspace);
  const isTrusted = settings.trust.state === "trusted";
  if (found.length > 0 && !isTrusted) {
    const files = found.map(({ path }) => path).join(", ");
    const notice = phrase("{files} not read: this folder isn't trusted. To trust it: {command}", {
      files,
      command: "toolwright policy trust",
    });
    await tell([notice], program);
  }
  return promptPieces({
    cwd: workspace.cwd,
    roots: workspace.roots,
    platform: process.platform,
    mode: policy.mode,
    isUnattended: !isAttended,
    instructions: isTrusted ? found : [],
    agents,
    more: memory === "" ? [] : [{ name: "memory", text: memory }],
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

async function modelFor(
  choice: AgentChoice,
  parsed: ParsedArguments,
  program: ProgramContext,
): Promise<Model> {
  if (!choice.isEnabled) {
    throw usageError(phrase("The settings turn the agent off: agent.enabled is false."));
  }
  const name = parsed.value("model") ?? choice.model;
  if (name === undefined) {
    throw usageError(
      phrase("No model: give {flag}, or set {key} in the settings.", {
        flag: "--model VENDOR/ID",
        key: '"model"',
      }),
    );
  }
  try {
    return await openNamed(name, choice, parsed, program);
  } catch (thrown) {
    throw thrown instanceof ModelError ? usageError(textOf(thrown)) : thrown;
  }
}

function openNamed(
  name: string,
  choice: AgentChoice,
  parsed: ParsedArguments,
  { environment }: ProgramContext,
): Promise<Model> {
  const baseUrl = parsed.value("base-url");
  const price = choice.priceOf(name);
  return openModel(name, {
    environment,
    ...(baseUrl !== undefined && { baseUrl }),
    ...(price !== undefined && {
      price: {
        inputUsd: price.input,
        outputUsd: price.output,
        cachedInputUsd: price.cachedInput ?? price.input,
      },
    }),
  });
}

function modelSummary({
  id,
  tags = [],
  contextTokens,
}: AgentChoice["models"][number]): ModelSummary {
  return { id, tags, ...(contextTokens !== undefined && { contextTokens }) };
}

function budgetsFrom(choice: AgentChoice, parsed: ParsedArguments): AgentBudgets {
  const given = parsed.value("max-steps");
  const asked = given === undefined ? [] : [wholeNumber("--max-steps", given)];
  const steps = [...asked, ...(choice.maxSteps === undefined ? [] : [choice.maxSteps])];
  return {
    ...(steps.length > 0 && { maxSteps: Math.min(...steps) }),
    ...(choice.maxToolCalls !== undefined && { maxToolCalls: choice.maxToolCalls }),
    ...(choice.timeoutMs !== undefined && { maxDurationMs: choice.timeoutMs }),
  };
}
