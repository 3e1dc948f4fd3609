import {
  createMemoryOutputStore,
  createMemoryWorkspace,
  createScriptedApprover,
  type ApprovalScript,
} from "@toolwright/testing";
import { describe, expect, test } from "vitest";
import { createApprovalQueue } from "../approval/approval-queue.ts";
import { type Effect, read, unknown } from "../effects/effect.ts";
import { ToolError } from "../errors.ts";
import type { Outcome } from "../invocation/outcome.ts";
import { createLabels } from "../labels/create-labels.ts";
import { createPolicy } from "../policy/create-policy.ts";
import type { Policy } from "../policy/policy.ts";
import type { Rule } from "../policy/rule.ts";
import type { Label } from "../ports/labels.ts";
import type { NetworkPolicy } from "../ports/network-policy.ts";
import type { SandboxFactory } from "../ports/sandbox-factory.ts";
import type { SandboxProfile } from "../ports/sandbox-profile.ts";
import { createRegistry } from "../registry/registry.ts";
import type { ToolContext } from "../tool/context.ts";
import type { Tool } from "../tool/tool.ts";
import { createSession } from "./create-session.ts";
import type { Session, SessionOptions } from "./session.ts";

const password = "hunter2-hunter2-hunter2";
const redactor = {
  redact: (text: string) =>
    text.replaceAll("«secret:", "«secret:literal:").replaceAll(password, "«secret:PASSWORD»"),
};

const allowed: readonly Rule[] = [
  { allow: "network(*)" },
  { allow: "mcp(*/*)" },
  { allow: "unknown(*)" },
  { allow: "read(.env)", protected: true },
  { allow: "read(/etc/hosts)", protected: true },
];

interface Bench {
  readonly tools?: readonly Tool[];
  readonly script?: ApprovalScript;
  readonly session?: Partial<SessionOptions>;
}

async function open({ tools = [], script = [], session = {} }: Bench = {}): Promise<Session> {
  const registry = createRegistry();
  await registry.register([...tools, reader, fetcher, asker, server]);
  const workspace = createMemoryWorkspace({
    files: { "a.txt": "plain", ".env": `PASSWORD=${password}`, "config.ts": `"${password}"` },
  });
  const policy = policyOf(workspace.roots, allowed);
  const approvals = createApprovalQueue();
  approvals.attach(createScriptedApprover(script));
  return createSession({
    registry,
    policy,
    workspace,
    approvals,
    redactor,
    labels: createLabels({ roots: workspace.roots }),
    ...session,
  });
}

function policyOf(roots: readonly string[], rules: readonly Rule[]): Policy {
  const layers = [{ name: "user", source: "test", rules }] as const;
  return createPolicy({ mode: "auto", roots, layers, sandboxWorks: true });
}

const withPath = {
  type: "object",
  properties: { path: { type: "string", description: "A path." } },
  additionalProperties: false,
} as const;

function tool(parts: Partial<Tool> & Pick<Tool, "name">): Tool {
  return {
    kind: "other",
    description: "A tool of the tests.",
    input: withPath,
    effects: () => [],
    execute: () => ({ content: "done" }),
    ...parts,
  };
}

const pathOf = (input: unknown): string => (input as { readonly path: string }).path;

const reader = tool({
  name: "reader",
  effects: (input: never) => [read(pathOf(input))],
  execute: async (input: never, { workspace }) => {
    const { bytes } = await workspace.read(pathOf(input));
    return { content: new TextDecoder().decode(bytes) };
  },
});
const page: Effect = { type: "network", host: "docs.example", port: 443 };
const fetcher = tool({ name: "fetcher", effects: () => [page] });
const server = tool({
  name: "server",
  effects: () => [{ type: "external", server: "notes", tool: "add" }],
});
const asker = tool({
  name: "asker",
  execute: async (_input: never, { elicit }) => {
    await elicit({ from: "asker", message: "Look.", kind: "url", url: "https://docs.example" });
    return { content: "answered" };
  },
});

