import { expect, test } from "vitest";
import { createApprovalQueue } from "../approval/approval-queue.ts";
import type { Grant } from "../approval/grant.ts";
import { read, write } from "../effects/effect.ts";
import type { Outcome } from "../invocation/outcome.ts";
import { createPolicy } from "../policy/create-policy.ts";
import type { Rule } from "../policy/rule.ts";
import type { GrantStore } from "../ports/grant-store.ts";
import { createRegistry } from "../registry/registry.ts";
import {
  type ApprovalScript,
  createScriptedApprover,
  type ScriptedApprover,
} from "@toolwright/testing";
import { createMemoryWorkspace } from "@toolwright/testing";
import type { Tool } from "../tool/tool.ts";
import { createSession } from "./create-session.ts";
import type { Session } from "./session.ts";

const input = {
  type: "object",
  properties: { path: { type: "string", description: "A path." } },
  required: ["path"],
} as const;
const pathOf = (given: unknown): string => (given as { path: string }).path;

/** Writes an empty file. */
const toucher: Tool = {
  name: "toucher",
  kind: "edit",
  description: "A tool of the tests.",
  input,
  effects: (given: never) => [write(pathOf(given))],
  execute: async () => ({ content: "done" }),
};

/** Reads while it prepares. */
const reader: Tool = {
  ...toucher,
  name: "reader",
  kind: "read",
  effects: (given: never) => [read(pathOf(given))],
  prepare: async (given: never, { workspace }) => {
    await workspace.read(pathOf(given));
    return { summary: "", effects: [read(pathOf(given))], prepared: given };
  },
};

/** Lets a child agent make the call. */
const delegator: Tool = {
  ...toucher,
  name: "delegator",
  kind: "other",
  effects: () => [],
  execute: async (given: never, { openChildSession }) => {
    const child = await openChildSession({ agent: "helper" });
    const outcome = await child.call({ name: "toucher", input: { path: pathOf(given) } });
    return { content: outcome.status };
  },
};

const grant = (more: Partial<Grant> = {}): Grant => ({
  id: "g",
  pattern: "write(**)",
  scope: "project",
  origin: "me",
  grantedAtMs: 0,
  ...more,
});

/** As the one that files hold, in memory. */
function storeOf(...given: readonly Grant[]): GrantStore & { kept: readonly Grant[] } {
  const store = {
    kept: given,
    list: async () => store.kept,
    add: async (one: Grant) => {
      store.kept = [...store.kept, one];
    },
    remove: async (id: string) => {
      store.kept = store.kept.filter((one) => one.id !== id);
      return true;
    },
    use: async (ids: readonly string[]) => {
      const gone = ids.filter((id) => !store.kept.some((one) => one.id === id));
      if (gone.length > 0) return gone;
      store.kept = store.kept.flatMap((one) => {
        if (!ids.includes(one.id) || one.usesLeft === undefined) return [one];
        return one.usesLeft === 1 ? [] : [{ ...one, usesLeft: one.usesLeft - 1 }];
      });
      return [];
    },
  };
  return store;
}

async function open(bench: {
  readonly grants?: GrantStore;
  readonly rules?: readonly Rule[];
  readonly script?: ApprovalScript;
  readonly now?: () => number;
}): Promise<{ session: Session; approver: ScriptedApprover }> {
  const registry = createRegistry();
  await registry.register([toucher, reader, delegator]);
  const workspace = createMemoryWorkspace({ files: { ".env": "SECRET=1" } });
  const policy = createPolicy({
    mode: "default",
    roots: workspace.roots,
    layers: [{ name: "user", source: "test", rules: bench.rules ?? [] }],
  });
  const approvals = createApprovalQueue();
  const approver = createScriptedApprover(bench.script ?? []);
  approvals.attach(approver);
  const { grants, now } = bench;
  const session = await createSession({
    registry,
    policy,
    workspace,
    approvals,
    ...(grants !== undefined && { grants }),
    ...(now !== undefined && { now }),
  });
  return { session, approver };
}

const touch = { name: "toucher", input: { path: "a" } };
const statusOf = ({ status }: Outcome): string => status;

test("a grant for so many calls is used up by them, in the store as well", async () => {
  const grants = storeOf(grant({ usesLeft: 2 }));
  const { session, approver } = await open({ grants, script: ["once"] });
  await session.call(touch);
  expect(grants.kept).toMatchObject([{ usesLeft: 1 }]);
  expect(session.grants).toMatchObject([{ usesLeft: 1 }]);
  await session.call(touch);
  expect([grants.kept, session.grants, approver.questions.length]).toEqual([[], [], 0]);
  await session.call(touch);
  expect(approver.questions).toHaveLength(1);
});

