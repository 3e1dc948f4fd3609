import { describe, expect, test } from "vitest";
import type { Outcome } from "../../invocation/outcome.ts";
import { toToolResult } from "./to-tool-result.ts";

const outcome = (parts: Partial<Outcome> = {}): Outcome => ({
  callId: "call-1",
  tool: "read_file",
  status: "ok",
  content: [{ type: "text", text: "one" }],
  display: null,
  structured: null,
  error: null,
  decision: null,
  effects: [],
  metadata: {},
  durationMs: 1,
  ...parts,
});

const image = { type: "image", data: "AAAA", mimeType: "image/png" } as const;

describe("a result as a vendor takes it", () => {
  test("has the call's id and the text", () => {
    expect(toToolResult(outcome(), "openai-chat")).toEqual({
      role: "tool",
      tool_call_id: "call-1",
      content: "one",
    });
    expect(toToolResult(outcome(), "openai-responses")).toEqual({
      type: "function_call_output",
      call_id: "call-1",
      output: "one",
    });
    expect(toToolResult(outcome(), "anthropic")).toEqual({
      type: "tool_result",
      tool_use_id: "call-1",
      content: [{ type: "text", text: "one" }],
      is_error: false,
    });
    expect(toToolResult(outcome(), "gemini")).toEqual({
      functionResponse: { id: "call-1", name: "read_file", response: { output: "one" } },
    });
    expect(toToolResult(outcome(), "ai-sdk")).toEqual({
      type: "tool-result",
      toolCallId: "call-1",
      toolName: "read_file",
      output: { type: "text", value: "one" },
    });
  });

  test("is marked as a failure whenever the call didn't do what it was for", () => {
    for (const status of ["error", "refused", "cancelled"] as const) {
      expect(toToolResult(outcome({ status }), "anthropic").is_error).toBe(true);
      expect(toToolResult(outcome({ status }), "gemini").functionResponse.response).toEqual({
        error: "one",
      });
      expect(toToolResult(outcome({ status }), "ai-sdk").output.type).toBe("error-text");
    }
  });

  test("tells the model the code of an error", () => {
    const error = { code: "file-not-found", message: "one" } as const;
    const failed = outcome({ status: "error", error });
    expect(toToolResult(failed, "openai-chat").content).toBe("file-not-found: one");
    expect(toToolResult(failed, "openai-responses").output).toBe("file-not-found: one");
    expect(toToolResult(failed, "anthropic").content).toEqual([
      { type: "text", text: "file-not-found: one" },
    ]);
    expect(toToolResult(failed, "gemini").functionResponse.response).toEqual({
      error: "file-not-found: one",
    });
    expect(toToolResult(failed, "ai-sdk").output).toEqual({
      type: "error-text",
      value: "file-not-found: one",
    });
  });

  test("has images where the vendor takes them, and says so where it doesn't", () => {
    const mixed = outcome({ content: [{ type: "text", text: "one" }, image] });
    expect(toToolResult(mixed, "openai-chat").content).toBe(
      "one\n\n[image, image/png: it can't be shown]",
    );
    expect(toToolResult(mixed, "openai-responses").output).toEqual([
      { type: "input_text", text: "one" },
      { type: "input_image", image_url: "data:image/png;base64,AAAA", detail: "auto" },
    ]);
    expect(toToolResult(mixed, "anthropic").content[1]).toEqual({
      type: "image",
      source: { type: "base64", media_type: "image/png", data: "AAAA" },
    });
    expect(toToolResult(mixed, "gemini").functionResponse.parts).toEqual([
      { inlineData: { data: "AAAA", mimeType: "image/png" } },
    ]);
    expect(toToolResult(mixed, "ai-sdk").output).toMatchObject({ type: "content" });
    const odd = outcome({ content: [{ ...image, mimeType: "image/tiff" }] });
    expect(toToolResult(odd, "anthropic").content[0]).toMatchObject({ type: "text" });
  });

  test("is never empty", () => {
    expect(toToolResult(outcome({ content: [] }), "anthropic").content).toEqual([
      { type: "text", text: "(no output)" },
    ]);
  });

  test("has the name that the model called, for a call that was passed on", () => {
    const { functionResponse } = toToolResult(outcome(), "gemini", { name: "call_tool" });
    expect(functionResponse.name).toBe("call_tool");
  });

  test("has the id of the model's call, and none if Gemini's call has none", () => {
    const call = { id: "0", name: "read" };
    expect(toToolResult(outcome(), "openai-chat", call).tool_call_id).toBe("0");
    expect(toToolResult(outcome(), "openai-responses", call).call_id).toBe("0");
    expect(toToolResult(outcome(), "anthropic", call).tool_use_id).toBe("0");
    expect(toToolResult(outcome(), "ai-sdk", call).toolCallId).toBe("0");
    expect(toToolResult(outcome(), "gemini", call).functionResponse.id).toBe("0");
    const { functionResponse } = toToolResult(outcome(), "gemini", { name: "read" });
    expect(functionResponse).toEqual({ name: "read", response: { output: "one" } });
  });

  test("is refused for a dialect without such messages", () => {
    expect(() => toToolResult(outcome(), "mcp" as never)).toThrow("Known: openai-chat");
  });
});
