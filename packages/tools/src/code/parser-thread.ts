import { Worker } from "node:worker_threads";
import type { ParseRequest } from "./parse-text.ts";
import { type ParseAnswer, parseWorkerData } from "./parse-worker.ts";

/** `lost`: the thread crashed, or had to be ended. `stopped`: the caller did not want it any more. */
export type Parsed = ParseAnswer | { readonly outcome: "lost" | "stopped" };

export interface ParseJob {
  readonly request: ParseRequest;
  readonly resolve: (parsed: Parsed) => void;
  readonly stop: AbortSignal | undefined;
}

interface ParserThreadOptions {
  readonly graceMs: number;
  readonly onAnswer: () => void;
  /** Not called after `end`. */
  readonly onEnd: (notBegun: readonly ParseJob[]) => void;
}

/** A thread that answers requests in their order. It keeps the process alive only while it has some. */
export class ParserThread {
  /** The first one is being parsed. */
  readonly held: ParseJob[] = [];
  readonly #worker: Worker;
  readonly #options: ParserThreadOptions;
  #watch: NodeJS.Timeout | undefined;
  #isEnded = false;

  constructor(module: string, options: ParserThreadOptions) {
    this.#options = options;
    this.#worker = new Worker(new URL(module), {
      name: "toolwright: parse",
      workerData: parseWorkerData,
      // Nothing of this process is the grammars' business.
      env: {},
      execArgv: [],
    });
    this.#worker.unref();
    this.#worker.on("message", (answer: ParseAnswer) => this.#answer(answer));
    // An exit follows.
    this.#worker.on("error", () => {});
    this.#worker.on("exit", () => this.#exited());
  }

  give(job: ParseJob): void {
    this.held.push(job);
    this.#worker.postMessage(job.request);
    if (this.held.length === 1) this.#begin();
  }

  /** For a thread without requests. */
  end(): void {
    this.#isEnded = true;
    void this.#worker.terminate();
  }

  #answer(answer: ParseAnswer): void {
    this.held.shift()?.resolve(answer);
    this.#begin();
    this.#options.onAnswer();
  }

  #begin(): void {
    clearTimeout(this.#watch);
    const [job] = this.held;
    if (job === undefined) {
      this.#worker.unref();
      return;
    }
    this.#worker.ref();
    const limitMs = job.request.maxMs + this.#options.graceMs;
    this.#watch = setTimeout(() => void this.#worker.terminate(), limitMs);
  }

  #exited(): void {
    clearTimeout(this.#watch);
    const [begun, ...notBegun] = this.held.splice(0);
    begun?.resolve({ outcome: "lost" });
    if (!this.#isEnded) this.#options.onEnd(notBegun);
  }
}
