import { createMemoryWorkspace } from "@toolwright/testing";
import { expect, test } from "vitest";
import { createApprovalQueue } from "../approval/approval-queue.ts";
import type { CallDigests } from "../approval/call-digests.ts";
import { write } from "../effects/effect.ts";
import { createPolicy } from "../policy/create-policy.ts";
import type { PolicyOptions } from "../policy/create-policy.ts";
import { createRegistry } from "../registry/registry.ts";
import { createSession } from "../session/create-session.ts";
import { defineTool } from "../tool/define-tool.ts";
import type { Outcome } from "./outcome.ts";

interface Changes {
  readonly text?: string;
  readonly version?: string;
  readonly description?: string;
  readonly prepared?: unknown;
  readonly existing?: string;
  readonly layers?: PolicyOptions["layers"];
}

/** A call that is asked about and left for later, in a session of its own. */
async function asked({
  text = "new",
  version = "1",
  description = "Writes a file.",
  prepared,
  existing = "old",
  layers = [],
}: Changes = {}): Promise<{ digests: CallDigests; outcome: Outcome }> {
  const registry = createRegistry();
  const workspace = createMemoryWorkspace({ files: { "a.txt": existing } });
  const tool = defineTool({
    name: "put",
    version,
    kind: "edit",
    description,
    input: { type: "object", properties: { text: { type: "string" } } },
    effects: () => [write("a.txt", "modify")],
    prepare: async (input, context) => ({
      summary: "Put",
      effects: [write("a.txt", "modify")],
      prepared: prepared ?? input,
      basedOn: [{ path: "a.txt", version: await context.workspace.version("a.txt") }],
    }),
    execute: () => ({ content: "done" }),
  });
  await registry.register([tool]);
  const approvals = createApprovalQueue();
  const policy = createPolicy({ mode: "default", roots: workspace.roots, layers });
  const session = await createSession({ registry, workspace, approvals, policy });
  let digests: CallDigests | undefined;
  approvals.attach({
    name: "the folder",
    async ask(_question, _signal, digest) {
      digests = digest?.((given) => given);
      return { outcome: "later", approval: "q-1" };
    },
  });
  const outcome = await session.call({ name: "put", input: { text } });
  await session.close();
  return { digests: digests as CallDigests, outcome };
}

test("a call that is made again in another session has the same digests", async () => {
  const { digests } = await asked();
  expect((await asked()).digests).toEqual(digests);
});

test.each<[string, Changes, (keyof CallDigests)[]]>([
  ["other input", { text: "other" }, ["input", "prepared"]],
  ["another version of the tool", { version: "2" }, ["tool"]],
  ["another description of the tool", { description: "Writes." }, ["tool"]],
  ["other bytes", { prepared: new Uint8Array([1]) }, ["prepared"]],
  ["a file that has changed", { existing: "older" }, ["files"]],
  [
    "another rule that asks",
    { layers: [{ name: "user", source: "me", rules: [{ ask: "write(**)" }] }] },
    ["asked"],
  ],
])("%s changes its digest", async (_what, changes, expected) => {
  const [one, other] = await Promise.all([asked(), asked(changes)]);
  const names = Object.keys(one.digests) as (keyof CallDigests)[];
  const differing = names.filter(
    (name) => JSON.stringify(one.digests[name]) !== JSON.stringify(other.digests[name]),
  );
  expect(differing).toEqual(expected);
});

test("a call that is left for later is refused, with the question's id for the model", async () => {
  const { outcome } = await asked();
  expect(outcome).toMatchObject({
    status: "refused",
    error: { code: "permission-denied", details: { approval: "q-1" } },
  });
  expect(outcome.error?.message).toContain("it waits for a person's approval (q-1)");
});

test("a call that can't be compared isn't left for later", async () => {
  const { outcome } = await asked({ prepared: { run: () => 1 } });
  expect(outcome.status).toBe("refused");
  expect(outcome.error?.message).toContain("a function can't be compared");
});
