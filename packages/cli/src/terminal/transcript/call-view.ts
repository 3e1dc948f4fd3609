import type {
  ApprovalAnswer,
  ApprovalQuestion,
  InvocationEvent,
  Outcome,
  PolicyDecision,
} from "@toolwright/core";
import { appendOutput, emptyTail, type OutputTail } from "./output-tail.ts";

type InvocationStartEvent = Extract<InvocationEvent, { readonly type: "invocation-start" }>;
export type InvocationEndEvent = Extract<InvocationEvent, { readonly type: "invocation-end" }>;

/** The number of live output lines to keep, more than a screen shows of one call. */
const keptLines = 50;

/** A running call on the screen. */
export interface CallView {
  /** The session that makes the call: that of the agent, or of one of its sub-agents. */
  readonly sessionId: string;
  readonly callId: string;
  /** The call of the same session that made this one, such as a program's. */
  readonly parentCallId?: string;
  /** How many calls it has made itself. */
  readonly callCount: number;
  readonly tool: string;
  readonly agent: string;
  /** As the model or the person sent it. */
  readonly input: unknown;
  /** Its most exact description so far. */
  readonly title: string;
  /** Null until its exact effects are known. */
  readonly decision: PolicyDecision | null;
  readonly startedAtMs: number;
  readonly output: OutputTail;
  readonly questions: readonly ApprovalQuestion[];
  readonly answers: readonly GivenAnswer[];
  /** Whether it waits for a person. */
  readonly isAsking: boolean;
}

export interface GivenAnswer {
  readonly answer: ApprovalAnswer;
  readonly question: ApprovalQuestion;
}

/** A call that has ended. */
export interface EndedCall {
  readonly view: CallView;
  readonly outcome: Outcome;
  /** The duration of the call without the time that a person took to answer. */
  readonly durationMs: number;
  /** The latest calls that it made itself. */
  readonly inner: readonly EndedCall[];
}

/** The running calls after an event, in the order of their start. */
export function reduceCalls(
  calls: readonly CallView[],
  event: InvocationEvent,
  nowMs: number,
): readonly CallView[] {
  if (event.type === "invocation-start") {
    const counted = calls.map((call) =>
      isParent(call, event) ? { ...call, callCount: call.callCount + 1 } : call,
    );
    return [...counted, startedCall(event, nowMs)];
  }
  if (event.type === "invocation-end") return calls.filter((call) => !isOf(call, event));
  return calls.map((call) => (isOf(call, event) ? reduceCall(call, event, nowMs) : call));
}

/** Whether a call made another one itself. */
export function isParent(
  { sessionId, callId }: Pick<CallView, "sessionId" | "callId">,
  inner: { readonly sessionId: string; readonly parentCallId?: string },
): boolean {
  return inner.parentCallId === callId && inner.sessionId === sessionId;
}

/** Calls of two sessions may have the same id. */
function isOf(call: CallView, { sessionId, callId }: InvocationEvent): boolean {
  return call.callId === callId && call.sessionId === sessionId;
}

/** The view of a call that has ended, even if its start was missed. */
export function endedCall(
  calls: readonly CallView[],
  event: InvocationEndEvent,
  nowMs: number,
): EndedCall {
  const { outcome, ...facts } = event;
  const missed = { ...facts, tool: outcome.tool, agent: "main", input: null };
  const view = calls.find((call) => isOf(call, event)) ?? startedCall(missed, nowMs);
  const durationMs = view.answers.length > 0 ? nowMs - view.startedAtMs : outcome.durationMs;
  return { view, outcome, durationMs, inner: [] };
}

/** A call of which only the end is known. */
export function idleCall(facts: Omit<InvocationStartEvent, "type">): CallView {
  return startedCall(facts, 0);
}

function startedCall(
  { sessionId, callId, parentCallId, tool, agent, input }: Omit<InvocationStartEvent, "type">,
  nowMs: number,
): CallView {
  return {
    sessionId,
    callId,
    ...(parentCallId !== undefined && { parentCallId }),
    callCount: 0,
    tool,
    agent,
    input,
    title: tool,
    decision: null,
    startedAtMs: nowMs,
    output: emptyTail,
    questions: [],
    answers: [],
    isAsking: false,
  };
}

function reduceCall(
  call: CallView,
  event: Exclude<InvocationEvent, { readonly type: "invocation-start" | "invocation-end" }>,
  nowMs: number,
): CallView {
  switch (event.type) {
    case "invocation-prepared":
      return { ...call, title: event.summary || event.title, decision: event.decision };
    case "approval-requested":
      return { ...call, questions: [...call.questions, event.question], isAsking: true };
    case "approval-answered": {
      const question = call.questions.find(({ id }) => id === event.questionId);
      const answers =
        question === undefined
          ? call.answers
          : [...call.answers, { answer: event.answer, question }];
      // The person's time doesn't count.
      return { ...call, answers, isAsking: false, startedAtMs: nowMs };
    }
    case "invocation-update": {
      const { title, output } = event.update;
      return {
        ...call,
        title: title ?? call.title,
        output: appendOutput(call.output, output ?? "", keptLines),
      };
    }
  }
}
