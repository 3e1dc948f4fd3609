import type { ApprovalAnswer, ApprovalQuestion, InvocationEvent, Outcome } from "@toolwright/core";
import { appendOutput, emptyTail, type OutputTail } from "./output-tail.ts";

/** The number of live output lines to keep, more than a screen shows of one call. */
const keptLines = 50;

/** A running call on the screen. */
export interface CallView {
  readonly callId: string;
  readonly tool: string;
  readonly agent: string;
  /** Its most exact description so far. */
  readonly title: string;
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
}

/** The running calls after an event, in the order of their start. */
export function reduceCalls(
  calls: readonly CallView[],
  event: InvocationEvent,
  nowMs: number,
): readonly CallView[] {
  if (event.type === "invocation-start") {
    return [...calls, startedCall(event.callId, event.tool, event.agent, nowMs)];
  }
  if (event.type === "invocation-end") {
    return calls.filter(({ callId }) => callId !== event.callId);
  }
  return calls.map((call) =>
    call.callId === event.callId ? reduceCall(call, event, nowMs) : call,
  );
}

/** The view of a call that has ended, even if its start was missed. */
export function endedCall(calls: readonly CallView[], outcome: Outcome, nowMs: number): EndedCall {
  const seen = calls.find(({ callId }) => callId === outcome.callId);
  const view = seen ?? startedCall(outcome.callId, outcome.tool, "main", nowMs);
  const durationMs = view.answers.length > 0 ? nowMs - view.startedAtMs : outcome.durationMs;
  return { view, outcome, durationMs };
}

function startedCall(callId: string, tool: string, agent: string, nowMs: number): CallView {
  return {
    callId,
    tool,
    agent,
    title: tool,
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
      return { ...call, title: event.summary || event.title };
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
