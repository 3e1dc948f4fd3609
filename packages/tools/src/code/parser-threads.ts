import { availableParallelism } from "node:os";
import type { ParseRequest } from "./parse-text.ts";
import { type ParseJob, type Parsed, ParserThread } from "./parser-thread.ts";

const maxThreads = Math.min(4, availableParallelism());
/** Requests that a thread has at once, so that it need not wait for the next one. */
const maxHeld = 4;
/** After this number of threads that ended without an answer, threads don't work here. */
const maxFailures = 3;
/** A thread that parsed a longer text ends once it is idle, because it never gives memory back. */
const maxCharactersKept = 1024 * 1024;

export interface ParserThreadsOptions {
  /** The address of the module that threads run. */
  readonly module: () => Promise<string>;
  /** Beyond its own limit, a request may wait this long: for its grammar, and on a busy machine. */
  readonly graceMs: number;
  /** Threads without work end after this time. */
  readonly idleMs: number;
}

/**
 * Parses texts in threads, because a grammar is third-party machine code: one that crashes or loops costs its
 * thread. Nothing is started before the first request, and idle threads don't keep the process alive.
 */
export class ParserThreads {
  readonly #options: ParserThreadsOptions;
  readonly #waiting: ParseJob[] = [];
  readonly #threads = new Set<ParserThread>();
  #module: Promise<string> | undefined;
  #idle: NodeJS.Timeout | undefined;
  #failures = 0;
  #longest = 0;

  constructor(options: ParserThreadsOptions) {
    this.#options = options;
  }

  /** `stop` ends the wait, but no parse that has begun. Never rejects. */
  parse(request: ParseRequest, stop?: AbortSignal): Promise<Parsed> {
    if (stop?.aborted) return Promise.resolve({ outcome: "stopped" });
    clearTimeout(this.#idle);
    this.#longest = Math.max(this.#longest, request.text.length);
    return new Promise((resolve) => {
      this.#waiting.push({ request, resolve, stop });
      stop?.addEventListener("abort", () => resolve({ outcome: "stopped" }), { once: true });
      this.#module ??= this.#options.module();
      this.#module
        .then((module) => this.#assign(module))
        // Threads can't be started here, for example without permission.
        .catch(() => this.#loseWaiting());
    });
  }

  #assign(module: string): void {
    for (let job = this.#waiting[0]; job !== undefined; job = this.#waiting[0]) {
      const isWanted = job.stop?.aborted !== true;
      const thread = isWanted ? this.#freeThread(module) : null;
      if (isWanted && thread === null) return;
      this.#waiting.shift();
      thread?.give(job);
    }
  }

  #freeThread(module: string): ParserThread | null {
    const [first] = [...this.#threads].sort((a, b) => a.held.length - b.held.length);
    const isIdle = first?.held.length === 0;
    if (!isIdle && this.#threads.size < maxThreads) return this.#start(module);
    return first === undefined || first.held.length >= maxHeld ? null : first;
  }

  #start(module: string): ParserThread {
    const thread = new ParserThread(module, {
      graceMs: this.#options.graceMs,
      onAnswer: () => {
        this.#failures = 0;
        this.#assign(module);
        if ([...this.#threads].every(({ held }) => held.length === 0)) this.#rest();
      },
      onEnd: (notBegun) => {
        this.#threads.delete(thread);
        this.#failures += 1;
        this.#waiting.unshift(...notBegun);
        if (this.#failures >= maxFailures) this.#loseWaiting();
        else this.#assign(module);
      },
    });
    this.#threads.add(thread);
    return thread;
  }

  #loseWaiting(): void {
    this.#failures = 0;
    for (const { resolve } of this.#waiting.splice(0)) resolve({ outcome: "lost" });
  }

  #rest(): void {
    if (this.#longest > maxCharactersKept) this.#endThreads();
    else this.#idle = setTimeout(() => this.#endThreads(), this.#options.idleMs).unref();
  }

  #endThreads(): void {
    for (const thread of this.#threads) thread.end();
    // Before they have ended, so that they get no more work.
    this.#threads.clear();
    this.#longest = 0;
  }
}

/** Shared by all calls of the process. */
export const parserThreads = new ParserThreads({
  module: async () => (await import("./parse-worker.ts")).parseWorkerUrl,
  graceMs: 5_000,
  idleMs: 120_000,
});
