import { isMainThread, parentPort, workerData } from "node:worker_threads";
import { ToolError } from "@toolwright/core";
import { messageOf } from "@toolwright/core/internal";
import { doHeavyWork, type HeavyWork } from "./heavy-work.ts";

/** Where this module is, for a thread that starts with it and gets `purpose` as its data. */
export const address = import.meta.url;
export const purpose = "toolwright: heavy work";

/** The answer of a thread. */
export type HeavyAnswer =
  | { readonly result: unknown }
  | { readonly error: { readonly code: ToolError["code"]; readonly message: string } };

// A program may load this module in threads of its own.
if (!isMainThread && workerData === purpose) {
  parentPort?.on("message", (work: HeavyWork) => {
    void answerTo(work).then((answer) => parentPort?.postMessage(answer));
  });
}

async function answerTo(work: HeavyWork): Promise<HeavyAnswer> {
  try {
    return { result: await doHeavyWork(work) };
  } catch (thrown) {
    const code = ToolError.isInstance(thrown) ? thrown.code : "internal";
    return { error: { code, message: messageOf(thrown) } };
  }
}
