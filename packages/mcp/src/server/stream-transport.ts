import type { Readable, Writable } from "node:stream";
import type { JSONRPCMessage, RequestId, Transport } from "@modelcontextprotocol/server";

/**
 * The longest accepted message: a call's input has at most 16 MiB, and JSON escapes can double that.
 */
const maxMessageBytes = 48 * 1024 * 1024;

const newline = 10;

export interface StreamTransportOptions {
  readonly input: Readable;
  readonly output: Writable;
  /** How long pending requests are still answered after the input has ended. */
  readonly lingerMs: number;
  /** If this settles after the end of the input, the time starts here. */
  readonly ready: Promise<unknown>;
}

/**
 * Sends messages as lines over a pair of streams. Unlike the SDK's transport, it still answers pending
 * requests when the input has ended: a program may write its requests, close its end and read the answers.
 * The wait is short, because a killed host looks the same. A long message is concatenated only once.
 */
export class StreamTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;

  readonly #options: StreamTransportOptions;
  readonly #unanswered = new Set<RequestId>();
  /** The parts of an unfinished line. */
  #begun: Buffer[] = [];
  #begunBytes = 0;
  #linger: NodeJS.Timeout | null = null;
  #hasEnded = false;
  #isClosed = false;

  constructor(options: StreamTransportOptions) {
    this.#options = options;
  }

  async start(): Promise<void> {
    const { input, output } = this.#options;
    input.on("data", this.#take);
    input.on("error", this.#fail);
    input.on("end", this.#end);
    input.on("close", this.#end);
    output.on("error", this.#fail);
    output.on("close", this.#leave);
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (this.#isClosed) throw new Error("The host has gone.");
    if (!("method" in message) && message.id !== undefined) this.#unanswered.delete(message.id);
    await new Promise<void>((resolve, reject) => {
      this.#options.output.write(`${JSON.stringify(message)}\n`, (error) => {
        if (error == null) resolve();
        else reject(error);
      });
    });
    if (this.#hasEnded && this.#unanswered.size === 0) await this.close();
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    if (this.#linger !== null) clearTimeout(this.#linger);
    // The other listeners stay: a late error without a listener would end the process.
    this.#options.input.off("data", this.#take).pause();
    this.#begun = [];
    this.onclose?.();
  }

  readonly #take = (chunk: Buffer): void => {
    let from = 0;
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, from)) {
      const line = Buffer.concat([...this.#begun, chunk.subarray(from, end)]);
      this.#begun = [];
      this.#begunBytes = 0;
      from = end + 1;
      this.#receive(line);
      if (this.#isClosed) return;
    }
    if (from === chunk.length) return;
    this.#begun.push(chunk.subarray(from));
    this.#begunBytes += chunk.length - from;
    if (this.#begunBytes <= maxMessageBytes) return;
    this.#fail(new Error(`A message exceeds ${maxMessageBytes} bytes.`));
  };

  #receive(line: Buffer): void {
    const text = line.toString().trim();
    if (text === "") return;
    try {
      const message: unknown = JSON.parse(text);
      if (!isMessage(message)) throw new Error("A line is not a JSON-RPC message.");
      if ("method" in message && "id" in message) this.#unanswered.add(message.id);
      else this.#forgetCancelled(message);
      this.onmessage?.(message);
    } catch (thrown) {
      // A malformed line affects only itself.
      this.onerror?.(thrown instanceof Error ? thrown : new Error(String(thrown)));
    }
  }

  /** Cancelled requests get no answer. */
  #forgetCancelled(message: JSONRPCMessage): void {
    if (!("method" in message) || message.method !== "notifications/cancelled") return;
    const id = (message.params as { readonly requestId?: RequestId } | undefined)?.requestId;
    if (id !== undefined) this.#unanswered.delete(id);
  }

  readonly #fail = (error: Error): void => {
    if (this.#isClosed) return;
    this.onerror?.(error);
    this.#leave();
  };

  readonly #end = (): void => {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    if (this.#unanswered.size === 0) {
      this.#leave();
      return;
    }
    const linger = (): void => {
      if (!this.#isClosed) this.#linger = setTimeout(this.#leave, this.#options.lingerMs);
    };
    this.#options.ready.then(linger, this.#leave);
  };

  readonly #leave = (): void => {
    void this.close();
  };
}

/** Checks only the envelope: the SDK validates the content against its schemas. */
function isMessage(value: unknown): value is JSONRPCMessage {
  if (typeof value !== "object" || value === null || !("jsonrpc" in value)) return false;
  if (value.jsonrpc !== "2.0") return false;
  const id = "id" in value ? value.id : undefined;
  if ("method" in value) {
    const isIdFit = !("id" in value) || typeof id === "string" || typeof id === "number";
    return typeof value.method === "string" && isIdFit;
  }
  return "result" in value || "error" in value;
}
