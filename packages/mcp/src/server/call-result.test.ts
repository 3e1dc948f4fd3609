import type { ContentPart, Outcome } from "@toolwright/core";
import { describe, expect, it } from "vitest";
import { callResult } from "./call-result.ts";

const outcome = (content: readonly ContentPart[], more: Partial<Outcome> = {}): Outcome => ({
  callId: "call-1",
  tool: "tool",
  status: "ok",
  content,
  display: null,
  structured: null,
  error: null,
  decision: null,
  effects: [],
  metadata: {},
  durationMs: 1,
  ...more,
});

const newest = { hasOutputSchema: true, revision: "2026-07-28" };
const unstructured = { ...newest, hasOutputSchema: false };

describe("callResult", () => {
  it("keeps every kind of content", () => {
    const uri = "file:///a";
    const { content } = callResult(
      outcome([
        { type: "text", text: "t" },
        { type: "image", data: "aQ==", mimeType: "image/png" },
        { type: "audio", data: "aQ==", mimeType: "audio/wav" },
        { type: "resource", uri, mimeType: "text/plain", text: "" },
        { type: "resource", uri, data: "aQ==" },
        { type: "resource", uri, name: "A" },
      ]),
      newest,
    );
    expect(content).toEqual([
      { type: "text", text: "t" },
      { type: "image", data: "aQ==", mimeType: "image/png" },
      { type: "audio", data: "aQ==", mimeType: "audio/wav" },
      { type: "resource", resource: { uri, mimeType: "text/plain", text: "" } },
      { type: "resource", resource: { uri, blob: "aQ==" } },
      { type: "resource_link", uri, name: "A" },
    ]);
  });

  it("describes content that an older host does not know as text", () => {
    const { content } = callResult(
      outcome([
        { type: "audio", data: "aQ==", mimeType: "audio/wav" },
        { type: "resource", uri: "file:///a", name: "A" },
      ]),
      { ...newest, revision: "2024-11-05" },
    );
    expect(content).toEqual([
      { type: "text", text: "[An audio recording, audio/wav]" },
      { type: "text", text: "A: file:///a" },
    ]);
  });

  it("links artifacts of the call", () => {
    const artifacts = [{ name: "report", uri: "file:///r", mimeType: "text/html" }];
    expect(callResult(outcome([], { artifacts }), newest).content).toEqual([
      { type: "resource_link", name: "report", uri: "file:///r", mimeType: "text/html" },
    ]);
  });

  it.each(["error", "refused", "cancelled"] as const)("marks a call that was %s", (status) => {
    const result = callResult(outcome([], { status, structured: { a: 1 } }), unstructured);
    expect(result).toMatchObject({ isError: true, _meta: { "toolwright/callId": "call-1" } });
    expect(result).not.toHaveProperty("structuredContent");
  });

  it("puts all text beside the tool's structure, including failures, resources and links", () => {
    const content: ContentPart[] = [
      { type: "text", text: "one" },
      { type: "resource", uri: "file:///a", text: "two" },
      { type: "resource", uri: "file:///b", name: "B" },
      { type: "image", data: "aQ==", mimeType: "image/png" },
    ];
    const text =
      "one\nfile:///a:\ntwo\nB: file:///b\n[image/png, 4 characters of base64: only in the result's content, not in this structure]";
    const done = callResult(outcome(content, { structured: { text: "own" } }), newest);
    expect(done.structuredContent).toEqual({ text, result: { text: "own" } });
    const failed = callResult(outcome(content, { status: "error", structured: { a: 1 } }), newest);
    expect(failed.structuredContent).toEqual({ text });
  });

  it("has a structured result only if one was announced", () => {
    const made = outcome([{ type: "text", text: "t" }], { structured: { a: 1 } });
    expect(callResult(made, unstructured)).not.toHaveProperty("structuredContent");
    for (const structured of [null, 7, [1]]) {
      expect(callResult(outcome([], { structured }), newest).structuredContent).toEqual({
        text: "",
      });
    }
  });
});
