import type { Worker } from "node:worker_threads";
import { ToolError } from "@toolwright/core";
import { ThreadPool } from "../threads/thread-pool.ts";
import type { HeavyResults, HeavyWork } from "./heavy-work.ts";
import type { HeavyAnswer } from "./heavy-worker.ts";

const MAX_MEBIBYTES = 512;

/** Thrown when work takes too long or too much memory. */
export class TooHeavyError extends Error {}

const threads = new ThreadPool({
  load: async () => {
    const { address, purpose } = await import("./heavy-worker.ts");
    return { url: address, data: purpose };
  },
  worker: {
    execArgv: [],
    // Readers of documents print warnings.
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: MAX_MEBIBYTES },
  },
});

/**
 * Does work in a thread of its own, so that it neither blocks the program nor goes on without end.
 *
 * Errors: those of the work; TooHeavyError after the time limit, or if the memory of 512 MiB is not enough.
 */
export async function workApart<Type extends HeavyWork["type"]>(
  work: Extract<HeavyWork, { readonly type: Type }>,
  maxMs: number,
): Promise<HeavyResults[Type]> {
  const worker = await threads.take();
  const answer = await answerOf(worker, work, maxMs);
  threads.keep(worker);
  if ("error" in answer) throw new ToolError(answer.error.code, answer.error.message);
  // The worker answers each type of work with its type of result.
  return answer.result as HeavyResults[Type];
}

function answerOf(worker: Worker, work: HeavyWork, maxMs: number): Promise<HeavyAnswer> {
  worker.ref();
  return new Promise((resolve, reject) => {
    const giveUp = (): void => {
      stop();
      void worker.terminate();
      reject(new TooHeavyError());
    };
    const timer = setTimeout(giveUp, maxMs);
    const stop = (): void => {
      clearTimeout(timer);
      worker.off("message", done);
      worker.off("exit", giveUp);
    };
    const done = (answer: HeavyAnswer): void => {
      stop();
      resolve(answer);
    };
    worker.on("message", done);
    worker.on("exit", giveUp);
    worker.postMessage(work);
  });
}
