// An application in two processes, as with Electron: one has the session, the other the window. They exchange plain
// messages: calls, live output and metadata, approvals, cancellation. Here a child process stands for Electron's main
// process, and this program for the window.
import assert from "node:assert/strict";
import { fork } from "node:child_process";
import { EventEmitter, once } from "node:events";
import type { MainMessage } from "./electron-host/messages.ts";
import { AgentWindow, type ShownCall } from "./electron-host/window.ts";
import { openScratch } from "./support/scratch.ts";

const { workspace, read, remove } = await openScratch({ "a.txt": "one two\n", "b.txt": "three\n" });
const main = fork(new URL("./electron-host/main.ts", import.meta.url), [workspace], {
  serialization: "advanced", // structured clone, as in Electron
});

/** A window, everything that it has drawn, and a way to wait for what it shows. */
function openWindow() {
  const drawn: { readonly callId: string; readonly call: ShownCall }[] = [];
  const changes = new EventEmitter();
  const window = new AgentWindow(
    (message) => void main.send(message),
    (callId, call) => {
      drawn.push({ callId, call });
      changes.emit("drawn");
    },
  );
  main.removeAllListeners("message");
  main.on("message", (message: MainMessage) => window.receive(message));
  return {
    window,
    drawn,
    until: async (callId: string, isReached: (call: ShownCall) => boolean): Promise<ShownCall> => {
      for (;;) {
        const call = window.calls.get(callId);
        if (call !== undefined && isReached(call)) return call;
        await once(changes, "drawn");
      }
    },
  };
}

const { window, drawn, until } = openWindow();
const outcomeOf = async (callId: string) => (await until(callId, hasEnded)).outcome;
const questionOf = async (callId: string) => (await until(callId, asks)).question ?? assert.fail();
const hasEnded = ({ outcome }: ShownCall): boolean => outcome !== null;
const asks = ({ question }: ShownCall): boolean => question !== null;

// Live metadata of an own tool.
window.call("count", "count_words", { paths: ["a.txt", "b.txt"] });
assert.deepEqual((await outcomeOf("count"))?.content, [{ type: "text", text: "3 words" }]);
const counting = drawn.filter(({ call }) => call.metadata["of"] === 2);
assert.equal(counting[0]?.call.title, "Counting a.txt");
assert.ok(counting.some(({ call }) => call.metadata["done"] === 1));

// The person is asked in the window, and allows it for the session. The next call of its kind does not ask.
window.call("write-1", "write_file", { path: "c.txt", content: "c\n" });
const question = await questionOf("write-1");
assert.equal(question.preview?.type, "diff");
window.allow(question);
assert.equal((await outcomeOf("write-1"))?.status, "ok");
assert.equal(await read("c.txt"), "c\n");
window.call("write-2", "write_file", { path: "c.txt", content: "cc\n" });
assert.equal((await outcomeOf("write-2"))?.status, "ok");
assert.ok(!drawn.some(({ callId, call }) => callId === "write-2" && asks(call)));

// Live output of a command, and its end by the person. It changes nothing, so nobody is asked.
window.call("endless", "run_command", { command: "echo started; sleep 600" });
await until("endless", ({ output }) => output.includes("started"));
window.cancel("endless");
assert.equal((await outcomeOf("endless"))?.status, "cancelled");

// A reloaded window learns everything again.
const reloaded = openWindow();
await reloaded.until("endless", hasEnded);
assert.deepEqual(reloaded.window.calls, window.calls);

// Without the window the session ends, and with it everything that it started.
main.disconnect();
await once(main, "exit");
await remove();
