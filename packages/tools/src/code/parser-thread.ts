import { Worker } from "node:worker_threads";
import type { ParseRequest } from "./parse-text.ts";
import { type ParseAnswer, parseWorkerData } from "./parse-worker.ts";

/** `lost`: the thread crashed, or had to be stopped. `stopped`: the caller did not want it any more. */
export type Parsed = ParseAnswer | { readonly outcome: "lost" | "stopped" };

export interface ParseJob {
  readonly request: ParseRequest;
  readonly resolve: (parsed: Parsed) => void;
  readonly stop: AbortSignal | undefined;
}

/** Beyond its own limit, a request may wait this long: for its grammar, and on a busy machine. */
const graceMs = 5_000;

/** A thread that answers requests in their order. It keeps the process alive only while it has some. */
export class ParserThread {
  /** The first one is being parsed. */
  readonly held: ParseJob[] = [];
  readonly #worker: Worker;
  readonly #onFree: () => void;
  readonly #onEnd: (unanswered: readonly ParseJob[]) => void;
  #watch: NodeJS.Timeout | undefined;

  /** `onEnd` gets the requests that were not begun. */
  constructor(
    module: string,
    { onFree, onEnd }: { onFree: () => void; onEnd: (unanswered: readonly ParseJob[]) => void },
  ) {
    this.#onFree = onFree;
    this.#onEnd = onEnd;
    this.#worker = new Worker(new URL(module), {
      name: "toolwright: parse",
      workerData: parseWorkerData,
      // Nothing of this process is the grammars' business.
      env: {},
      execArgv: [],
    });
    this.#worker.unref();
    this.#worker.on("message", (answer: ParseAnswer) => this.#answer(answer));
    // An exit follows an error.
    this.#worker.on("error", () => {});
    this.#worker.on("exit", () => this.#ended());
  }

  give(job: ParseJob): void {
    this.held.push(job);
    this.#worker.postMessage(job.request);
    if (this.held.length === 1) this.#begin();
  }

  end(): void {
    void this.#worker.terminate();
  }

  #answer(answer: ParseAnswer): void {
    this.held.shift()?.resolve(answer);
    this.#begin();
    this.#onFree();
  }

  #begin(): void {
    clearTimeout(this.#watch);
    const [job] = this.held;
    if (job === undefined) {
      this.#worker.unref();
      return;
    }
    this.#worker.ref();
    this.#watch = setTimeout(() => this.end(), job.request.maxMs + graceMs);
  }

  #ended(): void {
    clearTimeout(this.#watch);
    const [begun, ...unanswered] = this.held.splice(0);
    begun?.resolve({ outcome: "lost" });
    this.#onEnd(unanswered);
  }
}
