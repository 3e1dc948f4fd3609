import { PassThrough } from "node:stream";
import type { ApprovalAnswer, ApprovalQuestion, Approver, Elicitation } from "@toolwright/core";
import { beforeEach, describe, expect, it } from "vitest";
import { themeFor } from "../text/theme.ts";
import { createTerminalApprover } from "./terminal-approver.ts";

let input: PassThrough;
let shown: string;
let approver: Approver;
let onShown: () => void;

beforeEach(() => open(false));

function open(isTTY: boolean): void {
  input = new PassThrough();
  const output = Object.assign(new PassThrough(), { isTTY });
  shown = "";
  onShown = () => undefined;
  output.on("data", (chunk: Buffer) => {
    shown += chunk.toString();
    onShown();
  });
  const look = themeFor({ NO_COLOR: "1" });
  approver = createTerminalApprover({ input, output, look, roots: ["/w"] });
}

/** Resolves once the text was shown so often. */
const seen = (text: string, times = 1): Promise<void> =>
  new Promise((resolve) => {
    onShown = () => {
      if (shown.split(text).length > times) resolve();
    };
    onShown();
  });

const effect = { type: "write", path: "/w/a.ts", operation: "create" } as const;

const question = (more: Partial<ApprovalQuestion> = {}): ApprovalQuestion => ({
  id: "q1",
  sessionId: "s",
  callId: "c",
  agent: "main",
  tool: { name: "write_file", title: "Write file", kind: "edit" },
  input: { path: "a.ts", content: "x\n" },
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
  preview: { type: "diff", path: "a.ts", diff: "--- a.ts\n+++ a.ts\n@@ -0,0 +1,1 @@\n+x\n" },
  proposals: [
    { patterns: ["write(a.ts)"], label: "edits of a.ts" },
    { patterns: ["write(**)"], label: "edits anywhere" },
  ],
  ...more,
});

const ask = (more: Partial<ApprovalQuestion> = {}): Promise<ApprovalAnswer | undefined> =>
  approver.ask(question(more), new AbortController().signal);

describe("the terminal approver, when a server wants to know something", () => {
  const about = { id: "e", sessionId: "s", callId: "c", agent: "main", from: "the MCP server 'x'" };
  const elicit = (more: Pick<Elicitation, "message"> & Record<string, unknown>): Promise<unknown> =>
    approver.elicit?.({ ...about, ...more } as Elicitation, new AbortController().signal) ??
    Promise.reject(new Error("it can't"));

  it("asks for one field after the other, again for what doesn't fit", async () => {
    const answer = elicit({
      message: "A ticket\u001b[8m",
      kind: "form",
      schema: {
        type: "object",
        properties: {
          count: { type: "integer", minimum: 1, description: "How many." },
          kinds: {
            type: "array",
            items: { anyOf: [{ const: "a", title: "First" }, { const: "b" }] },
          },
        },
        required: ["count"],
      },
    });
    await seen("Answer it?");
    expect(shown).toContain("the MCP server 'x' asks:");
    // oxlint-disable-next-line no-control-regex
    expect(shown).not.toMatch(/\u001b/);
    input.write("y\n");
    await seen("> ");
    expect(shown).toContain("count  How many.  (at least 1)");
    input.write("0\n");
    await seen("> ", 2);
    expect(shown).toContain("It must be at least 1.");
    input.write("2\n");
    await seen("> ", 3);
    expect(shown).toContain("1 First  a");
    input.write("1, b\n");
    expect(await answer).toEqual({ action: "accept", content: { count: 2, kinds: ["a", "b"] } });
  });

  it("shows a page's whole address and opens nothing", async () => {
    const url = "https://login.example/a?b=c";
    const answer = elicit({ message: "Log in", kind: "url", url });
    await seen("Have you opened it?");
    expect(shown).toContain(url);
    input.write("n\n");
    expect(await answer).toEqual({ action: "decline" });
  });

  it("cancels when the person leaves", async () => {
    const answer = elicit({ message: "?", kind: "form", schema: { type: "object" } });
    await seen("Answer it?");
    input.end();
    expect(await answer).toEqual({ action: "cancel" });
  });
});

