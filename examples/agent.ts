// An agent over a session: it streams, asks before what the mode doesn't allow, and what it changed is undone.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { openToolwright } from "toolwright";
import { startFakeVendor } from "./support/fake-vendor.ts";
import { files, script, task } from "./support/note-script.ts";
import { openScratch } from "./support/scratch.ts";
import { anthropicMessages } from "./support/wire-formats.ts";

const { workspace, read, remove } = await openScratch(files);
const vendor = await startFakeVendor(anthropicMessages, script);
process.env["ANTHROPIC_BASE_URL"] = vendor.url; // in place of api.anthropic.com
process.env["ANTHROPIC_API_KEY"] = "none";
const confirm = (question: string): boolean => question.includes("old.txt");

// #region readme
const toolwright = await openToolwright({
  workspace,
  mode: "accept-edits", // edits run; deletions and unknown commands are asked about
  approver: ({ summary }) =>
    confirm(summary) ? { outcome: "once" } : { outcome: "reject", feedback: "Not now." },
});
const agent = await toolwright.agent({ model: "anthropic/claude-sonnet-5" });
const run = agent.run(task);
for await (const event of run) {
  if (event.type === "text-delta") process.stdout.write(event.text);
  if (event.type === "invocation-prepared") console.log(event.summary);
}
const { status, text } = await run; // "done", "failed" with a reason, "refused" or "cancelled"
const undone = await toolwright.undo({ turn: 1 }); // all that this run has changed
await toolwright.close();
// #endregion

assert.deepEqual({ status, text }, { status: "done", text: "The entry is done." });
assert.equal(vendor.told.length, 3);
assert.equal(undone.outcome, "done");
assert.equal(await read("notes.txt"), files["notes.txt"]);
assert.ok(existsSync(join(workspace, "old.txt")));
await vendor.close();
await remove();
