import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
// Definitions and results of tools fit the vendors' SDKs as they are: the type check compiles this file, in which there
// is no cast, and the AI SDK runs the tools of a session.
import type Anthropic from "@anthropic-ai/sdk";
import type { GenerateContentParameters, Part } from "@google/genai";
import type { Tool as McpTool } from "@modelcontextprotocol/sdk/types.js";
import {
  createPolicy,
  createRegistry,
  createSession,
  declare,
  type Outcome,
  type Session,
  toAiSdkTools,
  toToolResult,
} from "@toolwright/core";
import type { DeclarableTool } from "@toolwright/core/internal";
import { createMemoryWorkspace } from "@toolwright/testing";
import { builtinTool } from "@toolwright/tools";
import type { ModelMessage, ToolSet } from "ai";
import type OpenAI from "openai";
import { describe, expect, expectTypeOf, test } from "vitest";

const listDirectory = await builtinTool("list_directory");
const readFile = await builtinTool("read_file");

async function openSession(): Promise<Session> {
  const registry = createRegistry();
  await registry.register([readFile, listDirectory], { source: "builtin" });
  const workspace = createMemoryWorkspace({ files: { "a.txt": "one\n" } });
  const { roots } = workspace;
  const policy = createPolicy({ mode: "default", roots, layers: [] });
  return createSession({ registry, workspace, policy });
}

/** Never called: it is here to be compiled. */
export function requests(
  { openai, anthropic }: { readonly openai: OpenAI; readonly anthropic: Anthropic },
  session: Session,
  { tools, outcome }: { readonly tools: readonly DeclarableTool[]; readonly outcome: Outcome },
): readonly unknown[] {
  void openai.chat.completions.create({
    model: "m",
    messages: [toToolResult(outcome, "openai-chat")],
    tools: session.declare("openai-chat"),
  });
  void openai.responses.create({
    model: "m",
    input: [toToolResult(outcome, "openai-responses")],
    tools: session.declare("openai-responses"),
  });
  void anthropic.messages.create({
    model: "m",
    max_tokens: 1,
    messages: [{ role: "user", content: [toToolResult(outcome, "anthropic")] }],
    tools: session.declare("anthropic"),
  });
  const part: Part = toToolResult(outcome, "gemini");
  const gemini: GenerateContentParameters = {
    model: "m",
    contents: [{ role: "user", parts: [part] }],
    config: { tools: session.declare("gemini") },
  };
  const message: ModelMessage = { role: "tool", content: [toToolResult(outcome, "ai-sdk")] };
  const listed: McpTool[] = session.declare("mcp");
  const executable: ToolSet = toAiSdkTools(session);
  const declared: ToolSet = session.declare("ai-sdk");
  // Without a session, too.
  void openai.responses.create({
    model: "m",
    input: "",
    tools: declare(tools, { dialect: "openai-responses" }),
  });
  return [gemini, message, listed, executable, declared];
}

test("the declared types are those of the dialect", async () => {
  const session = await openSession();
  const [first] = session.declare("anthropic");
  expectTypeOf(first?.input_schema.type).toEqualTypeOf<"object" | undefined>();
  expect(first?.input_schema.type).toBe("object");
  expect(Object.keys(session.declare("ai-sdk"))).toEqual(["list_directory", "read_file"]);
});

describe("the AI SDK", async () => {
  const { generated, streamed, byAgent, aborted } = await runAiSdk();

  test("runs a session's tools under its own call ids", () => {
    expect(generated.text).toBe("done");
    expect(generated.ids).toEqual(["four", "one", "three", "two"]);
  });

  test("declares them with a mark for Anthropic's cache at the end", () => {
    const [first, ...others] = generated.declared;
    expect(first).toMatchObject({
      type: "function",
      name: "delete_path",
      inputSchema: { type: "object" },
    });
    expect(first.providerOptions).toBeUndefined();
    expect(others.at(-1).providerOptions).toEqual({
      anthropic: { cacheControl: { type: "ephemeral" } },
    });
  });

  test("gives the model results, failures and refusals with their code, and images", () => {
    const [read, missing, refused, drawn] = generated.told;
    expect(read.value).toContain("1\tone");
    expect(read.value).toContain("the input was repaired");
    expect(missing).toMatchObject({
      type: "error-text",
      value: expect.stringMatching(/^file-not-found: .*none\.txt/),
    });
    expect(refused).toMatchObject({
      type: "error-text",
      value: expect.stringMatching(/^permission-denied: 'delete_path' was not run/),
    });
    expect(drawn).toEqual(withImage);
  });

  test("streams with them, also when a model repeats the ids of its calls", () => {
    expect(streamed.text).toBe("done");
    expect(streamed.told).toEqual([{ type: "text", value: expect.stringContaining("a.txt") }]);
  });

  test("gives them to its ToolLoopAgent", () => {
    expect(byAgent).toEqual({ text: "done", told: [withImage] });
  });

  test("cancels the calls when it is aborted", () => {
    expect(aborted).toBe("cancelled");
  });
});

const withImage = {
  type: "content",
  value: [
    { type: "text", text: "drawn" },
    { type: "file", data: { type: "data", data: "AAAA" }, mediaType: "image/png" },
  ],
};

// The formats of the SDK are what the tests look at.
// oxlint-disable-next-line typescript/no-explicit-any
async function runAiSdk(): Promise<any> {
  // In a process of its own, on the built packages, as the SDK can't be loaded with those of the sources.
  const program = fileURLToPath(new URL("./fixtures/ai-sdk-loop.mjs", import.meta.url));
  const { NODE_OPTIONS: _options, ...env } = process.env;
  const { stdout } = await promisify(execFile)(process.execPath, [program], { env });
  return JSON.parse(stdout);
}
