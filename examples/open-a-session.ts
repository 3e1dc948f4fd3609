// Opens a session in a folder with everything a host needs, calls tools, and undoes what they changed.
import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openToolwright } from "toolwright";

const directory = await mkdtemp(join(tmpdir(), "toolwright-example-"));
const notes = join(directory, "notes.txt");
await writeFile(notes, "TODO: decide on effects\n");
const state = await mkdtemp(join(tmpdir(), "toolwright-example-state-"));
process.env["XDG_STATE_HOME"] = state;

// #region readme
const toolwright = await openToolwright({ workspace: directory, mode: "accept-edits" }); // with your settings
const { session } = toolwright;
const found = await session.call({ name: "search_text", input: { pattern: "TODO" } });
const ran = await session.call({
  name: "run_command",
  input: { command: "sed -i s/TODO/DONE/ notes.txt" },
});
const undone = await toolwright.undo(); // the last change; also { call }, { turn } or { since }
await toolwright.close(); // ends background commands and servers
// #endregion

assert.match(JSON.stringify(found.content), /TODO: decide on effects/);
assert.equal(ran.status, "ok");
assert.equal(undone.outcome, "done");
assert.equal(await readFile(notes, "utf8"), "TODO: decide on effects\n");
await rm(directory, { recursive: true });
await rm(state, { recursive: true });
