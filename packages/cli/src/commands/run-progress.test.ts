import type { AgentEvent } from "@toolwright/agent";
import type { Outcome } from "@toolwright/core";
import { expect, test } from "vitest";
import { linesText } from "../text/terminal-lines.ts";
import { themeFor } from "../text/theme.ts";
import { outcomeWith } from "../../test/outcome.ts";
import { RunProgress } from "./run-progress.ts";

const look = themeFor({ NO_COLOR: "1" });
const usage = { inputTokens: 1000, cachedInputTokens: 400, outputTokens: 50 };

type Body<Type extends AgentEvent["type"]> = Omit<
  Extract<AgentEvent, { readonly type: Type }>,
  "v" | "seq" | "sessionId" | "agent" | "type"
>;

/** What is printed of the events, of the main agent or of the sub-agent `explore`. */
function bench(width = 80) {
  const progress = new RunProgress({ look, width });
  const text = (lines: Parameters<typeof linesText>[0]): string => linesText(lines, look);
  const say = <Type extends AgentEvent["type"]>(
    type: Type,
    body: Body<Type>,
    isChild = false,
  ): string => {
    const envelope = isChild
      ? ({ v: 1, seq: 1, sessionId: "s/1", agent: "explore" } as const)
      : ({ v: 1, seq: 1, sessionId: "s", agent: "main" } as const);
    return text(progress.linesFor({ ...body, ...envelope, type } as unknown as AgentEvent));
  };
  return {
    say,
    end: (more: object = {}): string =>
      text(progress.endLines({ status: "done", text: "", output: undefined, usage, ...more })),
  };
}

const prepared = (callId: string, summary: string): Body<"invocation-prepared"> => ({
  callId,
  summary,
  title: summary,
  kind: "read",
  effects: [],
  decision: { decision: "allow", mode: "default", proof: [] },
});

const ended = (callId: string, more: Partial<Outcome> = {}): Body<"invocation-end"> => ({
  callId,
  outcome: outcomeWith({
    callId,
    tool: "read_file",
    content: [{ type: "text", text: "the whole file" }],
    durationMs: 5,
    ...more,
  }),
});

const failed = {
  status: "error",
  error: { code: "file-not-found", message: "No file a." },
} as const;

test("prints a text once, before the calls that it announces", () => {
  const { say } = bench();
  say("text-delta", { text: "I read " });
  say("text-delta", { text: "both.\n" });
  expect(say("invocation-prepared", prepared("1", "Read a"))).toBe("I read both.\n› Read a\n");
  expect(say("invocation-prepared", prepared("2", "Read b"))).toBe("› Read b\n");
  expect(say("invocation-end", ended("1"))).toBe("");
});

test("names a call again whose failure follows another call's line", () => {
  const { say } = bench();
  say("invocation-prepared", prepared("1", "Read a"));
  say("invocation-prepared", prepared("2", "Read b"));
  expect(say("invocation-end", ended("1", failed))).toBe(
    "› Read a\n  ✗ file-not-found, 5 ms\n  No file a.\n",
  );
});

test("names a call by its tool that fails before it is prepared", () => {
  const { say } = bench();
  say("text-delta", { text: "I read it." });
  expect(say("invocation-end", ended("1", failed))).toBe(
    "I read it.\n› read_file\n  ✗ file-not-found, 5 ms\n  No file a.\n",
  );
});

test("shows of a command's output the beginning and the end", () => {
  const { say } = bench();
  say("invocation-prepared", prepared("1", "Run make"));
  const output = Array.from({ length: 30 }, (_, at) => `line ${at + 1}`).join("\n");
  const shown = say(
    "invocation-end",
    ended("1", { display: { type: "terminal", command: "make", output }, durationMs: 65_000 }),
  );
  expect(shown).toBe(
    [
      "  ✓ 1 min 5 s",
      "  line 1",
      "  line 2",
      "  … 20 lines left out (toolwright journal has all)",
      ...Array.from({ length: 8 }, (_, at) => `  line ${at + 23}`),
      "",
    ].join("\n"),
  );
});

test("puts a sub-agent's name before its lines, and says what it reports", () => {
  const { say } = bench();
  expect(say("invocation-prepared", prepared("1", "Read a"), true)).toBe("[explore] › Read a\n");
  const report = {
    success: true,
    summary: "All is well.",
    details: "",
    filesModified: [],
    errors: [],
    toolCallCount: 1,
    durationMs: 3,
  };
  const child = { child: "explore", childSessionId: "s/1", callId: "1" };
  expect(say("agent-end", { ...child, report })).toBe("  explore: All is well.\n");
});

test("does not print a text that a retry has made void", () => {
  const { say } = bench();
  say("text-delta", { text: "Half an" });
  say("retry", { attempt: 1, delayMs: 1_000, reason: "cut" });
  expect(say("invocation-prepared", prepared("1", "Read a"))).toBe("› Read a\n");
});

test("ends with what the run took, and how to undo its changes", () => {
  const { say, end } = bench(200);
  say("session-start", { model: "m", turn: 3 });
  say("step-start", { step: 1, turn: 3 });
  const write = { type: "write", path: "/w/a", change: "modify" } as const;
  say("invocation-end", ended("1", { effects: [write] }));
  say("invocation-end", ended("2", { effects: [write] }));
  say(
    "invocation-end",
    ended("3", { status: "refused", error: { code: "permission-denied", message: "No." } }),
  );
  const [facts = "", undo] = end({ costUsd: 0.01234 }).split("\n");
  expect(facts.replace(/^\d+ ms/, "T")).toBe(
    "T · 1 step · 3 calls · 1 refused · 1 file changed · 1,000 tokens in (400 cached), 50 out · $0.0123",
  );
  expect(undo).toBe("To undo the changes: toolwright undo --turn 3");
});

test("says why a run has failed, and fits 20 columns", () => {
  const { end } = bench(20);
  const lines = end({ status: "failed", reason: "Nothing answers at http://127.0.0.1:1." })
    .trimEnd()
    .split("\n");
  expect(lines.slice(0, 2).map((row) => row.trim())).toEqual(["failed: Nothing", "answers at"]);
  expect(Math.max(...lines.map((row) => row.length))).toBeLessThanOrEqual(20);
});

test("shows control characters of a model instead of obeying them", () => {
  const { say } = bench();
  say("text-delta", { text: "\u001b[2J\u001b]0;owned\u0007hello" });
  const shown = say("invocation-prepared", prepared("1", "Run \u001b[31m\r\nrm"));
  for (const sign of ["\u001b", "\u0007", "\r"]) expect(shown).not.toContain(sign);
  expect(shown.split("\n")).toHaveLength(3);
});
