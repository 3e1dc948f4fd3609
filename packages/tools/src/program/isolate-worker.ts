import { isMainThread, parentPort, workerData } from "node:worker_threads";
import type { FromIsolate, IsolateProgram, ToIsolate } from "./isolate-messages.ts";
import type { Isolate } from "./isolate.ts";
import type { TypesKept } from "./strip-types.ts";

/** Marks the threads that run this module as their program. */
export const isolateWorkerData = "toolwright: isolate";

/** The module that such a thread runs. In a bundle, only the module itself knows its address. */
export const isolateWorkerUrl = import.meta.url;

/** Memory is not given back, so a thread that used more ends. */
const maxKeptBytes = 24 * 1024 * 1024;

if (!isMainThread && workerData === isolateWorkerData) serve();

/** Runs one program at a time, each in a fresh isolate. The next isolate is made while a program waits, or after it. */
function serve(): void {
  const next = new Map<number, Promise<Isolate>>();
  let current: Promise<Isolate> | null = null;
  const say = (message: FromIsolate): void => parentPort?.postMessage(message);
  const isolateFor = async (memoryMb: number): Promise<Isolate> => {
    const ready = next.get(memoryMb);
    next.clear();
    const { openIsolate } = await import("./open-isolate.ts");
    return ready ?? openIsolate(memoryMb);
  };
  const prepareNext = (memoryMb: number): void => {
    if (!next.has(memoryMb)) next.set(memoryMb, openNext(memoryMb));
  };
  const run = async (program: IsolateProgram): Promise<void> => {
    const code = await javaScriptOf(program);
    if (typeof code !== "string") {
      current = null;
      const { failure, isClean } = code;
      say({ type: "end", end: { outcome: "failed", failure }, isClean });
      return;
    }
    const own = (current = isolateFor(program.memoryMb));
    const isolate = await own;
    // Programs see when they began, and no more of the time.
    Date.now = () => program.nowMs;
    isolate.start(code, program, {
      onRequests: (requests) => {
        say({ type: "requests", requests });
        prepareNext(program.memoryMb);
      },
      onPrint: (text) => say({ type: "print", text }),
      onEnd: (end) => {
        current = null;
        say({ type: "end", end, isClean: isolate.usedBytes <= maxKeptBytes });
        prepareNext(program.memoryMb);
      },
    });
  };
  parentPort?.on("message", (message: ToIsolate) => {
    if (message.type === "run") void run(message.program);
    else if (message.type === "answers") {
      void current?.then((own) => own.answer(message.answers));
    } else void current?.then((own) => own.stop());
  });
}

async function openNext(memoryMb: number): Promise<Isolate> {
  const { openIsolate } = await import("./open-isolate.ts");
  return openIsolate(memoryMb);
}

async function javaScriptOf({ code, language }: IsolateProgram): Promise<string | TypesKept> {
  // One line, so that the program's lines keep their numbers.
  const whole = `(async () => {${code}\n})`;
  if (language === "js") return whole;
  return (await import("./strip-types.ts")).stripTypes(whole);
}
