import type { AgentEvent } from "@toolwright/agent";
import type { AgentReport, InvocationEvent, TodoItem } from "@toolwright/core";
import type { NewsEvent } from "../../commands/news-phrase.ts";
import {
  type CallView,
  type EndedCall,
  endedCall,
  isParent,
  reduceCalls,
} from "../transcript/call-view.ts";
import { isPersonsCall } from "../own-calls.ts";
import { splitFinished } from "./finished-text.ts";

/** Calls of a sub-agent, or of a call, that are kept to be looked at. */
const keptCalls = 200;

/** The end of the reasoning that is kept, in UTF-16 units. */
const maxReasoning = 50_000;

/** A sub-agent and its calls. */
export interface ChildView {
  readonly sessionId: string;
  readonly name: string;
  readonly task: string;
  /** The call that started it, and that call's session. */
  readonly callId: string;
  readonly parentId: string;
  readonly startedAtMs: number;
  readonly callCount: number;
  readonly ended: readonly EndedCall[];
  /** Null while it works. */
  readonly report: AgentReport | null;
}

/** What an agent and its calls are doing. */
export interface AgentView {
  /** Running calls of the agent, its sub-agents and the person, in the order of their start. */
  readonly calls: readonly CallView[];
  /** Ended calls whose parents still run. */
  readonly inner: readonly EndedCall[];
  readonly children: readonly ChildView[];
  /** Null while no run works. */
  readonly run: RunView | null;
  readonly todos: readonly TodoItem[];
  readonly usage: UsageView;
}

export interface RunView {
  readonly model: string;
  readonly startedAtMs: number;
  /** The answer's text that isn't in a row yet. */
  readonly text: string;
  readonly reasoning: string;
  readonly reasoningSinceMs: number;
  /** The call whose input arrives, and how much of it has. */
  readonly incoming: { readonly tool: string; readonly length: number } | null;
  readonly retry: { readonly reason: string; readonly atMs: number } | null;
  readonly callCount: number;
  readonly changedPaths: ReadonlySet<string>;
}

export interface UsageView {
  /** Input and output of the last step: the part of the model's context that is in use. */
  readonly contextTokens: number;
  readonly inputTokens: number;
  readonly cachedInputTokens: number;
  readonly outputTokens: number;
  /** Of ended runs; null while no price is known. */
  readonly costUsd: number | null;
}

/** Something that is finished. */
export type AgentRow =
  | { readonly type: "call"; readonly call: EndedCall; readonly children: readonly ChildView[] }
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "reasoning"; readonly text: string; readonly durationMs: number }
  /** A message of the person that has reached the model. */
  | { readonly type: "said"; readonly text: string }
  | { readonly type: "news"; readonly event: NewsEvent }
  | {
      readonly type: "end";
      readonly end: Extract<AgentEvent, { readonly type: "session-end" }>;
      readonly durationMs: number;
      readonly changedCount: number;
    };

export interface Reduced {
  readonly view: AgentView;
  readonly rows: readonly AgentRow[];
}

export const idleView: AgentView = {
  calls: [],
  inner: [],
  children: [],
  run: null,
  todos: [],
  usage: {
    contextTokens: 0,
    inputTokens: 0,
    cachedInputTokens: 0,
    outputTokens: 0,
    costUsd: null,
  },
};

/** An event of the agent, or of a call that the person made. */
export type ViewEvent = AgentEvent | InvocationEvent;

/** The view after an event, and the rows that it finished. `mainId` is the session of the agent itself. */
export function reduceAgent(
  view: AgentView,
  event: ViewEvent,
  { mainId, nowMs }: { readonly mainId: string; readonly nowMs: number },
): Reduced {
  switch (event.type) {
    case "invocation-start":
    case "invocation-prepared":
    case "approval-requested":
    case "approval-answered":
    case "invocation-update":
      return reduceCall(view, event, mainId, nowMs);
    case "invocation-end":
      return endCall(view, event, mainId, nowMs);
    case "agent-start":
      return still(startChild(view, event, nowMs));
    case "agent-end":
      return still(
        mapChild(view, event.childSessionId, (child) => ({ ...child, report: event.report })),
      );
    case "todos-update":
      return still(event.sessionId === mainId ? { ...view, todos: event.items } : view);
    case "budget-warning":
    case "hook":
    case "instructions-read":
      return { view, rows: [{ type: "news", event }] };
    case "compaction":
      return {
        view: { ...view, usage: { ...view.usage, contextTokens: event.tokensAfter } },
        rows: [{ type: "news", event }],
      };
    case "step-end":
      return endStep(view, event, mainId, nowMs);
    default:
      return event.sessionId === mainId ? reduceOwn(view, event, nowMs) : still(view);
  }
}