test("of two calls at once one gets the last use, and the other is asked for", async () => {
  const { session, approver } = await open({
    grants: storeOf(grant({ usesLeft: 1 })),
    script: [{ outcome: "reject" }],
  });
  const outcomes = await session.callAll([touch, { ...touch, input: { path: "b" } }]);
  expect(outcomes.map(statusOf).toSorted()).toEqual(["ok", "refused"]);
  expect(approver.questions).toHaveLength(1);
});

test("explaining a call uses nothing", async () => {
  const { session } = await open({ grants: storeOf(grant({ usesLeft: 1 })) });
  const { decision } = await session.explain(touch);
  expect(decision).toMatchObject({ decision: "allow", proof: [{ layer: "grant", grant: "g" }] });
  expect(session.grants).toMatchObject([{ usesLeft: 1 }]);
});

test("explaining a call that reads by a grant uses nothing, and reads nothing", async () => {
  for (const scarce of [{ usesLeft: 1 }, { scope: "session" }] as const) {
    const store = storeOf(grant({ pattern: "read(.env)", protected: true, ...scarce }));
    const { session } = await open({ grants: store });
    const explained = await session.explain({ name: "reader", input: { path: ".env" } });
    expect(explained).toMatchObject({ isExact: false, decision: { decision: "allow" } });
    expect([store.kept.length, session.grants.length]).toEqual([1, 1]);
  }
});

test("a call that a rule allows, or that is denied, uses no grant", async () => {
  const grants = storeOf(grant({ usesLeft: 1 }));
  const rules = [{ allow: "write(a)" }, { deny: "write(b)" }];
  const { session } = await open({ grants, rules });
  expect(statusOf(await session.call(touch))).toBe("ok");
  expect(statusOf(await session.call({ ...touch, input: { path: "b" } }))).toBe("refused");
  expect(session.grants).toMatchObject([{ usesLeft: 1 }]);
});

test("a call that reads by a grant and then runs by it uses it once", async () => {
  const grants = storeOf(grant({ pattern: "read(.env)", protected: true, usesLeft: 1 }));
  const { session, approver } = await open({ grants });
  const outcome = await session.call({ name: "reader", input: { path: ".env" } });
  expect(outcome).toMatchObject({
    status: "ok",
    decision: { decision: "allow", proof: [{ grant: "g" }] },
  });
  expect([session.grants, approver.questions]).toEqual([[], []]);
});

test("a grant for the once is preferred to nothing, and one without a limit to it", async () => {
  const grants = storeOf(grant({ id: "few", usesLeft: 1 }), grant({ id: "many" }));
  const { session } = await open({ grants });
  const outcome = await session.call(touch);
  expect(outcome.decision?.proof[0]?.grant).toBe("many");
  expect(session.grants).toHaveLength(2);
});

test("a grant ends at its time, also between two calls", async () => {
  let nowMs = 100;
  const { session, approver } = await open({
    grants: storeOf(grant({ expiresAtMs: 200 })),
    now: () => nowMs,
    script: ["once"],
  });
  await session.call(touch);
  expect(approver.questions).toHaveLength(0);
  nowMs = 200;
  expect(session.grants).toEqual([]);
  await session.call(touch);
  expect(approver.questions).toHaveLength(1);
});

test("a grant that another process revoked covers the next call no more", async () => {
  const grants = storeOf(grant());
  const { session, approver } = await open({ grants, script: ["once"] });
  await session.call(touch);
  await grants.remove("g");
  await session.call(touch);
  expect([approver.questions.length, session.grants]).toEqual([1, []]);
});

test("a grant can be revoked in the session, where it was kept and where it wasn't", async () => {
  const grants = storeOf(grant());
  const { session, approver } = await open({ grants, script: [{ outcome: "session" }, "once"] });
  expect(await session.revokeGrant("g")).toBe(true);
  expect(grants.kept).toEqual([]);
  await session.call(touch);
  const [given] = session.grants;
  expect(await session.revokeGrant(given?.id ?? "")).toBe(true);
  expect(await session.revokeGrant(given?.id ?? "")).toBe(false);
  await session.call(touch);
  expect(approver.questions).toHaveLength(2);
});

test.each([
  ["isn't asked by a delegable grant of its parent", { delegable: true }, 0],
  ["is asked in spite of its parent's grant", {}, 1],
  ["is asked in spite of its parent's own grant", { agent: "main" }, 1],
  ["isn't asked by what a person gave it by its name", { agent: "helper" }, 0],
] as const)("a child agent %s", async (_what, more, questions) => {
  const { session, approver } = await open({ grants: storeOf(grant(more)), script: ["once"] });
  await session.call({ name: "delegator", input: { path: "a" } });
  expect(approver.questions).toHaveLength(questions);
});

