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
  /** Sent before everything else. Its answer, whenever that comes, goes to `onAnswer` and to nobody else. */
  readonly opening?: {
    readonly request: JSONRPCRequest;
    readonly onAnswer: (answer: JSONRPCMessage) => void;
  };
  /** Of one message. Default: 64 MiB. */
  readonly maxMessageBytes?: number;
  /** Between the end of its input and the signals. Default: 400. */
  readonly closeGraceMs?: number;
}

const defaultMaxMessageBytes = 64 * 1024 * 1024;
/** Between the end of a process's input and its own. */
const endGraceMs = 250;
/** Servers that heed the end of their input are gone within a tenth of a second. */
const defaultCloseGraceMs = 400;

/**
 * Messages over the standard streams of a process that a host of ours runs: in a group of its own, ended
 * with all that it started, its environment scrubbed. What it writes on standard error is read and its
 * last lines kept; what isn't a message on standard output is taken for such a line.
 *
 * Errors: `start` rejects with what the process host rejects with; `send` rejects when the process reads
 * no more.
 */
export class StdioTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  /** By these two a client tells that a transport is a pipe. */
  readonly stderr = null;
  pid: number | null = null;
  readonly lastWords = new LastWords();
  /** How the process ended; null while it runs. */
  end: ProcessEnd | null = null;
  readonly #options: StdioTransportOptions;
  readonly #lines: MessageLines;
  /** What came and wasn't taken yet. */
  readonly #waiting: JSONRPCMessage[] = [];
  #isDelivering = false;
  #isStarted = false;
  #starting: Promise<RunningProcess> | null = null;
  #closing: Promise<void> | null = null;
  #isClosed = false;

  constructor(options: StdioTransportOptions) {
    this.#options = options;
    this.#lines = new MessageLines(options.maxMessageBytes ?? defaultMaxMessageBytes, (line) =>
      this.#take(line),
    );
  }

  /** Starts the process; `start` then only waits for it. What goes wrong is told there. */
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
    // It has likely ended, and how tells more.
    await Promise.race([running?.ended.catch(() => undefined), pause(endGraceMs)]);
    throw new Error("The server reads no more.");
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
    // It is written before `send` has anything to write to; one that reads nothing shows that there.
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
        timer = setTimeout(resolve, this.#options.closeGraceMs ?? defaultCloseGraceMs);
      });
      await Promise.race([running.ended.catch(() => undefined), grace]);
      clearTimeout(timer);
      // Also when it has ended: what it left in its group goes with it.
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
      // A banner, or a print for debugging: it may be all that is known of why a server ends.
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

  /** The client takes news a moment later than answers: without a pause the last progress comes too late. */
  async #deliverAll(): Promise<void> {
    if (this.#isDelivering) return;
    this.#isDelivering = true;
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
      this.onmessage?.(next);
      if ("method" in next) await nextTurn();
    }
    this.#isDelivering = false;
  }

  /** Whoever waits for it is told; with nobody to be found nothing can be trusted any more. */
  #refuse({ bytes, head, tail }: Extract<MessageLine, { kind: "too-long" }>): void {
    const limit = this.#options.maxMessageBytes ?? defaultMaxMessageBytes;
    const reason = `a message of ${mebibytes(bytes)} MiB, over the limit of ${mebibytes(limit)} MiB`;
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

/** The messages of a line, several in a batch; null when it is something else. */
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

/** The client looks at the rest. */
function isMessage(value: unknown): value is JSONRPCMessage {
  return (
    typeof value === "object" && value !== null && "jsonrpc" in value && value.jsonrpc === "2.0"
  );
}

/** Implementations write the id first, or last. */
function idIn(head: string, tail: string): number | null {
  const found =
    /^\s*\{\s*(?:"jsonrpc"\s*:\s*"2\.0"\s*,\s*)?"id"\s*:\s*(\d+)\s*,/.exec(head) ??
    /"id"\s*:\s*(\d+)\s*(?:,\s*"jsonrpc"\s*:\s*"2\.0"\s*)?\}\s*$/.exec(tail);
  return found === null ? null : Number(found[1]);
}
