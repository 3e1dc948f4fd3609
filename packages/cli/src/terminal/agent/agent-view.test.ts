import type { AgentEvent, AgentEventBody } from "@toolwright/agent";
import type { InvocationEvent, Outcome } from "@toolwright/core";
import { expect, test } from "vitest";
import { plainText } from "../../text/styled-line.ts";
import { themeFor } from "../../text/theme.ts";
import {
  type AgentRow,
  type AgentView,
  idleView,
  reduceAgent,
  type ViewEvent,
} from "./agent-view.ts";
import { Activity } from "./activity.ts";
import { callLines } from "./row-blocks.ts";
import { workingLines } from "./working-lines.ts";
import { outcomeWith } from "../../../test/outcome.ts";

const look = themeFor({});
const usage = { inputTokens: 100, cachedInputTokens: 40, outputTokens: 10 };

const event = (body: AgentEventBody, sessionId = "main"): AgentEvent => ({
  ...body,
  v: 1,
  seq: 0,
  sessionId,
  agent: "a",
});

const outcome = (changes: Partial<Outcome> = {}): Outcome =>
  outcomeWith({ durationMs: 5, ...changes });

const begins = (callId: string, sessionId = "main"): InvocationEvent => ({
  type: "invocation-start",
  sessionId,
  callId,
  tool: `tool_${callId}`,
  agent: "a",
  input: {},
});
const ends = (
  callId: string,
  sessionId = "main",
  changes: Partial<Outcome> = {},
): InvocationEvent => ({
  type: "invocation-end",
  sessionId,
  callId,
  outcome: outcome({ callId, ...changes }),
});

const session = event({ type: "session-start", model: "m", turn: 1 });
const said = (text: string, sessionId?: string): AgentEvent =>
  event({ type: "text-delta", text }, sessionId);
const thought = (text: string): AgentEvent => event({ type: "reasoning-delta", text });
const stepEnds = (sessionId?: string): AgentEvent =>
  event(
    { type: "step-end", step: 1, turn: 1, finishReason: "stop", text: "", reasoning: "", usage },
    sessionId,
  );
const sessionEnds = event({
  type: "session-end",
  status: "done",
  text: "",
  output: undefined,
  usage,
  costUsd: 0.5,
});

function after(...events: readonly ViewEvent[]): {
  readonly view: AgentView;
  readonly rows: readonly AgentRow[];
} {
  let view = idleView;
  const rows: AgentRow[] = [];
  for (const [index, each] of events.entries()) {
    const reduced = reduceAgent(view, each, { mainId: "main", nowMs: index * 100 });
    view = reduced.view;
    rows.push(...reduced.rows);
  }
  return { view, rows };
}

const kinds = (rows: readonly AgentRow[]): readonly string[] =>
  rows.map((row) => (row.type === "text" ? `text ${row.text.trim()}` : row.type));

test("reasoning ends where text begins, and text where a call begins", () => {
  const { rows } = after(
    session,
    thought("Hm."),
    said("I look."),
    begins("1"),
    ends("1"),
    stepEnds(),
    sessionEnds,
  );
  expect(kinds(rows)).toEqual(["reasoning", "text I look.", "call", "end"]);
});

test("whole blocks of a text become rows while the rest still arrives", () => {
  const { view, rows } = after(session, said("One.\n\n"), said("Two"));
  expect(kinds(rows)).toEqual(["text One."]);
  expect(view.run?.text).toBe("Two");
});

test("what a failed request has streamed is forgotten", () => {
  const retry = event({ type: "retry", attempt: 1, delayMs: 1_000, reason: "overloaded" });
  const { view, rows } = after(session, thought("Hm."), said("Half"), retry);
  expect(kinds(rows)).toEqual(["reasoning", "news"]);
  expect(view.run).toMatchObject({ text: "", retry: { reason: "overloaded" } });
});

test("two sessions may have calls of one id", () => {
  const { view } = after(session, begins("1"), begins("1", "child"), ends("1", "child"));
  expect(view.calls.map(({ sessionId }) => sessionId)).toEqual(["main"]);
});