test("a session answer to a child covers agents of its name until the session ends, and not its parent", async () => {
  const { session, approver } = await open({ script: [{ outcome: "session" }, "once"] });
  await session.call({ name: "delegator", input: { path: "a" } });
  await session.call({ name: "delegator", input: { path: "a" } });
  expect(approver.questions.map(({ agent }) => agent)).toEqual(["helper"]);
  expect(session.grants).toMatchObject([{ agent: "helper", scope: "session" }]);
  await session.call(touch);
  expect(approver.questions.map(({ agent }) => agent)).toEqual(["helper", "main"]);
  await session.revokeGrant(session.grants[0]?.id ?? "");
  await session.call({ name: "delegator", input: { path: "a" } });
  expect(approver.questions.map(({ agent }) => agent)).toEqual(["helper", "main", "helper"]);
});

test("an always answer to a child is stored for agents of its name", async () => {
  const grants = storeOf();
  const { session } = await open({ grants, script: [{ outcome: "always" }] });
  await session.call({ name: "delegator", input: { path: "a" } });
  expect(grants.kept).toMatchObject([{ agent: "helper", scope: "project" }]);
});

test("a child's use of a delegable grant counts for its parent's", async () => {
  const grants = storeOf(grant({ agent: "main", delegable: true, usesLeft: 1 }));
  const { session } = await open({ grants });
  const outcome = await session.call({ name: "delegator", input: { path: "a" } });
  expect(outcome.content).toEqual([{ type: "text", text: "ok" }]);
  expect([grants.kept, session.grants]).toEqual([[], []]);
});

test("another policy decides what is asked from now on", async () => {
  const { session, approver } = await open({ script: ["once"] });
  await session.call(touch);
  const layers = [{ name: "user" as const, source: "new", rules: [{ allow: "write(**)" }] }];
  session.setPolicy(createPolicy({ mode: "default", roots: session.workspace.roots, layers }));
  await session.call(touch);
  expect(approver.questions).toHaveLength(1);
});

test("a refusal names what is allowed and comes nearest", async () => {
  const { session } = await open({ rules: [{ deny: "write(a)" }, { allow: "write(src/**)" }] });
  const { error } = await session.call(touch);
  expect(error?.message).toMatch(/^Allowed without approval: write\(src\/\*\*\)\.$/m);
});

test("what is granted elsewhere counts once it is taken in, and answers the question that is open", async () => {
  const grants = storeOf();
  const { session, approver } = await open({ grants });
  approver.hold();
  const running = session.call(touch);
  await approver.question(0);
  expect(await session.reloadGrants()).toBe(false);
  await grants.add(grant());
  expect(await session.reloadGrants()).toBe(true);
  expect(await running).toMatchObject({ status: "ok" });
  expect(session.grants.map(({ id }) => id)).toEqual(["g"]);
  expect(await session.call(touch)).toMatchObject({ status: "ok" });
});

test("what is revoked elsewhere counts no more, and what only the session has stays", async () => {
  const grants = storeOf(grant());
  const { session, approver } = await open({ grants, script: ["session", "reject"] });
  expect(await session.call(touch)).toMatchObject({ status: "ok" });
  await grants.remove("g");
  expect(await session.reloadGrants()).toBe(true);
  expect(session.grants).toEqual([]);
  expect(await session.call(touch)).toMatchObject({ status: "ok" });
  expect(approver.questions).toHaveLength(1);
  const [own] = session.grants;
  expect(own?.scope).toBe("session");
  expect(await session.reloadGrants()).toBe(false);
  expect(session.grants).toEqual([own]);
});

test("a grant that is kept while others are taken in isn't taken for one that was revoked", async () => {
  const grants = storeOf();
  let list = (): void => {};
  const listing = new Promise<void>((resolve) => (list = resolve));
  const slow: GrantStore = {
    ...grants,
    add: (one) => grants.add(one),
    list: async () => {
      const { kept } = grants;
      await listing;
      return kept;
    },
  };
  const opening = open({ grants: slow, script: ["always"] });
  list();
  const { session } = await opening;
  const reloading = session.reloadGrants();
  expect(await session.call(touch)).toMatchObject({ status: "ok" });
  await reloading;
  expect(session.grants).toHaveLength(1);
});

test("a store that can't be read changes nothing", async () => {
  const grants = storeOf(grant());
  let isBroken = false;
  const store: GrantStore = {
    ...grants,
    list: async () => {
      if (isBroken) throw new Error("broken");
      return grants.kept;
    },
  };
  const { session } = await open({ grants: store });
  isBroken = true;
  await expect(session.reloadGrants()).rejects.toThrow("broken");
  expect(session.grants.map(({ id }) => id)).toEqual(["g"]);
});
