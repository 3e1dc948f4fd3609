import { type ProcessHost, ToolError } from "@toolwright/core";
import { cutText, messageOf } from "@toolwright/core/internal";
import type { RunningProcess, SandboxProfile } from "@toolwright/core/ports";
import type { ServerProgram } from "./checker.ts";
import { FrameReader, frameOf } from "./message-frames.ts";

/** Between two of our requests. A busy server sends a hundredth of it. */
const MAX_BYTES_BETWEEN_REQUESTS = 64 * 1024 * 1024;
const MAX_ERROR_CHARACTERS = 2_000;
const SHUTDOWN_MS = 1_000;

/** The code of an answer to a request that nobody knows. */
const METHOD_NOT_FOUND = -32_601;

/** What a server asks of us and tells us. */
export interface ServerHandlers {
  /** The result of a request; undefined for an unknown one. */
  readonly answer: (method: string, params: unknown) => unknown;
  readonly take: (method: string, params: unknown) => void;
}

export interface ConnectionOptions extends ServerHandlers {
  readonly processes: ProcessHost;
  readonly program: ServerProgram;
  readonly sandbox: SandboxProfile | null;
}

export interface RequestOptions {
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
}

interface Pending {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** A message, of which nothing is checked yet. */
interface Message {
  readonly id?: unknown;
  readonly method?: unknown;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly code?: unknown; readonly message?: unknown } | null;
}

/** A server's answer that it can't do what was asked. */
export class AnswerError extends ToolError {
  readonly answerCode: unknown;

  constructor(id: string, { code, message }: NonNullable<Message["error"]>) {
    super(
      "command-failed",
      `The language server '${id}' answered: ${cutText(String(message), 500)}`,
    );
    this.answerCode = code;
  }
}

/**
 * A language server's process and the JSON-RPC messages to and from it. What it sends is bounded; a library
 * for the protocol would read messages of any length.
 *
 * Errors of requests (ToolError): `timeout`, `cancelled`, AnswerError, and `command-failed` when the server has
 * ended or was stopped for what it sent.
 */
export class ServerConnection {
  readonly #options: ConnectionOptions;
  readonly #reader = new FrameReader();
  readonly #pending = new Map<number, Pending>();
  readonly #over = Promise.withResolvers<void>();
  #process: RunningProcess | null = null;
  #lastId = 0;
  #errors = "";
  #bytes = 0;
  /** Why it can no longer be used; null while it can. */
  #fault: string | null = null;

  private constructor(options: ConnectionOptions) {
    this.#options = options;
  }

  /** Errors: those of `ProcessHost.start`. */
  static async start(options: ConnectionOptions): Promise<ServerConnection> {
    const connection = new ServerConnection(options);
    await connection.#start();
    return connection;
  }

  /** Why it can no longer be used; null while it can. */
  get fault(): string | null {
    return this.#fault;
  }

  /** Resolves once it can no longer be used. */
  get over(): Promise<void> {
    return this.#over.promise;
  }