const labelsOf = ({ metadata }: Outcome): unknown => metadata["labels"];
const labelsIn = (session: Session): readonly Label[] => [
  ...(session.labels?.context.keys() ?? []),
];

async function outcomeOf(session: Session, name: string, path?: string): Promise<Outcome> {
  return session.call({ name, input: path === undefined ? {} : { path } }).outcome;
}

describe("the labels of an outcome", () => {
  test.each([
    ["text of the workspace", "reader", "a.txt", ["workspace"]],
    ["a secret file", "reader", ".env", ["workspace", "secret"]],
    ["a file that shows a known secret", "reader", "config.ts", ["workspace", "secret"]],
    ["a page", "fetcher", undefined, ["web"]],
    ["a server's answer", "server", undefined, ["mcp:notes"]],
  ])("of %s follow from its effects", async (_, name, path, labels) => {
    const session = await open();
    expect(labelsOf(await outcomeOf(session, name, path))).toEqual(labels);
    expect(labelsIn(session)).toEqual(labels);
  });

  test("of text that only looks like a placeholder don't say secret", async () => {
    const literal = tool({ name: "literal", execute: () => ({ content: "«secret:PASSWORD»" }) });
    const session = await open({ tools: [literal] });
    const outcome = await outcomeOf(session, "literal");
    expect(outcome.content).toEqual([{ type: "text", text: "«secret:literal:PASSWORD»" }]);
    expect(labelsIn(session)).toEqual([]);
  });

  test("of a call with unknown effects and no sandbox are all that it could bring", async () => {
    const odd = tool({ name: "odd", effects: () => [unknown("x")] });
    const session = await open({ tools: [odd] });
    expect(labelsOf(await outcomeOf(session, "odd"))).toEqual(["workspace", "outside", "web"]);
  });

  test("can't be claimed by a tool", async () => {
    const liar = tool({
      name: "liar",
      effects: () => [page],
      execute: () => ({ content: "x", metadata: { labels: ["workspace"] } }),
    });
    const quiet = tool({
      name: "quiet",
      execute: () => ({ content: "x", metadata: { labels: ["secret"] } }),
    });
    const session = await open({ tools: [liar, quiet] });
    expect(labelsOf(await outcomeOf(session, "liar"))).toEqual(["web"]);
    expect(labelsOf(await outcomeOf(session, "quiet"))).toEqual([]);
    expect(labelsIn(session)).toEqual(["web"]);
  });

  test("come with an error, which may show what was read", async () => {
    const failing = tool({
      name: "failing",
      effects: () => [page],
      execute: () => {
        throw new ToolError("network-failed", "It said: do as I say.");
      },
    });
    const session = await open({ tools: [failing] });
    expect(labelsOf(await outcomeOf(session, "failing"))).toEqual(["web"]);
  });

  test("don't come with a refusal, except a person's words", async () => {
    const outside = tool({
      name: "outside",
      effects: () => [{ type: "environment", variable: "A_TOKEN", value: true }],
    });
    const session = await open({
      tools: [outside],
      script: [{ outcome: "reject" }, { outcome: "reject", feedback: "Not that one." }],
    });
    expect(labelsOf(await outcomeOf(session, "outside"))).toBeUndefined();
    expect(labelsOf(await outcomeOf(session, "outside"))).toEqual(["person"]);
  });

  test("of a person's answer say so", async () => {
    const session = await open();
    session.approvals.attach({
      name: "person",
      ask: async () => undefined,
      elicit: async () => ({ action: "accept" }),
    });
    expect(labelsOf(await outcomeOf(session, "asker"))).toEqual(["person"]);
    expect(labelsIn(session)).toEqual(["person"]);
  });

  test("are absent where nobody asks", async () => {
    const session = await open({ session: { labels: undefined as never } });
    expect((await outcomeOf(session, "reader", "a.txt")).metadata).toEqual({});
    expect(session.labels).toBeUndefined();
  });
});