type CallEvent = Exclude<InvocationEvent, { readonly type: "invocation-end" }>;
type Event<Type extends AgentEvent["type"]> = Extract<AgentEvent, { readonly type: Type }>;

/** The agent's own events. */
function reduceOwn(view: AgentView, event: AgentEvent, nowMs: number): Reduced {
  const { run } = view;
  if (event.type === "session-start") {
    return still({ ...view, run: startedRun(event.model, nowMs), children: [] });
  }
  if (run === null) return still(view);
  const withRun = (changes: Partial<RunView>): AgentView => ({
    ...view,
    run: { ...run, retry: null, ...changes },
  });
  switch (event.type) {
    case "step-start":
      return still(withRun({ incoming: null }));
    case "steer":
      return { view, rows: [{ type: "said", text: event.text }] };
    case "reasoning-delta": {
      const reasoningSinceMs = run.reasoning === "" ? nowMs : run.reasoningSinceMs;
      const reasoning = (run.reasoning + event.text).slice(-maxReasoning);
      return still(withRun({ reasoning, reasoningSinceMs }));
    }
    case "text-delta":
      return addText(view, run, event.text, nowMs);
    case "tool-call-delta": {
      const { tool, delta } = event;
      const before = run.incoming?.tool === tool ? run.incoming.length : 0;
      return still(withRun({ incoming: { tool, length: before + delta.length } }));
    }
    case "retry": {
      const { reason, delayMs } = event;
      const retry = { reason, atMs: nowMs + delayMs };
      return {
        view: withRun({ text: "", reasoning: "", incoming: null, retry }),
        rows: [{ type: "news", event }],
      };
    }
    case "session-end":
      return endRun(view, run, event, nowMs);
    default:
      return still(view);
  }
}

function startedRun(model: string, nowMs: number): RunView {
  return {
    model,
    startedAtMs: nowMs,
    text: "",
    reasoning: "",
    reasoningSinceMs: nowMs,
    incoming: null,
    retry: null,
    callCount: 0,
    changedPaths: new Set(),
  };
}

function addText(view: AgentView, run: RunView, delta: string, nowMs: number): Reduced {
  const rows = reasoningRows(run, nowMs);
  const text = run.text + delta;
  const { finished, open } = splitFinished(text);
  return {
    view: { ...view, run: { ...run, retry: null, text: open, reasoning: "" } },
    rows: finished === "" ? rows : [...rows, { type: "text", text: finished }],
  };
}

/** The text and reasoning that isn't in a row yet. */
function flushed(view: AgentView, nowMs: number): Reduced {
  const { run } = view;
  if (run === null) return still(view);
  const rows: AgentRow[] = [...reasoningRows(run, nowMs)];
  if (run.text.trim() !== "") rows.push({ type: "text", text: run.text });
  return { view: { ...view, run: { ...run, text: "", reasoning: "" } }, rows };
}

function reasoningRows(run: RunView, nowMs: number): readonly AgentRow[] {
  if (run.reasoning.trim() === "") return [];
  const durationMs = nowMs - run.reasoningSinceMs;
  return [{ type: "reasoning", text: run.reasoning, durationMs }];
}

function reduceCall(view: AgentView, event: CallEvent, mainId: string, nowMs: number): Reduced {
  const calls = reduceCalls(view.calls, event, nowMs);
  if (event.type !== "invocation-start") return still({ ...view, calls });
  if (event.sessionId !== mainId) {
    const counted = mapChild(view, event.sessionId, (child) => ({
      ...child,
      callCount: child.callCount + 1,
    }));
    return still({ ...counted, calls });
  }
  if (isPersonsCall(event.callId)) return still({ ...view, calls });
  // The text that announces a call stands before it.
  const { view: after, rows } = flushed(view, nowMs);
  const run = after.run && { ...after.run, incoming: null, callCount: after.run.callCount + 1 };
  return { view: { ...after, run, calls }, rows };
}

