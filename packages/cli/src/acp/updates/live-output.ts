import type { SessionUpdate, ToolCallContent } from "@agentclientprotocol/sdk";
import type { Outcome } from "@toolwright/core";
import { verbatimContent } from "./tool-call-content.ts";

/** The last characters of a running command's output that are shown. */
const maxTail = 8_000;

type Meta = Record<string, unknown>;

interface RunningOutput {
  /** Output that no update has sent yet. */
  waiting: string;
  tail: string;
  /** Whether the client draws it in a terminal. */
  readonly isTerminal: boolean;
  hasBeenSent: boolean;
}

interface EndOfOutput {
  readonly before: readonly SessionUpdate[];
  readonly content?: ToolCallContent[];
  readonly _meta?: Meta;
}

/**
 * The output of running commands. It is collected, because an update replaces all of a call's content, and a command
 * may print a thousand times a second.
 *
 * Some clients (Zed) draw it in a terminal, which they create without running anything: metadata names the terminal,
 * appends output and ends it.
 */
export class LiveOutput {
  readonly #drawsTerminals: boolean;
  readonly #running = new Map<string, RunningOutput>();

  constructor(drawsTerminals: boolean) {
    this.#drawsTerminals = drawsTerminals;
  }

  get isWaiting(): boolean {
    return [...this.#running.values()].some(({ waiting }) => waiting !== "");
  }

  /** The parts of a new call that tell the client to draw a terminal. */
  begin(toolCallId: string): { readonly content?: ToolCallContent[]; readonly _meta?: Meta } {
    if (!this.#drawsTerminals) return {};
    this.#running.set(toolCallId, output(true));
    return {
      content: [{ type: "terminal", terminalId: toolCallId }],
      _meta: { terminal_info: { terminal_id: toolCallId } },
    };
  }

  add(toolCallId: string, text: string): void {
    const running = this.#running.get(toolCallId) ?? output(false);
    this.#running.set(toolCallId, running);
    running.waiting = lastOf(running.waiting + text, running.isTerminal ? 8 * maxTail : maxTail);
  }

  take(): SessionUpdate[] {
    return Array.from(this.#running).flatMap(([id, running]) => takeFrom(id, running));
  }

  end(toolCallId: string, outcome: Outcome): EndOfOutput {
    const running = this.#running.get(toolCallId);
    this.#running.delete(toolCallId);
    if (running?.isTerminal !== true) return { before: [] };
    const before = takeFrom(toolCallId, running);
    if (!running.hasBeenSent) return { before: [], ...endWithoutOutput(toolCallId, outcome) };
    return { before, ...terminalEnd(toolCallId, outcome) };
  }
}

function output(isTerminal: boolean): RunningOutput {
  return { waiting: "", tail: "", isTerminal, hasBeenSent: false };
}

function takeFrom(toolCallId: string, running: RunningOutput): SessionUpdate[] {
  const { waiting, isTerminal } = running;
  if (waiting === "") return [];
  running.waiting = "";
  running.hasBeenSent = true;
  running.tail = lastOf(running.tail + waiting, maxTail);
  return [
    {
      sessionUpdate: "tool_call_update",
      toolCallId,
      ...(isTerminal
        ? { _meta: terminalOutput(toolCallId, waiting) }
        : { content: [verbatimContent(running.tail, "console")] }),
    },
  ];
}

/** A command that printed nothing while it ran has its whole output in its display, if it ran. */
function endWithoutOutput(toolCallId: string, outcome: Outcome): Partial<EndOfOutput> {
  const { display } = outcome;
  if (display?.type !== "terminal") return {};
  const end = terminalEnd(toolCallId, outcome);
  return { ...end, _meta: { ...end._meta, ...terminalOutput(toolCallId, display.output) } };
}

function terminalEnd(
  toolCallId: string,
  { structured, error }: Outcome,
): { readonly content: ToolCallContent[]; readonly _meta: Meta } {
  const { exitCode = null, signal = null } = { ...(structured ?? error?.details) } as {
    readonly exitCode?: number | null;
    readonly signal?: string | null;
  };
  // Whatever ended it otherwise, such as a time limit, is said in words.
  const failure = error !== null && exitCode === null ? [verbatimContent(error.message)] : [];
  return {
    content: [{ type: "terminal", terminalId: toolCallId }, ...failure],
    _meta: { terminal_exit: { terminal_id: toolCallId, exit_code: exitCode, signal } },
  };
}

function terminalOutput(toolCallId: string, data: string): Meta {
  // A terminal needs carriage returns.
  return {
    terminal_output: { terminal_id: toolCallId, data: data.replaceAll(/\r?\n/g, "\r\n") },
  };
}

function lastOf(text: string, length: number): string {
  return text.length <= length ? text : text.slice(-length).toWellFormed();
}
