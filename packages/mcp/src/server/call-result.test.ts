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

  it("says in words what a host of an older revision doesn't know", () => {
    const { content } = callResult(
      outcome([
        { type: "audio", data: "aQ==", mimeType: "audio/wav" },
        { type: "resource", uri: "file:///a", name: "A" },
      ]),
      { ...newest, revision: "2024-11-05" },
    );
    expect(content).toEqual([
      { type: "text", text: "[A recording, audio/wav]" },
      { type: "text", text: "A: file:///a" },
    ]);
  });

  it("links what the call made besides", () => {
    const artifacts = [{ name: "report", uri: "file:///r", mimeType: "text/html" }];
    expect(callResult(outcome([], { artifacts }), newest).content).toEqual([
      { type: "resource_link", name: "report", uri: "file:///r", mimeType: "text/html" },
    ]);
  });

  it.each(["error", "refused", "cancelled"] as const)("marks a call that was %s", (status) => {
    const result = callResult(outcome([], { status, structured: { a: 1 } }), newest);
    expect(result).toMatchObject({ isError: true, _meta: { "toolwright/callId": "call-1" } });
    expect(result).not.toHaveProperty("structuredContent");
  });

  it("has a structured result only where one was announced, and it is an object", () => {
    expect(callResult(outcome([], { structured: { a: 1 } }), newest).structuredContent).toEqual({
      a: 1,
    });
    for (const structured of [null, 7, [1]]) {
      expect(callResult(outcome([], { structured }), newest)).not.toHaveProperty(
        "structuredContent",
      );
    }
  });
});
