import { mcpChinese } from "../language/load-chinese.ts";
import { coreChinese, createLanguage } from "@toolwright/core/internal";
import type { ApprovalQuestion } from "@toolwright/core";
import { describe, expect, it } from "vitest";
import { answerFromForm, questionForm } from "./question-form.ts";

const effect = { type: "write", path: "/w/a.ts", operation: "create" } as const;

const question = (more: Partial<ApprovalQuestion> = {}): ApprovalQuestion => ({
  id: "q1",
  sessionId: "s",
  callId: "c",
  agent: "main",
  tool: { name: "write_file", title: "Write file", kind: "edit" },
  input: { path: "a.ts" },
  summary: "Write a.ts: 1 line",
  effects: [effect],
  decision: {
    decision: "ask",
    mode: "default",
    proof: [
      {
        effect,
        decision: "ask",
        layer: "mode",
        rule: "write inside",
        source: null,
        wouldChange: null,
      },
    ],
  },
  stage: "run",
  proposals: [
    { patterns: ["write(a.ts)"], label: "edits of a.ts" },
    { patterns: ["write(**)"], label: "edits anywhere" },
  ],
  ...more,
});

const options = { roots: ["/w"], titledChoices: true };

describe("questionForm", () => {
  it("shows the effects and the reason, and offers the narrowest rule by its name", () => {
    const { message, requestedSchema } = questionForm(question(), options);
    expect(message).toContain("Write a.ts: 1 line (Write file)");
    expect(message).toContain("- write a.ts (create) — needs approval by: write inside");
    expect(requestedSchema.properties["answer"]).toMatchObject({
      oneOf: [
        { const: "once", title: "Yes, this once" },
        { const: "session", title: expect.stringContaining("edits of a.ts [write(a.ts)]") },
        { const: "always", title: expect.stringContaining("edits of a.ts [write(a.ts)]") },
        { const: "reject", title: "No" },
      ],
    });
    expect(requestedSchema.properties["answer"]).not.toHaveProperty("default");
    expect(requestedSchema.required).toEqual(["answer"]);
  });

  it("names the choices in the older form", () => {
    const { requestedSchema } = questionForm(question(), { ...options, titledChoices: false });
    expect(requestedSchema.properties["answer"]).toMatchObject({
      enum: ["once", "session", "always", "reject"],
      enumNames: ["Yes, this once", expect.any(String), expect.any(String), "No"],
    });
  });

  it("is in the person's language, with the same answers", async () => {
    const language = createLanguage("zh", [await coreChinese(), await mcpChinese()]);
    const { message, requestedSchema } = questionForm(question(), { ...options, language });
    expect(message).toContain(
      "Write a.ts: 1 line（Write file）\n\n它将会：\n- 写入 a.ts（新建） — 需要批准",
    );
    expect(requestedSchema.properties["answer"]).toMatchObject({
      title: "允许吗？",
      oneOf: [
        { const: "once", title: "是，仅此一次" },
        { const: "session" },
        { const: "always" },
        { const: "reject", title: "否" },
      ],
    });
  });

  it("offers no rule if the call can be allowed only once", () => {
    const { requestedSchema } = questionForm(question({ proposals: [] }), options);
    expect(JSON.stringify(requestedSchema)).not.toMatch(/session|always/);
  });

  it("shows the preview, cut with a note, and that undo is impossible", () => {
    const diff = Array.from({ length: 500 }, (_, line) => `+line ${line}`).join("\n");
    const { message } = questionForm(
      question({
        preview: { type: "diff", path: "a.ts", diff },
        undo: { undoable: false, reasons: ["it is too large"] },
      }),
      options,
    );
    expect(message).toContain("+line 0\n+line 1\n");
    expect(message).toContain("[The preview is cut: 40 of 500 lines.");
    expect(message).toContain("This cannot be undone. it is too large");
    expect(message.length).toBeLessThan(6_000);
  });

  it("escapes characters that could hide or reverse text", () => {
    const { message } = questionForm(
      question({
        summary: "Write \u202ea.ts\u001b[8m",
        preview: { type: "terminal", command: "echo a\u200b\u2028b", output: "" },
      }),
      options,
    );
    expect(message).toContain("Write \\u{202e}a.ts\\u{1b}[8m");
    expect(message).toContain("$ echo a\\u{200b}\\u{2028}b");
  });

  it("counts the effects that do not fit", () => {
    const effects = Array.from({ length: 40 }, (_, n) => ({ ...effect, path: `/w/${n}.ts` }));
    const { message } = questionForm(question({ effects }), options);
    expect(message).toContain("- and 28 more");
  });
});

describe("answerFromForm", () => {
  it("accepts each offered answer", () => {
    const said = (answer: string, feedback?: string) =>
      answerFromForm(question(), {
        action: "accept",
        content: { answer, ...(feedback !== undefined && { feedback }) },
      });
    expect(said("once")).toEqual({ outcome: "once" });
    expect(said("session")).toEqual({ outcome: "session", proposal: 0 });
    expect(said("always")).toEqual({ outcome: "always", proposal: 0 });
    expect(said("reject", "not now")).toEqual({ outcome: "reject", feedback: "not now" });
  });

  it("treats declining as a rejection and dismissing as a cancellation", () => {
    expect(answerFromForm(question(), { action: "decline" })).toEqual({ outcome: "reject" });
    expect(answerFromForm(question(), { action: "cancel" })).toEqual({ outcome: "cancel" });
  });

  it("treats nothing else as approval", () => {
    for (const answer of ["yes", "Once", "", 1, true, null, ["once"], "__proto__"]) {
      const content = { answer } as Record<string, string>;
      expect(() => answerFromForm(question(), { action: "accept", content })).toThrow("answered");
    }
    expect(() => answerFromForm(question(), { action: "accept" })).toThrow("answered nothing");
    const once = question({ proposals: [] });
    const content = { answer: "always" };
    expect(() => answerFromForm(once, { action: "accept", content })).toThrow("always");
  });
});
