import { expect, test } from "vitest";
import { openToolSession } from "../../tools/src/fixtures/tool-session.ts";
import { callAliases } from "./call-aliases.ts";
import { profileTools } from "./profiles.ts";

const shapes = [
  ["gemini-cli", "write_todos", "todos", "description"],
  ["opencode", "todowrite", "todos", "content"],
  ["claude-code", "TodoWrite", "todos", "content"],
  ["codex", "update_plan", "plan", "step"],
] as const;

test.each(shapes)("the list of %s's %s reaches the host", async (profile, tool, list, item) => {
  const { session, call } = await openToolSession({ tools: await profileTools(profile) });
  const outcome = await call(tool, {
    [list]: [
      { [item]: "Find it", status: "completed" },
      { [item]: "Fix it", status: "pending" },
    ],
  });
  expect(outcome).toMatchObject({ error: null, effects: [] });
  expect(session.todos).toEqual([
    { text: "Find it", status: "done" },
    { text: "Fix it", status: "pending" },
  ]);
});

test.each(shapes)("in %s, each other's list is taken for %s's", async (profile, tool) => {
  const tools = await profileTools(profile);
  for (const [, , list, item] of shapes) {
    const { session, call } = await openToolSession({ tools });
    const outcome = await call(tool, { [list]: [{ [item]: "Fix it", status: "in_progress" }] });
    expect({ list, item, error: outcome.error }).toEqual({ list, item, error: null });
    expect(session.todos).toEqual([{ text: "Fix it", status: "active" }]);
  }
});

test.each(shapes)("%s's %s works under the canonical names", async (_profile, tool, list, item) => {
  const { session, call } = await openToolSession({ session: { aliases: callAliases } });
  const outcome = await call(tool, { [list]: [{ [item]: "Fix it", status: "in_progress" }] });
  expect(outcome).toMatchObject({ tool: "write_todos", error: null });
  expect(session.todos).toEqual([{ text: "Fix it", status: "active" }]);
});
