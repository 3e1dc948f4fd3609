import { describe, expect, test } from "vitest";
import { ToolError } from "../errors.ts";
import type { ContentPart } from "../output/content.ts";
import { createPolicy } from "../policy/create-policy.ts";
import { createRegistry } from "../registry/registry.ts";
import { createSession } from "../session/create-session.ts";
import type { SessionOptions } from "../session/session.ts";
import { createMemoryOutputStore } from "@toolwright/testing";
import { createMemoryWorkspace } from "@toolwright/testing";
import type { ToolContext } from "../tool/context.ts";
import type { ToolResult } from "../tool/tool.ts";
import type { Outcome } from "./outcome.ts";

async function outcomeOf(
  execute: (context: ToolContext) => Promise<ToolResult> | ToolResult,
  options: Partial<SessionOptions> = {},
): Promise<Outcome> {
  const registry = createRegistry();
  await registry.register([
    {
      name: "talk",
      kind: "other",
      description: "A tool of the tests.",
      input: { type: "object", properties: {} } as never,
      effects: () => [],
      execute: async (_input, context) => execute(context),
    },
  ]);
  const workspace = createMemoryWorkspace({ files: {} });
  const policy = createPolicy({ mode: "default", roots: workspace.roots, layers: [] });
  const session = await createSession({ registry, policy, workspace, ...options });
  return session.call({ name: "talk", input: {} });
}

const textOf = (content: readonly ContentPart[]): string =>
  content.map((part) => (part.type === "text" ? part.text : "")).join("");
const small = { maxBytes: 1_000, maxImageBytes: 1_000 };
const lines = "some line of text\n".repeat(2_000);
const secret = "hunter2-hunter2";
const redactor = { redact: (text: string) => text.replaceAll(secret, "«secret»") };

describe("content over the budget", () => {
  test("is cut, the whole is stored, and the note gives its path", async () => {
    const outputStore = createMemoryOutputStore();
    const outcome = await outcomeOf(() => ({ content: lines }), { budget: small, outputStore });
    expect(textOf(outcome.content).length).toBeLessThanOrEqual(1_000);
    expect(textOf(outcome.content)).toContain(
      'use the path "output:00000001" to read it from line',
    );
    expect(outcome.metadata).toMatchObject({ storedOutput: "output:00000001" });
    expect(outputStore.kept.get("output:00000001")).toBe(lines);
  });

  test("says why when it couldn't be kept", async () => {
    const outputStore = createMemoryOutputStore("the disk is full.");
    const outcome = await outcomeOf(() => ({ content: lines }), { budget: small, outputStore });
    expect(textOf(outcome.content)).toContain("The rest could not be stored: the disk is full.]");
    expect(outcome.metadata).not.toHaveProperty("storedOutput");
  });

  test("may be given in tokens, of four bytes each", async () => {
    const budget = { ...small, maxBytes: 100_000, maxTokens: 250 };
    const { content } = await outcomeOf(() => ({ content: lines }), { budget });
    expect(textOf(content).length).toBeLessThanOrEqual(1_000);
    expect(textOf(content).length).toBeGreaterThan(800);
  });

  test("of a failure is cut in its message, too, which stays the content's text", async () => {
    const { content, error } = await outcomeOf(
      () => {
        throw new ToolError("command-failed", lines);
      },
      { budget: small },
    );
    expect(error?.message).toBe(textOf(content));
    expect(error?.message.length).toBeLessThanOrEqual(1_000);
  });

  test("of a failure has what the tool gave besides its message", async () => {
    const image = { type: "image", data: "aGk=", mimeType: "image/png" } as const;
    const { content, error } = await outcomeOf(() => {
      throw new ToolError("mcp-failed", "It is too dark.", { content: [image] });
    });
    expect(content).toEqual([{ type: "text", text: "It is too dark." }, image]);
    expect(error).toEqual({ code: "mcp-failed", message: "It is too dark." });
  });
});

