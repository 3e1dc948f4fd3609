// Defines a tool, adds it to the built-in ones and calls it. The tool declares its effects, the policy
// decides them, and only then the tool runs.
import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineTool, openToolwright, read } from "toolwright";
import { z } from "zod";

const directory = await mkdtemp(join(tmpdir(), "toolwright-example-"));
const state = await mkdtemp(join(tmpdir(), "toolwright-example-state-"));
process.env["XDG_STATE_HOME"] = state;
await writeFile(join(directory, "notes.txt"), "decide on effects\n");
await writeFile(join(directory, ".env"), "TOKEN=12345\n");

// #region readme
const countWords = defineTool({
  name: "count_words",
  kind: "read",
  description: "Counts the words of a text file.",
  input: z.object({ path: z.string().describe("File to count, relative to the workspace.") }),
  effects: ({ path }) => [read(path)],
  async execute({ path }, { workspace }) {
    const { bytes } = await workspace.read(path);
    return { content: `${new TextDecoder().decode(bytes).match(/\S+/g)?.length ?? 0} words` };
  },
});

const toolwright = await openToolwright({ workspace: directory, tools: [countWords] });
const { session } = toolwright;

const outcome = await session.call({ name: "count_words", input: { path: "notes.txt" } });
console.log(outcome.status, outcome.content); // ok [ { type: 'text', text: '3 words' } ]

const refused = await session.call({ name: "count_words", input: { path: ".env" } });
console.log(refused.status, refused.error?.code); // refused permission-denied
// #endregion

assert.equal(outcome.status, "ok");
assert.deepEqual(outcome.content, [{ type: "text", text: "3 words" }]);
assert.deepEqual(
  outcome.decision?.proof.map(({ decision, layer }) => `${decision} by ${layer}`),
  ["allow by mode"],
);
assert.equal(refused.status, "refused");
assert.equal(refused.decision?.proof[0]?.layer, "protected");
assert.ok(!JSON.stringify(refused).includes("12345"), "what may not be read shows nowhere");

const found = await session.call({ name: "search_text", input: { pattern: "effects" } });
assert.equal(found.status, "ok");

await toolwright.close();
await rm(directory, { recursive: true });
await rm(state, { recursive: true });
