// A session inside an editor, as an extension of VS Code: unsaved documents are what the tools read, their changes
// appear unsaved, the editor's diagnostics are in the results, output grows like that of a notebook's cell.
import assert from "node:assert/strict";
import { realpath } from "node:fs/promises";
import { join } from "node:path";
import type { Outcome } from "toolwright";
import { FakeEditor } from "./editor-host/editor.ts";
import { openHost } from "./editor-host/host.ts";
import { openScratch } from "./support/scratch.ts";

const { workspace, read, remove } = await openScratch({
  "answer.ts": "export const answer: number = 1;\n",
  "other.ts": "export const other = 1;\n",
});
const answerFile = join(await realpath(workspace), "answer.ts");
const editor = new FakeEditor();
editor.type(answerFile, "export const answer: number = 42;\n");
const host = await openHost(editor, {
  folder: workspace,
  approver: () => ({ outcome: "once" }),
});
const call = (name: string, input: unknown, id?: string): PromiseLike<Outcome> =>
  host.toolwright.session.call({ id, name, input });
const textOf = ({ content }: Outcome): string => JSON.stringify(content);

// Unsaved text is read and searched.
assert.match(textOf(await call("read_file", { path: "answer.ts" })), /= 42/);
assert.match(textOf(await call("search_text", { pattern: "42" })), /answer\.ts/);

// A change appears in the editor, unsaved, and the result says what the editor thinks of it.
const edit = { path: "answer.ts", old_string: "42", new_string: '"42"' };
const edited = await call("edit_file", edit);
assert.equal(edited.status, "ok");
assert.match(textOf(edited), /New problems after this change.*answer\.ts:1: error: Type 'string'/);
assert.equal(editor.unsaved.get(answerFile), 'export const answer: number = "42";\n');
assert.equal(await read("answer.ts"), "export const answer: number = 1;\n");
assert.match(textOf(await call("diagnostics", { paths: ["answer.ts"] })), /not assignable/);

// The person types meanwhile: an edit of what is no longer there is refused.
editor.type(answerFile, "export const answer: number = 7;\n");
const stale = await call("edit_file", { ...edit, old_string: '"42"', new_string: "43" });
assert.equal(stale.status, "error");
assert.equal(editor.unsaved.get(answerFile), "export const answer: number = 7;\n");

// A new file is unsaved, too, and undo takes it out of the editor.
const newFile = join(await realpath(workspace), "new.ts");
await call("write_file", { path: "new.ts", content: "export {};\n" });
assert.equal(editor.unsaved.get(newFile), "export {};\n");
await assert.rejects(read("new.ts"));
await host.undo();
assert.equal(editor.unsaved.has(newFile), false);

// Output is appended while the call runs.
assert.equal((await call("run_cell", { from: 3 }, "cell-1")).status, "ok");
assert.equal(editor.cells.get("cell-1"), "3\n2\n1\n");

await call("show_in_editor", { path: "other.ts", line: 1 });
assert.equal(editor.shown, `${join(await realpath(workspace), "other.ts")}:1`);

await host.close();
await remove();