describe("secrets", () => {
  test("are hidden before anything is kept, and never cut in half", async () => {
    const outputStore = createMemoryOutputStore();
    const content = `${secret} `.repeat(1_000);
    const outcome = await outcomeOf(() => ({ content, structured: { content } }), {
      budget: { ...small, maxStructuredBytes: 1_000 },
      outputStore,
      redactor,
    });
    const everything = JSON.stringify([outcome, ...outputStore.kept.values()]);
    expect(outputStore.kept.size).toBe(2);
    expect(everything).not.toContain("hunter2");
  });

  test("are hidden in an output that is kept while it comes, also when they are split", async () => {
    const outputStore = createMemoryOutputStore();
    await outcomeOf(
      async ({ saveOutput }) => {
        const keeper = saveOutput();
        const bytes = new TextEncoder().encode(`a ${secret} €\nb ${secret}`);
        for (const byte of bytes) await keeper?.write(Uint8Array.of(byte));
        return { content: JSON.stringify(await keeper?.end()) };
      },
      { outputStore, redactor },
    );
    expect([...outputStore.kept.values()]).toEqual(["a «secret» €\nb «secret»"]);
  });

  test("that can't be hidden are kept nowhere", async () => {
    const outputStore = createMemoryOutputStore();
    let end: unknown;
    const broken = {
      redact: (text: string) => {
        if (text.includes(secret)) throw new Error("broken");
        return text;
      },
    };
    await outcomeOf(
      async ({ saveOutput }) => {
        const keeper = saveOutput();
        await keeper?.write(new TextEncoder().encode(`a ${secret}\n`));
        end = await keeper?.end();
        return { content: "" };
      },
      { outputStore, redactor: broken },
    );
    expect(end).toMatchObject({ handle: null });
    expect(outputStore.kept.size).toBe(0);
  });
});

describe("everything else that a tool may return", () => {
  const huge = "x".repeat(2_000_000);
  const cyclic: Record<string, unknown> = {};
  cyclic["self"] = cyclic;

  test("has limits: structured, display, metadata, artifacts, details, parts, addresses", async () => {
    const outcome = await outcomeOf(() => ({
      content: [
        ...Array.from({ length: 5_000 }, () => ({ type: "text", text: "a" }) as const),
        { type: "resource", uri: huge },
      ],
      structured: { rows: Array.from({ length: 200_000 }, (_, row) => ({ row })) },
      display: { type: "terminal", command: huge, output: huge },
      metadata: { fits: 1, huge, cyclic },
      artifacts: [{ name: huge, uri: "file:a" }],
    }));
    expect(outcome.status).toBe("ok");
    expect(JSON.stringify(outcome).length).toBeLessThan(1_500_000);
    expect(outcome.structured).toBeNull();
    expect(textOf(outcome.content)).toContain(
      "The structured result was left out: its JSON exceeds",
    );
    expect(outcome.metadata).toMatchObject({ fits: 1, leftOut: ["huge", "cyclic"] });
  });

  test("is kept when it is structured and too large", async () => {
    const outputStore = createMemoryOutputStore();
    const { content } = await outcomeOf(() => ({ content: "", structured: { huge } }), {
      outputStore,
    });
    expect(textOf(content)).toContain('use the path "output:00000001"');
    expect(JSON.parse(outputStore.kept.get("output:00000001") ?? "")).toEqual({ huge });
  });

  test.each([
    [
      "a table",
      { type: "table", columns: ["a"], rows: Array.from({ length: 400_000 }, () => ["abcdef"]) },
    ],
    [
      "todos",
      {
        type: "todos",
        items: Array.from({ length: 90_000 }, () => ({ text: "do", status: "done" as const })),
      },
    ],
    ["a diff", { type: "diff", path: "a", diff: huge }],
    ["an image", { type: "image", data: huge.repeat(4), mimeType: "image/png" }],
  ] as const)("is shown to a person in part: %s", async (_title, display) => {
    const outcome = await outcomeOf(() => ({ content: "", display }));
    expect(JSON.stringify(outcome.display).length).toBeLessThan(1_200_000);
  });

  test("that nothing can be made of is left out: a cycle", async () => {
    const outputStore = createMemoryOutputStore();
    const outcome = await outcomeOf(() => ({ content: "", structured: cyclic }), { outputStore });
    expect(outcome).toMatchObject({ status: "ok", structured: null });
    expect(outputStore.kept.size).toBe(0);
  });

  test("stays as it is when it is small", async () => {
    const result = { content: "a", structured: { b: [1] }, metadata: { c: 2 } };
    expect(await outcomeOf(() => result)).toMatchObject({
      content: [{ type: "text", text: "a" }],
      structured: { b: [1] },
      metadata: { c: 2 },
    });
  });
});