describe("the context of a session", () => {
  test("names the first call that brought each label", async () => {
    const session = await open();
    await outcomeOf(session, "fetcher");
    await outcomeOf(session, "fetcher");
    await outcomeOf(session, "reader", ".env");
    expect([...(session.labels?.context.values() ?? [])]).toMatchObject([
      { label: "web", callId: "call-1", tool: "fetcher", effect: page },
      { label: "workspace", callId: "call-3", tool: "reader", effect: { type: "read" } },
      { label: "secret", callId: "call-3", tool: "reader" },
    ]);
  });

  test("makes a call ask that could carry a secret out, and tells why", async () => {
    const session = await open();
    await outcomeOf(session, "fetcher");
    await outcomeOf(session, "reader", ".env");
    const refused = await outcomeOf(session, "server");
    expect(refused).toMatchObject({ status: "refused", error: { code: "permission-denied" } });
    expect(refused.error?.message).toContain(
      "secret from call-2 (reader, read .env); web from call-1 (fetcher, network",
    );
    expect(refused.decision?.proof[0]?.labels?.map(({ label }) => label)).toEqual([
      "secret",
      "web",
    ]);
  });

  test("holds for calls that waited for the one that brought the label", async () => {
    const copy = tool({
      name: "copy",
      effects: () => [read(".env"), { type: "write", path: "out" }],
      execute: async (_input: never, { workspace }) => {
        await workspace.write("out", Buffer.from("copied"), { replaces: null });
        return { content: "copied" };
      },
    });
    const upload = tool({ name: "upload", effects: () => [read("out"), page] });
    const session = await open({
      tools: [copy, upload],
      script: [{ outcome: "once" }],
    });
    await outcomeOf(session, "fetcher");
    const [, sent] = await session.callAll([
      { name: "copy", input: {} },
      { name: "upload", input: {} },
    ]);
    expect(sent?.decision?.proof[1]).toMatchObject({ decision: "ask", layer: "protected" });
  });

  test("asks once for a call with unknown effects", async () => {
    const odd = tool({ name: "odd", effects: () => [unknown("x")] });
    const session = await open({ tools: [odd], script: [{ outcome: "once" }] });
    await outcomeOf(session, "fetcher");
    await outcomeOf(session, "reader", ".env");
    expect(await outcomeOf(session, "odd")).toMatchObject({ status: "ok" });
  });

  test("doesn't count an approval from before the secret came", async () => {
    const session = await open({
      session: { policy: policyOf(["/workspace"], [...allowed, { ask: "network(*)" }]) },
    });
    const stages: string[] = [];
    session.approvals.attach({
      name: "person",
      ask: async ({ decision }) => {
        stages.push(decision.proof[0]?.layer ?? "");
        if (stages.length > 1) return { outcome: "reject" };
        await outcomeOf(session, "reader", ".env");
        await outcomeOf(session, "server");
        return { outcome: "once" };
      },
    });
    expect(await outcomeOf(session, "fetcher")).toMatchObject({ status: "refused" });
    expect(stages).toEqual(["user", "protected"]);
  });

  test("is decided anew when a running call asks for more", async () => {
    let answer: string | null = "";
    const late = tool({
      name: "late",
      effects: () => [read(".env")],
      execute: async (_input: never, { requestEffects }) => {
        answer = await requestEffects([page], "more");
        return { content: "x" };
      },
    });
    const session = await open({ tools: [late] });
    await outcomeOf(session, "fetcher");
    await outcomeOf(session, "reader", ".env");
    await outcomeOf(session, "late");
    expect(answer).toContain("a secret and untrusted text are both in the context");
  });
});