test("a sub-agent and its calls are shown below the call that started it, and go with it", () => {
  const child = { child: "explore", childSessionId: "child", callId: "1" } as const;
  const start = event({ type: "agent-start", ...child, task: "Look around." });
  const report = {
    success: true,
    summary: "Seen.",
    details: "",
    filesModified: [],
    errors: [],
    toolCallCount: 1,
    durationMs: 300,
  };
  const before = [session, begins("1"), start, begins("2", "child"), said("x", "child")];
  const { view } = after(...before);
  const options = {
    look,
    width: 60,
    nowMs: 1_000,
    frame: 0,
    maxOutputRows: 3,
    mainId: "main",
    asked: undefined,
  };
  expect(workingLines(view, options).map(plainText)).toEqual([
    "⠋ a: tool_1  0.9 s",
    "│ ⠋ explore: Look around.  1 call, 0.8 s",
    "│   ⠋ tool_2  0.7 s",
  ]);
  const end = event({ type: "agent-end", ...child, report });
  const { rows, view: done } = after(...before, ends("2", "child"), end, ends("1"));
  expect(rows).toMatchObject([
    { type: "call", children: [{ name: "explore", callCount: 1, report, ended: [{}] }] },
  ]);
  expect(done.children).toEqual([]);
});

test("changed files are counted once, and only where the call has succeeded", () => {
  const write = { type: "write", path: "/w/a.ts" } as const;
  const effects = [write] as unknown as Outcome["effects"];
  const { rows } = after(
    session,
    begins("1"),
    ends("1", "main", { effects }),
    begins("2"),
    ends("2", "main", { effects }),
    begins("3"),
    ends("3", "main", { effects, status: "refused" }),
    sessionEnds,
  );
  expect(rows.at(-1)).toMatchObject({ type: "end", changedCount: 1 });
});

test("the context is that of the agent's last step; tokens and costs are summed", () => {
  const { view } = after(
    session,
    stepEnds(),
    stepEnds("child"),
    sessionEnds,
    session,
    stepEnds(),
    sessionEnds,
  );
  expect(view.usage).toEqual({
    contextTokens: 110,
    inputTokens: 300,
    cachedInputTokens: 120,
    outputTokens: 30,
    costUsd: 1,
  });
});

test("calls that a call makes are shown below it, and go with it", () => {
  const made = (callId: string): InvocationEvent => ({
    ...(begins(callId) as Extract<InvocationEvent, { readonly type: "invocation-start" }>),
    parentCallId: "1",
  });
  const before = [session, begins("1"), made("1.1"), ends("1.1"), made("1.2")];
  const { view, rows: none } = after(...before);
  const options = { look, width: 60, nowMs: 1_000, frame: 0, maxOutputRows: 3, mainId: "main" };
  expect(none).toEqual([]);
  expect(workingLines(view, { ...options, asked: undefined }).map(plainText)).toEqual([
    "⠋ a: tool_1  0.9 s",
    "│ ⠋ tool_1.2  0.6 s",
  ]);
  const { rows, view: done } = after(...before, ends("1.2"), ends("1"));
  expect(done).toMatchObject({ calls: [], inner: [] });
  expect(rows).toMatchObject([
    { type: "call", call: { view: { callId: "1", callCount: 2 }, inner: [{}, {}] } },
  ]);
  const [row] = rows;
  if (row?.type !== "call") throw new Error("There is no call.");
  expect(callLines(row.call, { look, width: 60, isWhole: false }).map(plainText)).toEqual([
    "✓ a: tool_1  5 ms",
    "  ✓ a: tool_1.1  5 ms",
    "  ✓ a: tool_1.2  5 ms",
  ]);
  const many = { ...row.call, view: { ...row.call.view, callCount: 300 } };
  expect(callLines(many, { look, width: 60, isWhole: false }).map(plainText)).toContain(
    "  … 298 earlier calls (Ctrl-O opens it)",
  );
  const activity = new Activity();
  activity.add(row);
  expect(activity.items.map((item) => "depth" in item && item.depth)).toEqual([0, 1, 1]);
});
