import { expect, test } from "vitest";
import { createApprovalQueue } from "../approval/approval-queue.ts";
import { type Effect, deletion, write } from "../effects/effect.ts";
import { createPolicy } from "../policy/create-policy.ts";
import type { Rule } from "../policy/rule.ts";
import { createRegistry } from "../registry/registry.ts";
import { createSession } from "../session/create-session.ts";
import { createMemoryWorkspace } from "@toolwright/testing";
import { createScriptedApprover } from "@toolwright/testing";
import { defineTool } from "../tool/define-tool.ts";
import type { Outcome } from "./outcome.ts";

const claims: readonly Effect[] = [deletion("old"), write("new", "create", { recursive: true })];

/** Calls a tool that may write all of a directory, and then says what exactly. */
async function move(exact: readonly Effect[] | null, ...rules: readonly Rule[]): Promise<Outcome> {
  const registry = createRegistry();
  const tool = defineTool({
    name: "move",
    kind: "move",
    description: "Moves a directory.",
    input: { type: "object", properties: {} },
    effects: () => claims,
    ...(exact !== null && {
      prepare: () => ({ summary: "Move", effects: exact, prepared: {} }),
    }),
    execute: () => ({ content: "moved" }),
  });
  await registry.register([tool]);
  const workspace = createMemoryWorkspace({ files: { "old/a.lock": "a" } });
  const approvals = createApprovalQueue();
  approvals.attach(createScriptedApprover(() => ({ outcome: "once" })));
  const session = await createSession({
    registry,
    workspace,
    approvals,
    policy: createPolicy({
      mode: "default",
      roots: workspace.roots,
      layers: [{ name: "user", source: "test", rules }],
    }),
  });
  const outcome = await session.call({ name: "move", input: {} });
  await session.close();
  return outcome;
}

const denied = { status: "refused", error: { code: "permission-denied" } };

test("a rule against something below a directory is left to the exact effects", async () => {
  const rule: Rule = { deny: "write(**/*.lock)" };
  const file = (name: string) => [
    deletion("old"),
    write("new", "create"),
    write(`new/${name}`, "create"),
  ];
  expect(await move(file("a.txt"), rule)).toMatchObject({ status: "ok" });
  expect(await move(file("a.lock"), rule)).toMatchObject(denied);
});

test("a rule against the directory itself, or all of it, ends the call at once", async () => {
  expect(await move([], { deny: "write(new)" })).toMatchObject(denied);
  expect(await move([], { deny: "write(**)" })).toMatchObject(denied);
});

test("a tool that only claims is decided by all that it claims", async () => {
  expect(await move(null)).toMatchObject({ status: "ok" });
  expect(await move(null, { deny: "write(new/deep/a.txt)" })).toMatchObject(denied);
  expect(
    await move([deletion("old"), write("new", "create")], { deny: "write(new/deep/a.txt)" }),
  ).toMatchObject({
    status: "ok",
  });
});

test("what is exact lies within the claims", async () => {
  expect(await move([write("newer/a")])).toMatchObject({ error: { code: "internal" } });
  expect(await move([write("new/deep/a.txt", "create")])).toMatchObject({ status: "ok" });
});
