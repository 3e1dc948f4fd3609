import { parentPort, workerData } from "node:worker_threads";
import { type ParseRequest, type ParseResult, parseText } from "./parse-text.ts";

/** What a thread answers; `error` is for developers. */
export type ParseAnswer = ParseResult | { readonly outcome: "failed"; readonly error: string };

/** Marks the threads that run this module as their program. */
export const parseWorkerData = "toolwright: parse";

/** The module that such a thread runs. In a bundle, only the module itself knows its address. */
export const parseWorkerUrl = import.meta.url;

if (workerData === parseWorkerData) serve();

/** Answers one request after the other, in their order. */
function serve(): void {
  let last: Promise<void> = Promise.resolve();
  parentPort?.on("message", (request: ParseRequest) => {
    last = last.then(async () => {
      const answer = await answerTo(request);
      const buffers = "symbols" in answer ? [answer.symbols.buffer, answer.words.buffer] : [];
      parentPort?.postMessage(answer, buffers as ArrayBuffer[]);
    });
  });
}

async function answerTo(request: ParseRequest): Promise<ParseAnswer> {
  try {
    return await parseText(request);
  } catch (thrown) {
    return { outcome: "failed", error: thrown instanceof Error ? thrown.message : String(thrown) };
  }
}