describe("a host that a running command has reached", () => {
  const decidedTwice = async (script: ApprovalScript = []): Promise<readonly string[]> => {
    const decided: string[] = [];
    let network: NetworkPolicy | undefined;
    const sandboxFactory: SandboxFactory = {
      profileFor: async (request) => {
        ({ network } = request);
        return {} as SandboxProfile;
      },
    };
    const command = tool({
      name: "command",
      execute: async (_input: never, { sandbox, call, signal }) => {
        await sandbox();
        const reach = async (): Promise<void> => {
          decided.push((await network?.decide({ host: "docs.example", port: 443, signal })) ?? "");
        };
        await reach();
        await call({ name: "fetcher", input: {} });
        await call({ name: "reader", input: { path: ".env" } });
        await reach();
        await reach();
        return { content: "done" };
      },
    });
    const session = await open({ tools: [command], script, session: { sandboxFactory } });
    await outcomeOf(session, "command");
    return decided;
  };

  test("is decided anew once it could get a secret", async () => {
    expect(await decidedTwice()).toEqual(["allow", "deny", "deny"]);
  });

  test("is asked about once", async () => {
    expect(await decidedTwice([{ outcome: "once" }])).toEqual(["allow", "allow", "allow"]);
  });
});

describe("calls of calls", () => {
  const calling = (name: string, then: (context: ToolContext) => Promise<unknown>): Tool =>
    tool({
      name,
      execute: async (_input: never, context) => {
        await then(context);
        return { content: "done" };
      },
    });

  test("bring their labels to the call that made them", async () => {
    const outer = calling("outer", async ({ call }) => {
      await call({ name: "fetcher", input: {} });
      await call({ name: "reader", input: { path: "a.txt" } });
    });
    const session = await open({ tools: [outer] });
    expect(labelsOf(await outcomeOf(session, "outer"))).toEqual(["web", "workspace"]);
  });

  test("are decided with the labels so far", async () => {
    const seen: Outcome[] = [];
    const outer = calling("outer", async ({ call }) => {
      for (const name of ["fetcher", "reader", "fetcher"]) {
        seen.push(await call({ name, input: name === "reader" ? { path: ".env" } : {} }).outcome);
      }
    });
    const session = await open({ tools: [outer] });
    await outcomeOf(session, "outer");
    expect(seen.map(({ status }) => status)).toEqual(["ok", "ok", "refused"]);
  });

  test("in a sub-agent share the context of its parent, and come back with its result", async () => {
    const statuses: string[] = [];
    const delegate = calling("delegate", async ({ openChildSession }) => {
      const child = await openChildSession({ agent: "helper" });
      expect(child.labels).toBe(session.labels);
      for (const [name, path] of [["reader", ".env"], ["fetcher"]] as const) {
        statuses.push((await outcomeOf(child, name, path)).status);
      }
    });
    const session = await open({ tools: [delegate] });
    await outcomeOf(session, "fetcher");
    expect(labelsOf(await outcomeOf(session, "delegate"))).toEqual(["workspace", "secret"]);
    expect(statuses).toEqual(["ok", "refused"]);
    expect(session.labels?.context.get("secret")).toMatchObject({
      agent: "helper",
      tool: "reader",
    });
  });
});

describe("a stored output", () => {
  test("has the labels of the call that made it, also after a person cleared them", async () => {
    const long = tool({
      name: "long",
      effects: () => [page],
      execute: () => ({ content: "line\n".repeat(50_000) }),
    });
    const outputStore = createMemoryOutputStore();
    const session = await open({ tools: [long], session: { outputStore } });
    const { metadata } = await outcomeOf(session, "long");
    expect(session.labels?.clear("web")).toBe(true);
    const effect: Effect = {
      type: "read",
      path: "/state/x",
      storedOutput: String(metadata["storedOutput"]),
    };
    const reach = { effects: [effect], commands: "confined" } as const;
    expect([...(session.labels?.of(reach).keys() ?? [])]).toEqual(["web"]);
  });

  test("of another session counts as text from outside", async () => {
    const session = await open();
    const effect: Effect = { type: "read", path: "/state/x", storedOutput: "output:12345678" };
    const reach = { effects: [effect], commands: "confined" } as const;
    expect([...(session.labels?.of(reach).keys() ?? [])]).toEqual(["outside"]);
  });
});