describe("the terminal approver", () => {
  it("shows the summary, each effect with its reason, the preview and the keys", async () => {
    const answer = ask();
    await seen("Allow? ");
    for (const text of [
      "Write a.ts: 1 line",
      "write a.ts (create)",
      "write inside",
      "s1 for this session: edits of a.ts  write(a.ts)",
      "a2 always: edits anywhere  write(**)",
    ]) {
      expect(shown).toContain(text);
    }
    expect(shown).toMatch(/1 \+ x\n/);
    input.write("y\n");
    expect(await answer).toEqual({ outcome: "once" });
  });

  it("asks again until the answer is clear", async () => {
    const answer = ask({ proposals: [] });
    for (const [index, line] of ["what?", "s", "", "n not there"].entries()) {
      await seen("Allow? ", index + 1);
      input.write(`${line}\n`);
    }
    expect(await answer).toEqual({ outcome: "reject", feedback: "not there" });
    expect(shown).toContain("Type y, n");
    expect(shown).toContain("You can only allow this call once");
  });

  it("returns the edited input, and prompts again for invalid JSON", async () => {
    open(true);
    const answer = ask();
    await seen("Allow? ");
    input.write("e\r");
    await seen('"content":"x\\n"}');
    input.write("oops\r");
    await seen("Allow? ", 2);
    expect(shown).toContain("Invalid JSON");
    input.write("e\r");
    await seen('"content":"x\\n"}', 2);
    input.write('\b\b\b\b\bother"}\r');
    expect(await answer).toEqual({ outcome: "edit", input: { path: "a.ts", content: "other" } });
  });

  it("goes back to the question when the edited input is empty", async () => {
    open(true);
    const answer = ask();
    await seen("Allow? ");
    input.write("e\r");
    await seen('"content":"x\\n"}');
    // Ctrl-U clears the line.
    input.write("\u0015\r");
    await seen("Allow? ", 2);
    input.write("n\r");
    expect(await answer).toEqual({ outcome: "reject" });
  });

  it("writes out everything that could control the terminal or hide text", async () => {
    const answer = ask({
      summary: "Write \u001b[2Ja\u202e.ts",
      proposals: [{ patterns: ["write(\u001b]0;x\u0007)"], label: "\u009b1m" }],
      preview: { type: "text", text: "\u001b[8mhidden\u001b[0m" },
      agent: "\u001b[31mchild",
    });
    await seen("Allow? ");
    // oxlint-disable-next-line no-control-regex
    expect(shown).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202e]/);
    expect(shown).toContain("hidden");
    input.write("n\n");
    await answer;
  });

  it("shows a command whole, whatever it is padded with", async () => {
    const answer = ask({
      summary: "Run echo",
      preview: {
        type: "terminal",
        command: `echo ${"A".repeat(5000)}; touch one\n\u001b]0;\rtouch two\u001b[8m\u00a0x`,
        output: "",
      },
    });
    await seen("Allow? ");
    expect(shown).toContain("A; touch one\n");
    expect(shown).toContain("  \\u{1b}]0;\\u{d}touch two\\u{1b}[8m\\u{a0}x\n");
    expect(shown).not.toContain("nothing to show");
    input.write("n\n");
    await answer;
  });

  it("shows all that a change would write, codes for the terminal, too", async () => {
    const diff = "--- a\n+++ b\n@@ -1 +1 @@\n-x\n+echo \u001b]; touch two\n";
    const answer = ask({ preview: { type: "diff", path: "run.sh", diff } });
    await seen("Allow? ");
    expect(shown).toContain("echo \\u{1b}]; touch two");
    input.write("n\n");
    await answer;
  });

  it("asks one question at a time", async () => {
    const first = ask({ summary: "The first" });
    const second = ask({ summary: "The second" });
    await seen("Allow? ");
    expect(shown).not.toContain("The second");
    input.write("y\n");
    expect(await first).toEqual({ outcome: "once" });
    await seen("The second");
    input.write("n\n");
    expect(await second).toEqual({ outcome: "reject" });
  });

  it("leaves the question when somebody else has answered it", async () => {
    const withdrawn = new AbortController();
    const answer = approver.ask(question(), withdrawn.signal);
    await seen("Allow? ");
    withdrawn.abort();
    expect(await answer).toBeUndefined();
    const next = ask({ summary: "The next" });
    await seen("The next");
    input.write("y\n");
    expect(await next).toEqual({ outcome: "once" });
  });

  it("cancels the call when the input ends", async () => {
    const answer = ask();
    await seen("Allow? ");
    input.end();
    expect(await answer).toEqual({ outcome: "cancel" });
  });
});
