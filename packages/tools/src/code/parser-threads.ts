import { availableParallelism } from "node:os";
import type { ParseRequest } from "./parse-text.ts";
import { type ParseJob, type Parsed, ParserThread } from "./parser-thread.ts";

const maxThreads = Math.min(4, availableParallelism());
/** Requests that a thread has at once, so that it need not wait for the next one. */
const maxHeld = 4;
/** Threads without work end after this time. */
const idleMs = 120_000;
/** Threads that parsed more than this end as soon as they are idle, because they never give memory back. */
const maxCharactersKept = 1024 * 1024;

/**
 * Parses texts in threads, because a grammar is third-party machine code: one that crashes or loops costs its
 * thread. Nothing is started before the first request, and idle threads don't keep the process alive.
 */
class ParserThreads {
  readonly #waiting: ParseJob[] = [];
  readonly #threads = new Set<ParserThread>();
  #module: Promise<string> | undefined;
  #idle: NodeJS.Timeout | undefined;
  #longest = 0;

  /** `stop` ends the wait, but no parse that has begun. Never rejects. */
  parse(request: ParseRequest, stop?: AbortSignal): Promise<Parsed> {
    clearTimeout(this.#idle);
    this.#longest = Math.max(this.#longest, request.text.length);
    return new Promise((resolve) => {
      this.#waiting.push({ request, resolve, stop });
      stop?.addEventListener("abort", () => resolve({ outcome: "stopped" }), { once: true });
      this.#module ??= import("./parse-worker.ts").then(({ parseWorkerUrl }) => parseWorkerUrl);
      void this.#module.then((module) => this.#assign(module));
    });
  }

  /** Ends the threads. Requests that were not answered yet are lost. */
  close(): void {
    clearTimeout(this.#idle);
    for (const { resolve } of this.#waiting.splice(0)) resolve({ outcome: "lost" });
    for (const thread of this.#threads) thread.end();
    this.#longest = 0;
  }

  #assign(module: string): void {
    for (let job = this.#waiting[0]; job !== undefined; job = this.#waiting[0]) {
      const thread = job.stop?.aborted ? null : this.#freeThread(module);
      if (thread === null && !job.stop?.aborted) return;
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
      onFree: () => {
        this.#assign(module);
        if ([...this.#threads].every(({ held }) => held.length === 0)) this.#rest();
      },
      onEnd: (unanswered) => {
        this.#threads.delete(thread);
        this.#waiting.unshift(...unanswered);
        this.#assign(module);
      },
    });
    this.#threads.add(thread);
    return thread;
  }

  #rest(): void {
    if (this.#longest > maxCharactersKept) this.close();
    else this.#idle = setTimeout(() => this.close(), idleMs).unref();
  }
}

/** Shared by all calls of the process. */
export const parserThreads = new ParserThreads();
