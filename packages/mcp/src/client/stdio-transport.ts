import { setImmediate as nextTurn, setTimeout as pause } from "node:timers/promises";
import type { JSONRPCMessage, JSONRPCRequest, Transport } from "@modelcontextprotocol/client";
import type { ProcessHost } from "@toolwright/core";
import { messageOf } from "@toolwright/core/internal";
import type { ProcessEnd, ProcessRequest, RunningProcess } from "@toolwright/core/ports";
import { answerTooLong } from "./failure.ts";
import { LastWords } from "./last-words.ts";
import { type MessageLine, MessageLines } from "./message-lines.ts";

export interface StdioTransportOptions {
  readonly processes: ProcessHost;
  readonly request: Pick<ProcessRequest, "program" | "arguments" | "cwd" | "environment">;
  /** Sent first. Its answer, however late, goes only to `onAnswer`. */
  readonly opening?: {
    readonly request: JSONRPCRequest;
    readonly onAnswer: (answer: JSONRPCMessage) => void;
  };
}

const maxMessageBytes = 64 * 1024 * 1024;
/** How long to wait for a process to end after a failed write. */
const endGraceMs = 250;
/**
 * The pause between closing the input and the signals. Servers that react to the end of their input exit within
 * 100 ms.
 */
const closeGraceMs = 400;

/**
 * Sends messages over the standard streams of a process. The process runs in its own group with a scrubbed
 * environment, and its descendants end with it. The last lines of standard error are kept, as are lines on
 * standard output that are not messages.
 *
 * Errors: `start` rejects with the process host's error; `send` rejects when the process no longer reads.
 */
export class StdioTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  /** The client recognises a pipe by these two fields. */
  readonly stderr = null;
  pid: number | null = null;
  readonly lastWords = new LastWords();
  /** How the process ended; null while it runs. */
  end: ProcessEnd | null = null;
  readonly #options: StdioTransportOptions;
  readonly #lines: MessageLines;
  /** Messages received but not delivered yet. */
  readonly #waiting: JSONRPCMessage[] = [];
  #isDelivering = false;
  #isStarted = false;
  #starting: Promise<RunningProcess> | null = null;
  #closing: Promise<void> | null = null;
  #isClosed = false;

  constructor(options: StdioTransportOptions) {
    this.#options = options;
    this.#lines = new MessageLines(maxMessageBytes, (line) => this.#take(line));
  }

  /** Starts the process without waiting for it; `start` reports failures. */
  launch(): void {
    this.#starting ??= this.#launch();
    this.#starting.catch(() => undefined);
  }

  async start(): Promise<void> {
    this.launch();
    await this.#starting;
    this.#isStarted = true;
    void this.#deliverAll();
  }

  async send(message: JSONRPCMessage): Promise<void> {
    const running = await this.#starting;
    const isTaken = await running?.input?.write(`${JSON.stringify(message)}\n`);
    if (isTaken === true) return;
    // The process has probably ended, and how it ended explains more.
    await Promise.race([running?.ended.catch(() => undefined), pause(endGraceMs)]);
    throw new Error("The server no longer reads its input.");
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #launch(): Promise<RunningProcess> {
    const { processes, request, opening } = this.#options;
    const running = await processes.start({
      ...request,
      keepsInputOpen: true,
      onOutput: (chunk, stream) => {
        if (stream === "stdout") this.#lines.push(chunk);
        else this.lastWords.push(chunk);
      },
    });
    this.pid = running.processId;
    void running.ended.then(
      (end) => {
        this.end = end;
        this.#closed();
      },
      (thrown: unknown) => {
        this.lastWords.add(messageOf(thrown));
        this.#closed();
      },
    );
    // Written before `send` can write. If the process does not read, `send` reports it.
    if (opening !== undefined) void running.input?.write(`${JSON.stringify(opening.request)}\n`);
    return running;
  }

  #closed(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.onclose?.();
  }

  async #close(): Promise<void> {
    const running = await this.#starting?.catch(() => undefined);
    if (running !== undefined) {
      running.input?.end();
      let timer: ReturnType<typeof setTimeout> | undefined;
      const grace = new Promise((resolve) => {
        timer = setTimeout(resolve, closeGraceMs);
      });
      await Promise.race([running.ended.catch(() => undefined), grace]);
      clearTimeout(timer);
      // Also stops what an ended process left in its group.
      await running.stop().catch(() => undefined);
    }
    this.#closed();
  }

  #take(line: MessageLine): void {
    if (line.kind === "too-long") {
      this.#refuse(line);
      return;
    }
    const parsed = parseMessage(line.text);
    if (parsed === null) {
      // A banner or debugging output; it may be the only clue to why a server ends.
      this.lastWords.add(line.text);
      return;
    }
    for (const message of parsed) this.#deliver(message);
  }

  #deliver(message: JSONRPCMessage): void {
    const { opening } = this.#options;
    if (opening !== undefined && !("method" in message) && message.id === opening.request.id) {
      opening.onAnswer(message);
      return;
    }
    this.#waiting.push(message);
    if (this.#isStarted) void this.#deliverAll();
  }

  /**
   * The client handles notifications one turn later than answers; without the pause, the last progress would
   * come too late.
   */
  async #deliverAll(): Promise<void> {
    if (this.#isDelivering) return;
    this.#isDelivering = true;
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
      this.onmessage?.(next);
      if ("method" in next) await nextTurn();
    }
    this.#isDelivering = false;
  }

  /**
   * Fails the request that the message answers. If that request is unknown, the stream cannot be trusted and
   * is closed.
   */
  #refuse({ bytes, head, tail }: Extract<MessageLine, { kind: "too-long" }>): void {
    const reason = `a message of ${mebibytes(bytes)} MiB, which exceeds the limit of ${mebibytes(maxMessageBytes)} MiB`;
    this.lastWords.add(`[${reason}]`);
    this.onerror?.(new Error(`The server sent ${reason}.`));
    const id = idIn(head, tail);
    if (id === null) {
      void this.close();
      return;
    }
    const message = `Its answer is ${reason}. Ask for less at a time.`;
    this.#deliver({ jsonrpc: "2.0", id, error: { code: answerTooLong, message } });
  }
}

function mebibytes(bytes: number): string {
  return (bytes / 1024 / 1024).toFixed(bytes < 1024 * 1024 ? 2 : 0);
}

/** The messages of a line, several for a batch; null when it is not a message. */
function parseMessage(line: string): readonly JSONRPCMessage[] | null {
  if (!/^\s*[[{]/.test(line)) return null;
  try {
    const value: unknown = JSON.parse(line);
    const list = Array.isArray(value) ? value : [value];
    return list.length > 0 && list.every(isMessage) ? list : null;
  } catch {
    return null;
  }
}

/** The client checks the rest. */
function isMessage(value: unknown): value is JSONRPCMessage {
  return (
    typeof value === "object" && value !== null && "jsonrpc" in value && value.jsonrpc === "2.0"
  );
}

/** Implementations write the id either first or last. */
function idIn(head: string, tail: string): number | null {
  const found =
    /^\s*\{\s*(?:"jsonrpc"\s*:\s*"2\.0"\s*,\s*)?"id"\s*:\s*(\d+)\s*,/.exec(head) ??
    /"id"\s*:\s*(\d+)\s*(?:,\s*"jsonrpc"\s*:\s*"2\.0"\s*)?\}\s*$/.exec(tail);
  return found === null ? null : Number(found[1]);
}
