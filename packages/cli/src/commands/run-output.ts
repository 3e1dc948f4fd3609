import type { AgentEvent, AgentRun } from "@toolwright/agent";
import type { Outcome } from "@toolwright/core";
import { type Language, type Phrase, revealHidden } from "@toolwright/core/internal";
import { phrase } from "../language/phrase.ts";
import { textOutput } from "../output/text-output.ts";
import type { ProgramContext } from "../program-context.ts";
import { knownDisplay } from "../terminal/transcript/known-display.ts";
import { errorHead, errorText } from "./outcome-text.ts";

/** The lines of a failure or a diff that are shown. */
const maxLines = 20;

/** Every event as a line of JSON. */
export async function printJsonEvents(run: AgentRun, { stdout }: ProgramContext): Promise<void> {
  const output = textOutput(stdout);
  output.onClose(() => run.cancel("The reader has gone."));
  for await (const event of run) await output.write(`${JSON.stringify(event)}\n`);
}

/**
 * The last text, or the output of a schema as JSON, on standard output; on standard error what happens meanwhile.
 * `isOnlyOutput`: a text that isn't the output must not reach a program that reads JSON.
 */
export async function printEvents(
  run: AgentRun,
  program: ProgramContext,
  { isOnlyOutput }: { readonly isOnlyOutput: boolean },
): Promise<void> {
  const progress = new Progress(program.language);
  for await (const event of run) {
    for (const text of progress.linesFor(event)) await printProgress(text, program);
  }
  const { text, output, status, reason } = await run;
  if (output !== undefined) {
    await textOutput(program.stdout).write(`${JSON.stringify(output, null, 2)}\n`);
  } else if (text !== "" && !isOnlyOutput)
    await textOutput(program.stdout).write(`${revealHidden(text, "text")}\n`);
  if (status !== "done") await printProgress(`${status}: ${reason ?? ""}`, program);
}

/** Prints a text for the person on standard error. */
export async function printProgress(text: string | Phrase, program: ProgramContext): Promise<void> {
  const line = typeof text === "string" ? text : program.language.say(text);
  await textOutput(program.stderr).write(`${revealHidden(line, "text")}\n`);
}

/** What a person is told of each event. A text of the model comes before the calls that it announces. */
class Progress {
  readonly #language: Language;
  /** The text of each agent's current answer, until a call follows it. */
  readonly #texts = new Map<string, string>();

  constructor(language: Language) {
    this.#language = language;
  }

  linesFor(event: AgentEvent): readonly string[] {
    const { agent, sessionId } = event;
    switch (event.type) {
      case "step-start":
      case "retry":
        this.#texts.delete(sessionId);
        break;
      case "text-delta":
        this.#texts.set(sessionId, (this.#texts.get(sessionId) ?? "") + event.text);
        break;
      default:
    }
    const lines = this.#said(event);
    // The main agent's lines need no name.
    return sessionId.includes("/") ? lines.map((line) => `[${agent}] ${line}`) : lines;
  }

  #said(event: AgentEvent): readonly string[] {
    switch (event.type) {
      case "invocation-prepared": {
        const text = this.#texts.get(event.sessionId) ?? "";
        this.#texts.delete(event.sessionId);
        return [...(text === "" ? [] : [text]), `• ${event.summary}`];
      }
      case "invocation-end":
        return outcomeLines(event.outcome);
      case "retry":
      case "budget-warning":
      case "hook":
      case "instructions-read":
      case "compaction":
        return [this.#language.say(newsPhrase(event))];
      default:
        return [];
    }
  }
}

/** Something beside the work itself that a person is told. */
export type NewsEvent = Extract<
  AgentEvent,
  { type: "retry" | "budget-warning" | "hook" | "instructions-read" | "compaction" }
>;

export function newsPhrase(event: NewsEvent): Phrase {
  switch (event.type) {
    case "retry":
      return phrase("The model failed, trying again in {seconds} s: {reason}", {
        seconds: Math.ceil(event.delayMs / 1000),
        reason: event.reason,
      });
    case "budget-warning":
      return phrase("Budget {budget}: {used} of {limit} are used.", {
        budget: event.budget,
        used: event.used,
        limit: event.limit,
      });
    case "compaction":
      return phrase("The conversation was shortened: {before} → {after} tokens.", {
        before: event.tokensBefore,
        after: event.tokensAfter,
      });
    case "instructions-read":
      return phrase("Instructions read: {path}", { path: event.path });
    case "hook":
      return hookPhrase(event);
  }
}

function hookPhrase({
  hook,
  problem,
  end,
  ...more
}: Extract<AgentEvent, { type: "hook" }>): Phrase {
  if (problem !== undefined)
    return phrase("The hook '{hook}' failed: {problem}", { hook, problem });
  if (end !== undefined) return phrase("The hook '{hook}' ended the run: {end}", { hook, end });
  const reason = more.continue;
  return reason === undefined
    ? phrase("The hook '{hook}' told the model something.", { hook })
    : phrase("The hook '{hook}' makes the agent continue: {reason}", { hook, reason });
}

function outcomeLines(outcome: Outcome): readonly string[] {
  if (outcome.error !== null) {
    const head = errorHead(outcome.status, outcome.error.code).join(" ");
    return [indented(`${head}: ${errorText(outcome)}`)];
  }
  const display = knownDisplay(outcome.display);
  return display?.type === "diff" ? [indented(display.diff)] : [];
}

function indented(text: string): string {
  const lines = text.trimEnd().split("\n");
  const shown = lines.length > maxLines ? [...lines.slice(0, maxLines), "…"] : lines;
  return shown.map((line) => `  ${line}`).join("\n");
}
