import type { Worker, WorkerOptions } from "node:worker_threads";

/** An idle thread ends after this time. */
const idleMs = 60_000;

/** The module that a thread runs, and the data by which the module knows that it is a thread's. */
export interface ThreadModule {
  readonly url: string;
  readonly data: string;
}

export interface ThreadPoolOptions {
  /** Loads the module with the first thread. */
  readonly load: () => Promise<ThreadModule>;
  readonly worker: Omit<WorkerOptions, "workerData">;
}

/** Threads that run one module. Idle ones are kept for a minute, because starting one takes longer than most work. */
export class ThreadPool {
  readonly #options: ThreadPoolOptions;
  readonly #idle = new Map<Worker, NodeJS.Timeout>();

  constructor(options: ThreadPoolOptions) {
    this.#options = options;
  }

  /** An idle thread, or a new one. The caller keeps or terminates it. */
  async take(): Promise<Worker> {
    const [first] = this.#idle.keys();
    if (first === undefined) return this.#start();
    this.#forget(first);
    return first;
  }

  /** Takes back a thread that has nothing to do. It doesn't keep the process alive. */
  keep(worker: Worker): void {
    worker.unref();
    const timer = setTimeout(() => void worker.terminate(), idleMs);
    timer.unref();
    this.#idle.set(worker, timer);
  }

  async #start(): Promise<Worker> {
    const { Worker } = await import("node:worker_threads");
    const { url, data } = await this.#options.load();
    const worker = new Worker(new URL(url), { ...this.#options.worker, workerData: data });
    // The caller of `take` listens for the end of its own work; an idle thread that breaks is only forgotten.
    worker.on("error", () => this.#forget(worker));
    worker.on("exit", () => this.#forget(worker));
    return worker;
  }

  #forget(worker: Worker): void {
    clearTimeout(this.#idle.get(worker));
    this.#idle.delete(worker);
  }
}
