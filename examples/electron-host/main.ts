// The process with the session, as Electron's main process or a utility process. It alone has files and processes.
import { defineTool, openToolwright, read } from "toolwright";
import { z } from "zod";
import type { MainMessage, WindowMessage } from "./messages.ts";

// In Electron: `port.postMessage` and `port.on("message")` of a MessagePortMain.
const send = (message: MainMessage): void => void process.send?.(message);

/** A tool of the application that tells how far it is. */
const countWords = defineTool({
  name: "count_words",
  kind: "read",
  description: "Counts the words of text files.",
  input: z.object({ paths: z.array(z.string().describe("A file.")).describe("The files.") }),
  effects: ({ paths }) => paths.map((path) => read(path)),
  async execute({ paths }, { workspace, update }) {
    let words = 0;
    for (const [index, path] of paths.entries()) {
      update({ title: `Counting ${path}`, metadata: { done: index, of: paths.length } });
      const { bytes } = await workspace.read(path);
      words += new TextDecoder().decode(bytes).match(/\S+/g)?.length ?? 0;
    }
    return { content: `${words} words` };
  },
});

const toolwright = await openToolwright({ workspace: process.argv[2], tools: [countWords] });
const { session } = toolwright;
session.approvals.watch({}); // keeps questions open until the window answers
let unfollow = (): void => undefined;

process.on("message", (message: WindowMessage) => {
  switch (message.type) {
    case "call":
      session.call(message.call);
      break;
    case "answer":
      session.approvals.answer(message.questionId, { ...message.answer, by: "the window" });
      break;
    case "cancel":
      session.cancel(message.callId, "The person cancelled it.");
      break;
    case "follow":
      unfollow();
      unfollow = session.subscribe((event) => send({ type: "event", event }), {
        after: message.after,
        onMissed: (count) => send({ type: "missed", count }),
      });
  }
});
// The window is gone: end the calls and their processes.
process.on("disconnect", () => void toolwright.close());