  async #start(): Promise<void> {
    const { processes, program, sandbox } = this.#options;
    const [file = "", ...words] = program.run.words;
    this.#process = await processes.start({
      program: file,
      arguments: words,
      cwd: program.folder,
      keepsInputOpen: true,
      ...(sandbox !== null && { sandbox }),
      onOutput: (chunk, stream) => {
        if (stream === "stdout") this.#read(chunk);
        else this.#errors = endOf(this.#errors + Buffer.from(chunk).toString());
      },
    });
    this.#process.ended.then(
      ({ exitCode, signal }) =>
        this.#end(`it ended with ${signal ?? `exit code ${exitCode}`}${this.#lastWords()}`),
      (thrown: unknown) => this.#end(messageOf(thrown)),
    );
  }

  async request(method: string, params: unknown, options: RequestOptions): Promise<unknown> {
    this.#throwIfOver();
    const id = (this.#lastId += 1);
    this.#bytes = 0;
    const timeout = AbortSignal.timeout(options.timeoutMs);
    const signal = AbortSignal.any([options.signal, timeout]);
    let abort = (): void => {};
    const answered = new Promise<unknown>((resolve, reject) => {
      this.#pending.set(id, { resolve, reject });
      abort = () => {
        if (!timeout.aborted) {
          this.notify("$/cancelRequest", { id });
          return reject(cancelled());
        }
        reject(this.#timeoutError(method, options.timeoutMs));
        // It hangs, and would only collect further requests.
        this.#stop(`it didn't answer ${method} in time`);
      };
    });
    signal.addEventListener("abort", abort, { once: true });
    try {
      if (signal.aborted) abort();
      else this.#send({ id, method, params });
      return await answered;
    } finally {
      signal.removeEventListener("abort", abort);
      this.#pending.delete(id);
    }
  }

  notify(method: string, params: unknown): void {
    if (this.#fault === null) this.#send({ method, params });
  }

  /** Asks the server to end, and ends it if it doesn't. Never rejects. */
  async close(): Promise<void> {
    if (this.#fault === null) {
      const signal = new AbortController().signal;
      await this.request("shutdown", undefined, { signal, timeoutMs: SHUTDOWN_MS }).catch(() => {});
      this.notify("exit", undefined);
    }
    this.#end("it was stopped");
    await this.#process?.stop().catch(() => {});
  }

  #send(message: Readonly<Record<string, unknown>>): void {
    const writing = this.#process?.input?.write(frameOf({ jsonrpc: "2.0", ...message }));
    // A server that no longer reads has ended, or will not answer.
    writing?.catch(() => {});
  }

  #read(chunk: Uint8Array): void {
    if (this.#fault !== null) return;
    this.#bytes += chunk.byteLength;
    try {
      if (this.#bytes > MAX_BYTES_BETWEEN_REQUESTS) throw new Error("it sent too much unasked");
      for (const message of this.#reader.push(chunk)) this.#take(message);
    } catch (thrown) {
      this.#stop(messageOf(thrown));
    }
  }

  #take({ id, method, params, result, error }: Message): void {
    if (typeof method === "string") {
      if (id === undefined) this.#options.take(method, params);
      else this.#answer(id, method, params);
      return;
    }
    const pending = typeof id === "number" ? this.#pending.get(id) : undefined;
    if (error === undefined || error === null) pending?.resolve(result);
    else pending?.reject(new AnswerError(this.#options.program.id, error));
  }

  #answer(id: unknown, method: string, params: unknown): void {
    const result = this.#options.answer(method, params);
    const unknownMethod = { code: METHOD_NOT_FOUND, message: `Unknown method ${method}` };
    this.#send(result === undefined ? { id, error: unknownMethod } : { id, result });
  }

  #stop(why: string): void {
    this.#end(`it was stopped: ${why}`);
    void this.#process?.stop().catch(() => {});
  }

  #end(why: string): void {
    if (this.#fault !== null) return;
    this.#fault = why;
    this.#over.resolve();
    for (const { reject } of this.#pending.values()) reject(this.#overError(why));
  }

  #throwIfOver(): void {
    if (this.#fault !== null) throw this.#overError(this.#fault);
  }

  #overError(why: string): ToolError {
    return new ToolError(
      "command-failed",
      `The language server '${this.#options.program.id}' doesn't answer: ${why}. Try again, or check with a command.`,
    );
  }

  #timeoutError(method: string, timeoutMs: number): ToolError {
    return new ToolError(
      "timeout",
      `The language server '${this.#options.program.id}' didn't answer ${method} within ${timeoutMs / 1_000} s. Try again, or check with a command.`,
    );
  }

  /** The last line of its error output, which mostly says why it ended. */
  #lastWords(): string {
    const line = this.#errors.trim().split("\n").at(-1) ?? "";
    return line === "" ? "" : ` (${cutText(line, 300)})`;
  }
}

/** A cut is marked, because half a secret is hidden only beside a mark. */
function endOf(text: string): string {
  return text.length <= MAX_ERROR_CHARACTERS ? text : `…${text.slice(-MAX_ERROR_CHARACTERS)}`;
}

function cancelled(): ToolError {
  return new ToolError("cancelled", "The request was cancelled.");
}
