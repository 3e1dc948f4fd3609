import type { Worker } from "node:worker_threads";
import { ToolError } from "@toolwright/core";
import type { ProgramEnd, ProgramHost } from "@toolwright/core/ports";
import type { FromIsolate, IsolateAnswer, IsolateProgram, ToIsolate } from "./isolate-messages.ts";
import { ThreadPool } from "../threads/thread-pool.ts";
import { fixedLimits } from "./program-limits.ts";

/** A program that is told to stop and doesn't loses its thread after this time. */
const graceMs = 250;

const threads = new ThreadPool({
  load: async () => {
    const { isolateWorkerData, isolateWorkerUrl } = await import("./isolate-worker.ts");
    return { url: isolateWorkerUrl, data: isolateWorkerData };
  },
  worker: {
    name: "toolwright: isolate",
    // Nothing of this process is a program's business, and nothing in the thread writes to its streams.
    env: {},
    execArgv: [],
    stdin: false,
    stdout: true,
    stderr: true,
    // The engine's deepest recursion needs some 8 MiB of the thread's stack.
    resourceLimits: { maxOldGenerationSizeMb: 128, stackSizeMb: 16 },
  },
});
let running = 0;

/**
 * Runs a program in a thread with an isolate, and resolves to its end. The signal stops it, for certain: if the isolate
 * doesn't stop by itself, its thread ends.
 *
 * Errors: ToolError `tool-not-available` when too many programs run.
 */
export async function runInIsolate(
  program: Omit<IsolateProgram, "stop">,
  host: ProgramHost,
  signal: AbortSignal,
): Promise<ProgramEnd> {
  if (running >= fixedLimits.programs) {
    const message = `${fixedLimits.programs} programs run already. Wait until one has ended.`;
    throw new ToolError("tool-not-available", message);
  }
  running += 1;
  try {
    const worker = await threads.take();
    const { end, isClean } = await endOf(worker, program, host, signal);
    if (isClean) threads.keep(worker);
    else void worker.terminate();
    return end;
  } finally {
    running -= 1;
  }
}

interface ThreadEnd {
  readonly end: ProgramEnd;
  readonly isClean: boolean;
}

function endOf(
  worker: Worker,
  program: Omit<IsolateProgram, "stop">,
  host: ProgramHost,
  signal: AbortSignal,
): Promise<ThreadEnd> {
  const stop = new Int32Array(new SharedArrayBuffer(4));
  const say = (message: ToIsolate): void => worker.postMessage(message);
  worker.ref();
  return new Promise((resolve) => {
    let isOver = false;
    let grace: NodeJS.Timeout | undefined;
    let answers: IsolateAnswer[] = [];
    const sendAnswers = (): void => {
      if (!isOver) say({ type: "answers", answers });
      answers = [];
    };
    const finish = (end: ThreadEnd): void => {
      if (isOver) return;
      isOver = true;
      clearTimeout(grace);
      signal.removeEventListener("abort", interrupt);
      worker.off("message", hear);
      worker.off("exit", lose);
      resolve(end);
    };
    const lose = (): void => {
      finish({ end: { outcome: signal.aborted ? "stopped" : "crashed" }, isClean: false });
    };
    const interrupt = (): void => {
      Atomics.store(stop, 0, 1);
      say({ type: "stop" });
      grace = setTimeout(lose, graceMs);
    };
    const hear = (message: FromIsolate): void => {
      if (message.type === "print") host.onPrint(message.text);
      else if (message.type === "end") finish(message);
      else {
        host.onRequests(message.requests, (id, json) => {
          // Waking the thread for each one alone would take longer than many calls.
          if (answers.length === 0) setImmediate(sendAnswers);
          answers.push({ id, json });
        });
      }
    };
    worker.on("message", hear);
    worker.on("exit", lose);
    say({ type: "run", program: { ...program, stop } });
    signal.addEventListener("abort", interrupt, { once: true });
    if (signal.aborted) interrupt();
  });
}
