import { type Jobs, type ProcessHost, ToolError } from "@toolwright/core";
import type { Job, JobRequest } from "@toolwright/core/ports";
import { SupervisedJob } from "./job.ts";

export interface JobTableOptions {
  readonly processes: ProcessHost;
  /** The limit of background jobs at a time. Default: 200. */
  readonly maxRunning?: number;
  /** How many ended jobs are kept for reading; older ones are dropped. Default: 50. */
  readonly maxEnded?: number;
  /** The limits of each job's output. Default: 64 KiB and 512 KiB. */
  readonly headBytes?: number;
  readonly tailBytes?: number;
  /** Called once for each job that has ended in the background. */
  readonly onEnd?: (job: Job) => void;
  readonly now?: () => number;
}

/**
 * Jobs over a process host. A job in the background outlives the call that started it: that call's signal,
 * time limit and listener no longer apply.
 */
export function createJobTable(options: JobTableOptions): Jobs {
  return new JobTable(options);
}

class JobTable implements Jobs {
  readonly #options: JobTableOptions;
  readonly #maxRunning: number;
  readonly #maxEnded: number;
  readonly #running = new Set<SupervisedJob>();
  readonly #background = new Map<string, SupervisedJob>();
  #started = 0;
  #isClosed = false;

  constructor(options: JobTableOptions) {
    this.#options = options;
    this.#maxRunning = options.maxRunning ?? 200;
    this.#maxEnded = options.maxEnded ?? 50;
  }

  async start(request: JobRequest, place: "foreground" | "background"): Promise<Job> {
    if (this.#isClosed) {
      throw new ToolError(
        "cancelled",
        `'${request.title}' was not started: the session is closed.`,
      );
    }
    const {
      processes,
      headBytes = 64 * 1024,
      tailBytes = 512 * 1024,
      now = Date.now,
    } = this.#options;
    request.signal?.throwIfAborted();
    assertTimeLimit(request.timeoutMs);
    const job: SupervisedJob = new SupervisedJob({
      id: `cmd_${++this.#started}`,
      request,
      log: { headBytes, tailBytes },
      now,
      onMove: () => this.#takeIn(job),
      onEnd: () => this.#finish(job),
    });
    // Takes its place before it runs, so that concurrent starts cannot exceed the limit.
    if (place === "background") job.moveToBackground();
    this.#running.add(job);
    try {
      job.supervise(await processes.start(job.processRequest));
    } catch (thrown) {
      this.#running.delete(job);
      this.#background.delete(job.id);
      throw thrown;
    }
    if (this.#isClosed) await job.stop();
    return job;
  }

  find(id: string): Job {
    const job = this.#background.get(id);
    if (job !== undefined) return job;
    const known = [...this.#background.keys()];
    const which = known.length === 0 ? "There are none." : `There are: ${known.join(", ")}.`;
    throw new ToolError("input-invalid", `There is no background command '${id}'. ${which}`, {
      details: { id, known },
    });
  }

  list(): readonly Job[] {
    return [...this.#background.values()];
  }

  terminals(): readonly Job[] {
    return [...this.#running].filter((job) => job.isStarted && job.terminal !== undefined);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    // A job that is still starting is stopped by its own start.
    const started = [...this.#running].filter((job) => job.isStarted);
    await Promise.allSettled(started.map((job) => job.stop()));
  }

  #takeIn(job: SupervisedJob): void {
    const running = this.list().filter(({ state }) => state.status === "running").length;
    if (running >= this.#maxRunning) {
      throw new ToolError(
        "command-failed",
        `'${job.title}' cannot run in the background: ${running} commands run there, which is the limit. Stop one first.`,
      );
    }
    this.#background.set(job.id, job);
  }

  #finish(job: SupervisedJob): void {
    this.#running.delete(job);
    if (!job.isInBackground) return;
    const ended = [...this.#background.values()].filter(({ state }) => state.status !== "running");
    for (const old of ended.slice(0, Math.max(0, ended.length - this.#maxEnded))) {
      this.#background.delete(old.id);
    }
    this.#options.onEnd?.(job);
  }
}

function assertTimeLimit(timeoutMs: number | undefined): void {
  if (timeoutMs === undefined || timeoutMs > 0) return;
  throw new ToolError("input-invalid", `A time limit of ${timeoutMs} ms is no positive number.`);
}
