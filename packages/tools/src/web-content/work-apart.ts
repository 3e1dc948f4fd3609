import type { Worker } from "node:worker_threads";
import { ToolError } from "@toolwright/core";
import type { HeavyResults, HeavyWork } from "./heavy-work.ts";
import type { HeavyAnswer } from "./heavy-worker.ts";

const MAX_MEBIBYTES = 512;
/** A thread that nobody needs ends. */
const IDLE_MS = 60_000;

/** Thrown when work takes too long or too much memory. */
export class TooHeavyError extends Error {}

const idle = new Map<Worker, NodeJS.Timeout>();

/**
 * Does work in a thread of its own, so that it neither blocks the program nor goes on without end. Threads are kept
 * for a minute, because starting one takes longer than most work.
 *
 * Errors: those of the work; TooHeavyError after the time limit, or if the memory of 512 MiB is not enough.
 */
export async function workApart<Type extends HeavyWork["type"]>(
  work: Extract<HeavyWork, { readonly type: Type }>,
  maxMs: number,
): Promise<HeavyResults[Type]> {
  const worker = takeIdle() ?? (await startWorker());
  const answer = await answerOf(worker, work, maxMs);
  keepIdle(worker);
  if ("error" in answer) throw new ToolError(answer.error.code, answer.error.message);
  // The worker answers each type of work with its type of result.
  return answer.result as HeavyResults[Type];
}

async function startWorker(): Promise<Worker> {
  const { Worker } = await import("node:worker_threads");
  const { address, purpose } = await import("./heavy-worker.ts");
  const worker = new Worker(new URL(address), {
    workerData: purpose,
    execArgv: [],
    // Readers of documents print warnings.
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: MAX_MEBIBYTES },
  });
  // Who waits for an answer is told; an idle thread that breaks is only forgotten.
  worker.on("error", () => forget(worker));
  worker.on("exit", () => forget(worker));
  return worker;
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

function takeIdle(): Worker | undefined {
  const [first] = idle.keys();
  if (first !== undefined) forget(first);
  return first;
}

function keepIdle(worker: Worker): void {
  worker.unref();
  const timer = setTimeout(() => void worker.terminate(), IDLE_MS);
  timer.unref();
  idle.set(worker, timer);
}

function forget(worker: Worker): void {
  clearTimeout(idle.get(worker));
  idle.delete(worker);
}
