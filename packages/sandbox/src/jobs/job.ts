import { ToolError } from "@toolwright/core";
import type {
  Job,
  JobOutput,
  JobReadOptions,
  JobRequest,
  JobState,
  OutputStream,
  ProcessEnd,
  ProcessInput,
  ProcessRequest,
  Readiness,
  ReadinessOptions,
  ReadinessResult,
  RunningProcess,
} from "@toolwright/core/ports";
import { plainText } from "../output/plain-text.ts";
import { OutputLog, type OutputLogOptions } from "./output-log.ts";
import { waitUntilReady } from "./readiness.ts";
import { WatchedTerminal } from "./watched-terminal.ts";

export interface JobOptions {
  readonly id: string;
  readonly request: JobRequest;
  readonly log: OutputLogOptions;
  readonly now: () => number;
  /** Throws when the background is full. */
  readonly onMove: () => void;
  readonly onEnd: (job: Job) => void;
}

const defaultMaxBytes = 30_000;

/** Longer delays overflow in timers and would fire at once. */
const maxTimerMs = 2_147_483_647;

/** A job and its links to the call that started it, which moving to the background cuts. */
export class SupervisedJob implements Job {
  readonly id: string;
  readonly title: string;
  readonly callId?: string;
  readonly terminal?: WatchedTerminal;
  readonly startedAt: number;
  isInBackground = false;
  state: JobState = { status: "running" };
  readonly #options: JobOptions;
  readonly #log: OutputLog;
  readonly #stop = new AbortController();
  readonly #watchers = new Set<() => void>();
  #running: RunningProcess | null = null;
  #isTimedOut = false;
  #lastOutputAt: number;
  #letGo: () => void = () => {};
  #onOutput: ProcessRequest["onOutput"];

  constructor(options: JobOptions) {
    this.#options = options;
    this.id = options.id;
    const { title, callId, pty } = options.request;
    this.title = title;
    if (callId !== undefined) this.callId = callId;
    this.startedAt = options.now();
    this.#lastOutputAt = this.startedAt;
    this.#log = new OutputLog(options.log);
    this.#onOutput = options.request.onOutput;
    if (pty === undefined) return;
    const resize: WatchedTerminal["resize"] = (size) => this.#running?.input?.resize(size);
    this.terminal = new WatchedTerminal({ size: pty, log: this.#log, resize });
  }

  /** The process request without its limits, which the job applies itself. */
  get processRequest(): ProcessRequest {
    const { title: _title, callId: _call, timeoutMs: _limit, ...request } = this.#options.request;
    return {
      ...request,
      signal: this.#stop.signal,
      reclaimsChunks:
        this.#options.request.reclaimsChunks ?? this.#options.request.onOutput === undefined,
      onOutput: (chunk, stream) => this.#receive(chunk, stream),
    };
  }

  supervise(running: RunningProcess): void {
    this.#running = running;
    this.#tieToCall();
    running.ended.then(
      (end) =>
        this.#finish({ status: "ended", end: this.#ownEnd(end), endedAt: this.#options.now() }),
      (error: unknown) => this.#finish({ status: "failed", error, endedAt: this.#options.now() }),
    );
  }

  get isStarted(): boolean {
    return this.#running !== null;
  }

  get processId(): number {
    return this.#process.processId;
  }

  get ended(): Promise<ProcessEnd> {
    return this.#process.ended.then((end) => this.#ownEnd(end));
  }

  moveToBackground(): void {
    if (this.isInBackground) return;
    this.#options.onMove();
    this.isInBackground = true;
    this.#letGo();
    this.#onOutput = undefined;
  }

  read({ since = 0, maxBytes = defaultMaxBytes }: JobReadOptions = {}): JobOutput {
    const part = this.#log.read(since, Math.max(4, maxBytes));
    // The rest of an escape sequence comes with the next output.
    const isOpen = part.remainingBytes === 0 && this.state.status === "running";
    const held = isOpen ? unfinishedEscape(part.bytes) : 0;
    return {
      text: plainText(part.bytes.subarray(0, part.bytes.length - held).toString("utf8")),
      cursor: part.nextOffset - held,
      droppedBytes: part.droppedBytes,
      remainingBytes: part.remainingBytes,
      totalBytes: this.#log.totalBytes,
      quietMs: this.#options.now() - this.#lastOutputAt,
    };
  }

  async write(data: string | Uint8Array): Promise<void> {
    if (await this.#input.write(data)) return;
    throw new ToolError("command-failed", `${this.id} has closed its input: nothing was sent.`);
  }

  endInput(): void {
    this.#input.end();
  }

  waitFor(condition: Readiness, options: ReadinessOptions): Promise<ReadinessResult> {
    return waitUntilReady(this, condition, options, (watcher) => {
      this.#watchers.add(watcher);
      return () => this.#watchers.delete(watcher);
    });
  }

  stop(): Promise<ProcessEnd> {
    return this.#process.stop();
  }

  get #process(): RunningProcess {
    if (this.#running === null) throw new Error("the job has not been started");
    return this.#running;
  }

  get #input(): ProcessInput {
    if (this.state.status !== "running") {
      throw new ToolError("command-failed", `${this.id} has ended: nothing can be sent to it.`);
    }
    const { input } = this.#process;
    if (input !== undefined) return input;
    throw new ToolError(
      "input-invalid",
      `${this.id} was started without an input that stays open. Stop it and start it with one.`,
    );
  }

  #receive(chunk: Uint8Array, stream: OutputStream): void | Promise<void> {
    this.#log.write(chunk, stream);
    this.#lastOutputAt = this.#options.now();
    this.#wake();
    const taken = this.#onOutput?.(chunk, stream);
    const shown = this.terminal?.show(chunk);
    return shown === undefined ? taken : Promise.all([taken, shown]).then(() => undefined);
  }

  #finish(state: JobState): void {
    this.state = state;
    this.#letGo();
    this.#log.end();
    this.#wake();
    this.#options.onEnd(this);
  }

  #wake(): void {
    for (const watcher of this.#watchers) watcher();
  }

  #tieToCall(): void {
    const { signal, timeoutMs } = this.#options.request;
    const abort = (): void => this.#stop.abort(signal?.reason);
    if (signal?.aborted === true) abort();
    signal?.addEventListener("abort", abort, { once: true });
    const timer =
      timeoutMs === undefined
        ? undefined
        : setTimeout(
            () => {
              this.#isTimedOut = true;
              this.#stop.abort();
            },
            Math.min(timeoutMs, maxTimerMs),
          );
    this.#letGo = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
    };
  }

  /** The process treats the job's time limit as an abort. */
  #ownEnd(end: ProcessEnd): ProcessEnd {
    return this.#isTimedOut && end.cause === "aborted" ? { ...end, cause: "timeout" } : end;
  }
}

/** How many bytes at the end belong to an unfinished terminal escape sequence. */
function unfinishedEscape(bytes: Buffer): number {
  const end = bytes.subarray(-maxEscapeBytes).toString("latin1");
  return openEscape.exec(end)?.[0].length ?? 0;
}

const maxEscapeBytes = 256;
const openEscape = new RegExp(String.raw`\x1b(?:\[[0-?]*[ -/]*|\][^\x07\x1b\n]*|[ -/]*)$`);
