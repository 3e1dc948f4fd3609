// Answers approval prompts as an application would: an approver shows what a call would do, and decides.
import assert from "node:assert/strict";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type AnswerQuestion, describeEffect, openToolwright } from "toolwright";

const directory = await mkdtemp(join(tmpdir(), "toolwright-example-"));
const state = await mkdtemp(join(tmpdir(), "toolwright-example-state-"));
process.env["XDG_STATE_HOME"] = state;

// #region readme
// The signal fires when another approver has answered, or the call was cancelled.
const approver: AnswerQuestion = ({ summary, effects, preview, proposals }, signal) => {
  console.log(
    summary,
    effects.map((effect) => describeEffect(effect, [directory])),
    preview,
  );
  if (signal.aborted) return undefined;
  if (effects.every(({ type }) => type === "write")) {
    // The first proposal is the narrowest rule: here write(notes.txt).
    return proposals.length > 0 ? { outcome: "session", proposal: 0 } : { outcome: "once" };
  }
  return { outcome: "reject", feedback: "only notes may be written" };
};
const toolwright = await openToolwright({ workspace: directory, approver });
// #endregion

const { session } = toolwright;
const written = await session.call({
  name: "write_file",
  input: { path: "notes.txt", content: "decide on effects\n" },
});
assert.equal(written.status, "ok");
assert.equal(await readFile(join(directory, "notes.txt"), "utf8"), "decide on effects\n");
assert.deepEqual(
  session.grants.map(({ pattern, origin }) => `${pattern} by ${origin}`),
  ["write(notes.txt) by the program"],
);

const removed = await session.call({ name: "delete_path", input: { path: "notes.txt" } });
assert.equal(removed.status, "refused");
assert.match(removed.error?.message ?? "", /only notes may be written/);

await toolwright.close();
await rm(directory, { recursive: true });
await rm(state, { recursive: true });
