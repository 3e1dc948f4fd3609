import type { ApprovalQuestion, InvocationEvent, Outcome } from "@toolwright/core";
import { expect, test } from "vitest";
import { themeFor } from "../../text/theme.ts";
import { lineWidth, plainText } from "../../text/styled-line.ts";
import { type CallView, endedCall, reduceCalls } from "./call-view.ts";
import { formatDuration, formatElapsed } from "./duration.ts";
import { outcomeLines } from "./outcome-lines.ts";
import { runningLines } from "./running-lines.ts";

const look = themeFor({});
const facts = { sessionId: "s", callId: "c" };
const decision = { decision: "ask", mode: "default", proof: [] } as const;

const question: ApprovalQuestion = {
  id: "q",
  sessionId: "s",
  callId: "c",
  agent: "main",
  tool: { name: "run_command", title: "Run command", kind: "execute" },
  input: {},
  summary: "npm test",
  effects: [],
  decision,
  stage: "run",
  proposals: [{ patterns: ["run(npm test *)"], label: "npm test" }],
};

const outcome: Outcome = {
  callId: "c",
  tool: "run_command",
  status: "ok",
  content: [{ type: "text", text: "for the model" }],
  display: null,
  structured: undefined,
  error: null,
  decision: null,
  effects: [],
  metadata: {},
  durationMs: 12,
};

const begun: readonly InvocationEvent[] = [
  { ...facts, type: "invocation-start", tool: "run_command", agent: "main", input: {} },
  {
    ...facts,
    type: "invocation-prepared",
    title: "Run command",
    kind: "execute",
    summary: "Run npm test",
    effects: [],
    decision,
  },
];

function after(...events: readonly InvocationEvent[]): readonly CallView[] {
  return events.reduce<readonly CallView[]>((calls, event) => reduceCalls(calls, event, 0), []);
}

function ended(change: Partial<Outcome>, ...events: readonly InvocationEvent[]): string[] {
  const end = { ...facts, type: "invocation-end", outcome: { ...outcome, ...change } } as const;
  const call = endedCall(after(...begun, ...events), end, 0);
  return outcomeLines(call, { look, width: 50, isWhole: false }).map(plainText);
}

test("a result shows its drawing, otherwise its content, but no text that says less", () => {
  const items = [{ text: "for people", status: "done" }] as const;
  expect(ended({ display: { type: "todos", items } })).toEqual([
    "✓ Run npm test  12 ms",
    "  ✓ for people",
  ]);
  const whole = ["✓ Run npm test  12 ms", "  for the model"];
  expect(ended({})).toEqual(whole);
  expect(ended({ display: { type: "text", text: "Read 1 line" } })).toEqual(whole);
});

test("a failure shows its code and what to do next, below what there was to see", () => {
  const error = { code: "command-failed", message: "It exits 1.\nRun it with --verbose." } as const;
  const display = { type: "terminal", command: "x", output: "boom\n" } as const;
  expect(ended({ status: "error", error, display })).toEqual([
    "✗ Run npm test  command-failed, 12 ms",
    "  boom",
    "  It exits 1.",
    "  Run it with --verbose.",
  ]);
});

test("refusals and cancellations have signs of their own", () => {
  const denied = { code: "permission-denied", message: "Denied." } as const;
  expect(ended({ status: "refused", error: denied })[0]).toBe(
    "⊘ Run npm test  permission-denied, 12 ms",
  );
  const error = { code: "cancelled", message: "Cancelled." } as const;
  expect(ended({ status: "cancelled", error })[0]).toBe("■ Run npm test  cancelled after 12 ms");
});

test("says what a person allowed, and by which rule", () => {
  const answered = (answer: "once" | "always"): string[] =>
    ended(
      {},
      { ...facts, type: "approval-requested", question },
      { ...facts, type: "approval-answered", questionId: "q", answer: { outcome: answer } },
    );
  expect(answered("once")[1]).toBe("  allowed once");
  expect(answered("always").slice(1, 3).join("").replace(/ +/g, " ")).toBe(
    " allowed in this folder: run(npm test *) (to end it: /grants)",
  );
});

test("a display that nobody can draw falls back to the content", () => {
  expect(ended({ display: { type: "hologram" } as never })[1]).toBe("  for the model");
});

test("an outcome of a call that nobody saw begin is shown all the same", () => {
  const call = endedCall([], { ...facts, type: "invocation-end", outcome }, 0);
  expect(outcomeLines(call, { look, width: 50, isWhole: false }).map(plainText)[0]).toBe(
    "✓ run_command  12 ms",
  );
});

const running = { look, width: 40, maxOutputRows: 2, nowMs: 2500, frame: 0 };

test("a running call shows its time and the end of its output", () => {
  const [call] = after(...begun, {
    ...facts,
    type: "invocation-update",
    update: { output: "a\nb\n10%\r20%" },
  });
  expect(runningLines(call as CallView, running).map(plainText)).toEqual([
    "⠋ Run npm test  2.5 s",
    "  │ b",
    "  │ 20%",
  ]);
});

test("a call that asks waits and doesn't spin", () => {
  const [call] = after(...begun, { ...facts, type: "approval-requested", question });
  expect(runningLines(call as CallView, { ...running, frame: 3 }).map(plainText)).toEqual([
    "? Run npm test  waiting for your answer",
  ]);
});

test("a sub-agent's call says whose it is, a long title is cut", () => {
  const [call] = after(
    { ...facts, type: "invocation-start", tool: "t", agent: "reviewer", input: {} },
    { ...facts, type: "invocation-update", update: { title: "x".repeat(90) } },
  );
  const [row = []] = runningLines(call as CallView, running);
  expect(plainText(row)).toMatch(/^⠋ reviewer: x+…  2\.5 s$/);
  expect(lineWidth(row)).toBeLessThanOrEqual(40);
});

test("a call leaves with its end", () => {
  expect(after(...begun, { ...facts, type: "invocation-end", outcome })).toEqual([]);
});

test("times are told in the unit that fits", () => {
  expect([0, 12.4, 999, 999.6, 3210, 59_960, 125_000].map(formatDuration)).toEqual([
    "0 ms",
    "12 ms",
    "999 ms",
    "1.0 s",
    "3.2 s",
    "1 min 0 s",
    "2 min 5 s",
  ]);
  expect([-1, 0, 340, 1000, 61_000].map(formatElapsed)).toEqual([
    "0.0 s",
    "0.0 s",
    "0.3 s",
    "1.0 s",
    "1 min 1 s",
  ]);
});
