import { defineTool, read, type Tool, ToolError } from "@toolwright/core";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { openToolSession, textOf } from "../../tools/src/fixtures/tool-session.ts";
import { aliasTool } from "./alias-tool.ts";

const input = z.strictObject({
  path: z.string().min(1),
  max_lines: z.int().max(10).optional(),
});

type Input = z.infer<typeof input>;

/** Says what it was given, and fails when it is asked to. */
const canonical = defineTool<Input, { readonly planned: string }>({
  name: "look_at",
  title: "Look at",
  kind: "read",
  description: "Looks at a file.",
  input,
  timeoutMs: ({ max_lines = 1 }) => max_lines * 1_000,
  explainInputError: () => "path is a path",
  effects: ({ path }) => [read(path)],
  prepare: ({ path, max_lines }) => ({
    summary: `Look at ${path}`,
    effects: [read(path)],
    prepared: { planned: `${path} ${max_lines}` },
  }),
  execute({ planned }) {
    if (planned.startsWith("bad")) {
      throw new ToolError("not-text", "Set max_lines in 'max_lines'.\n\nmax_lines of the output", {
        details: { planned },
      });
    }
    return { content: planned };
  },
});

let mappings = 0;

const toolAlias = aliasTool(canonical, {
  name: "Look",
  description: { summary: "Looks." },
  input: z.strictObject({ file: z.string(), lines: z.int().optional() }),
  fields: { path: "file", max_lines: "lines" },
  toCanonical({ file, lines }) {
    mappings++;
    return { path: file, max_lines: lines };
  },
  assertMeant(preparation, { file }) {
    if (file === "meant.txt") throw new ToolError("file-not-found", preparation.summary);
  },
  fromResult: (result, { file }) => ({ ...result, content: `${textOfResult(result)} of ${file}` }),
});

const textOfResult = ({ content }: { readonly content: unknown }): string =>
  typeof content === "string" ? content : "";

const files = { "a.txt": "a\n", "bad.txt": "b\n", "meant.txt": "m\n" };

const openSession = (tools: readonly Tool[] = [toolAlias]) => openToolSession({ files, tools });

describe("present", () => {
  test("runs the canonical tool under the other name, with the other arguments", async () => {
    const { call } = await openSession();
    const outcome = await call("Look", { file: "a.txt", lines: 3 });
    expect([outcome.status, outcome.tool, textOf(outcome)]).toEqual([
      "ok",
      "Look",
      "a.txt 3 of a.txt",
    ]);
    expect(outcome.effects).toEqual([
      expect.objectContaining({ type: "read", path: expect.stringMatching(/a\.txt$/) }),
    ]);
  });

  test("maps the input once a call", async () => {
    const { call } = await openSession();
    mappings = 0;
    await call("Look", { file: "a.txt" });
    expect(mappings).toBe(1);
  });

  test("keeps what the tool is, and what rules call it", async () => {
    expect(toolAlias).toMatchObject({ title: "Look at", kind: "read", aliasOf: "look_at" });
    const again = aliasTool(toolAlias, {
      name: "Look2",
      title: "Look twice",
      scope: "sub",
      description: { summary: "Looks." },
      input: z.strictObject({}),
      toCanonical: () => ({ file: "a.txt" }),
    });
    expect(again).toMatchObject({ title: "Look twice", scope: "sub", aliasOf: "look_at" });
    const { call } = await openSession([again]);
    expect((await call("Look2", {})).error?.code).toBe("tool-not-available");
  });

  test("has the time limit of the mapped input", () => {
    const { timeoutMs } = toolAlias;
    const limit =
      typeof timeoutMs === "function"
        ? timeoutMs({ file: "a", lines: 4 } as never, {} as never)
        : 0;
    expect(limit).toBe(4_000);
  });

  test("tells what doesn't fit the canonical schema in its own field names", async () => {
    const { call } = await openSession();
    const outcome = await call("Look", { file: "", lines: 11 });
    expect(outcome.error?.code).toBe("input-invalid");
    expect(textOf(outcome)).toMatch(/'Look'.*\n- file: .*\n- lines: .*10/);
  });

  test("gives the canonical tool's advice for wrong input to nobody", async () => {
    const { call } = await openSession();
    const outcome = await call("Look", { pathname: "a.txt" });
    expect(outcome.error?.code).toBe("input-invalid");
    expect(textOf(outcome)).not.toContain("path is a path");
  });

  test("retells errors in its own field names, and leaves what they quote and show", async () => {
    const { call } = await openSession();
    const { error } = await call("Look", { file: "bad.txt" });
    expect(error).toEqual({
      code: "not-text",
      message: "Set lines in 'max_lines'.\n\nmax_lines of the output",
      details: { planned: "bad.txt undefined" },
    });
  });

  test("stops before it runs what it isn't meant for", async () => {
    const { call } = await openSession();
    const { error } = await call("Look", { file: "meant.txt" });
    expect(error).toMatchObject({ code: "file-not-found", message: "Look at meant.txt" });
  });

  test("refuses a tool whose schema can't validate", () => {
    const raw = defineTool({
      name: "raw",
      kind: "read",
      description: "Has a raw schema.",
      input: { type: "object", properties: {} },
      execute: () => ({ content: "" }),
    });
    expect(() =>
      aliasTool(raw, {
        name: "Raw",
        description: { summary: "Raw." },
        input: z.strictObject({}),
        toCanonical: () => ({}),
      }),
    ).toThrow(expect.objectContaining({ code: "tool-invalid" }));
  });
});
