import { createMemoryWorkspace, createScriptedApprover } from "@toolwright/testing";
import { expect, test } from "vitest";
import { createApprovalQueue } from "../approval/approval-queue.ts";
import { type Effect, write } from "../effects/effect.ts";
import { createPolicy } from "../policy/create-policy.ts";
import { createRegistry } from "../registry/registry.ts";
import { createSession } from "../session/create-session.ts";
import { defineTool } from "../tool/define-tool.ts";

const format: Effect = {
  type: "run",
  program: "format",
  words: ["format"],
  cwd: "/workspace",
  specified: false,
};

test("an effect that is only asked for since the question was put is asked for, too", async () => {
  const registry = createRegistry();
  const tool = defineTool({
    name: "format",
    kind: "execute",
    description: "Writes a file and runs a program.",
    input: { type: "object", properties: {} },
    effects: () => [write("a.txt", "create"), format],
    execute: () => ({ content: "done" }),
  });
  await registry.register([tool]);
  const workspace = createMemoryWorkspace({ files: {} });
  const approvals = createApprovalQueue();
  const asked: string[][] = [];
  const session = await createSession({
    registry,
    workspace,
    approvals,
    policy: createPolicy({ mode: "accept-edits", roots: workspace.roots, layers: [] }),
  });
  approvals.attach(
    createScriptedApprover(({ effects }) => {
      asked.push(effects.map(({ type }) => type));
      session.setMode("default");
      return { outcome: "once" };
    }),
  );
  expect(await session.call({ name: "format", input: {} })).toMatchObject({ status: "ok" });
  expect(asked).toEqual([["run"], ["write"]]);
  await session.close();
});