function endCall(
  view: AgentView,
  event: Extract<InvocationEvent, { readonly type: "invocation-end" }>,
  mainId: string,
  nowMs: number,
): Reduced {
  const ended = endedCall(view.calls, event, nowMs);
  const isInner = (each: EndedCall): boolean => isParent(event, each.view);
  const call = { ...ended, inner: view.inner.filter(isInner) };
  const calls = reduceCalls(view.calls, event, nowMs);
  const inner = view.inner.filter((each) => !isInner(each));
  const changed = withChanges({ ...view, calls, inner }, call);
  if (calls.some((each) => isParent(each, call.view))) {
    return still({ ...changed, inner: [...inner, call].slice(-keptCalls) });
  }
  if (event.sessionId !== mainId) {
    return still(
      mapChild(changed, event.sessionId, (child) => ({
        ...child,
        ended: [...child.ended, call].slice(-keptCalls),
      })),
    );
  }
  const ids = idsOf(call);
  const isOf = ({ parentId, callId }: ChildView): boolean =>
    parentId === mainId && ids.includes(callId);
  const own = changed.children.filter(isOf);
  const below = descendants(changed.children, own);
  return {
    view: { ...changed, children: changed.children.filter((child) => !below.includes(child)) },
    rows: [{ type: "call", call, children: below }],
  };
}

/** The ids of a call and of all calls that it made, at any depth. */
function idsOf({ view, inner }: EndedCall): readonly string[] {
  return [view.callId, ...inner.flatMap(idsOf)];
}

/** The children and theirs, at any depth. */
function descendants(all: readonly ChildView[], own: readonly ChildView[]): readonly ChildView[] {
  const found = [...own];
  for (const { sessionId } of found) {
    found.push(...all.filter(({ parentId }) => parentId === sessionId));
  }
  return found;
}

function withChanges(view: AgentView, { outcome }: EndedCall): AgentView {
  if (view.run === null || outcome.status !== "ok") return view;
  const paths = outcome.effects.flatMap((effect) =>
    effect.type === "write" || effect.type === "delete" ? [effect.path] : [],
  );
  if (paths.length === 0) return view;
  const changedPaths = new Set([...view.run.changedPaths, ...paths]);
  return { ...view, run: { ...view.run, changedPaths } };
}

function startChild(view: AgentView, event: Event<"agent-start">, nowMs: number): AgentView {
  const child: ChildView = {
    sessionId: event.childSessionId,
    name: event.child,
    task: event.task,
    callId: event.callId,
    parentId: event.sessionId,
    startedAtMs: nowMs,
    callCount: 0,
    ended: [],
    report: null,
  };
  return { ...view, children: [...view.children, child] };
}

function mapChild(
  view: AgentView,
  sessionId: string,
  change: (child: ChildView) => ChildView,
): AgentView {
  const children = view.children.map((child) =>
    child.sessionId === sessionId ? change(child) : child,
  );
  return { ...view, children };
}

function endStep(
  view: AgentView,
  { sessionId, usage }: Event<"step-end">,
  mainId: string,
  nowMs: number,
): Reduced {
  const { inputTokens, cachedInputTokens, outputTokens } = view.usage;
  const isMain = sessionId === mainId;
  const sum = {
    ...view.usage,
    inputTokens: inputTokens + usage.inputTokens,
    cachedInputTokens: cachedInputTokens + usage.cachedInputTokens,
    outputTokens: outputTokens + usage.outputTokens,
    // A vendor that tells no usage leaves the last known size.
    ...(isMain &&
      usage.inputTokens > 0 && { contextTokens: usage.inputTokens + usage.outputTokens }),
  };
  const counted = { ...view, usage: sum };
  return isMain ? flushed(counted, nowMs) : still(counted);
}

function endRun(view: AgentView, run: RunView, end: Event<"session-end">, nowMs: number): Reduced {
  const { view: after, rows } = flushed(view, nowMs);
  const costUsd =
    end.costUsd === undefined ? view.usage.costUsd : (view.usage.costUsd ?? 0) + end.costUsd;
  const row: AgentRow = {
    type: "end",
    end,
    durationMs: nowMs - run.startedAtMs,
    changedCount: run.changedPaths.size,
  };
  return {
    view: { ...after, run: null, children: [], usage: { ...after.usage, costUsd } },
    rows: [...rows, row],
  };
}

function still(view: AgentView): Reduced {
  return { view, rows: [] };
}
