import type { InvocationEvent } from "@toolwright/core";
import type { AgentEvent } from "../events/events.ts";
import type { AgentSteps, Step, StepCall, StepState } from "./step.ts";
import { stepSummary } from "./step-summary.ts";

/** UTF-16 units of a call's live output. */
const maxOutput = 16_000;

/** The list before the first event. */
export const noSteps: AgentSteps = {
  sessionId: "",
  agent: "",
  task: "",
  steps: [],
  success: true,
  result: null,
  report: null,
};

/**
 * The list of steps after an event: `events.reduce(addEvent, noSteps)`. It changes nothing that it was given, so a host
 * may compare parts by identity. Events of the agent's sub-agents end up below the call that started them; events of
 * unknown sessions are ignored.
 */
export function addEvent(list: AgentSteps, event: AgentEvent): AgentSteps {
  if (list.sessionId === "") {
    return addOwn({ ...list, sessionId: event.sessionId, agent: event.agent }, event);
  }
  if (list.sessionId === event.sessionId) return addOwn(list, event);
  return addToChild(list, event);
}

function addOwn(list: AgentSteps, event: AgentEvent): AgentSteps {
  switch (event.type) {
    case "session-start":
      return { ...list, result: null };
    case "session-end": {
      const { type: _type, v: _v, seq: _seq, sessionId: _id, agent: _agent, ...result } = event;
      return { ...withLast(list, abandoned), result };
    }
    case "step-start":
      return {
        ...list,
        steps: [...list.steps, { ...emptyStep, number: event.step, turn: event.turn }],
      };
    case "invocation-end": {
      const next = withLast(list, (step) => addToStep(step, event));
      return next === list ? list : { ...next, success: isSuccess(next.steps.flatMap(callsOf)) };
    }
    default:
      return withLast(list, (step) => addToStep(step, event));
  }
}

const emptyStep: Step = {
  number: 0,
  turn: 0,
  state: "pending",
  thinking: "",
  text: "",
  calls: [],
  summary: "",
  success: true,
  end: null,
};

function withLast(list: AgentSteps, change: (step: Step) => Step): AgentSteps {
  const last = list.steps.at(-1);
  if (last === undefined) return list;
  const next = change(last);
  return next === last ? list : { ...list, steps: [...list.steps.slice(0, -1), next] };
}

function addToStep(step: Step, event: AgentEvent): Step {
  switch (event.type) {
    case "text-delta":
      return { ...step, text: step.text + event.text, state: "running" };
    case "reasoning-delta":
      return { ...step, thinking: step.thinking + event.text, state: "running" };
    case "tool-call-delta":
      return withCall(step, event.callId, (known) => known ?? { ...emptyCall, tool: event.tool });
    case "retry":
      // What the failed request had streamed is void; calls that began went through.
      return { ...step, thinking: "", text: "", calls: started(step) };
    case "step-end": {
      const { text, reasoning: thinking, finishReason, usage } = event;
      const ended = { ...step, text, thinking, calls: started(step), end: { finishReason, usage } };
      return judged({ ...ended, summary: stepSummary(ended) });
    }
    case "agent-start":
    case "agent-end":
      return withCall(step, event.callId, (known) => withAgent(known, event));
    case "invocation-start":
      return withCall(step, startedAs(step, event.callId), (known) => ({
        ...(known ?? emptyCall),
        callId: event.callId,
        tool: event.tool,
        title: event.tool,
        input: event.input,
        hasStarted: true,
      }));
    case "invocation-prepared":
    case "approval-requested":
    case "approval-answered":
    case "invocation-update":
    case "invocation-end":
      return withCall(step, event.callId, (known) => known && stated(addToCall(known, event)));
    default:
      return step;
  }
}

const emptyCall: StepCall = {
  callId: "",
  tool: "",
  state: "pending",
  hasStarted: false,
  input: undefined,
  title: "",
  kind: null,
  summary: "",
  preview: null,
  questions: [],
  output: "",
  metadata: {},
  outcome: null,
  agents: [],
};

/** An update of a call, or a new call. Undefined changes nothing. */
function withCall(
  step: Step,
  callId: string,
  change: (known: StepCall | undefined) => StepCall | undefined,
): Step {
  const at = step.calls.findIndex((call) => call.callId === callId);
  const known = step.calls[at];
  const next = change(known);
  if (next === undefined || next === known) return step;
  const calls =
    known === undefined
      ? [...step.calls, next.callId === "" ? { ...next, callId } : next]
      : step.calls.with(at, next);
  return judged({ ...step, calls });
}

/** The known id of a call that starts. Its id may differ from that of its deltas, because every call gets its own. */
function startedAs({ calls }: Step, callId: string): string {
  if (calls.some((call) => call.callId === callId)) return callId;
  return calls.find(({ hasStarted }) => !hasStarted)?.callId ?? callId;
}

/** Other calls weren't run: the answer broke off in them, or had too many. */
function started({ calls }: Step): readonly StepCall[] {
  return calls.filter(({ hasStarted }) => hasStarted);
}

function addToCall(call: StepCall, event: InvocationEvent): StepCall {
  switch (event.type) {
    case "invocation-prepared": {
      const { title, kind, summary, preview = null, decision } = event;
      // Unless a person must be asked, it runs as soon as it gets its turn.
      const state = decision.decision === "allow" ? "running" : call.state;
      return { ...call, title, kind, summary, preview, state };
    }
    case "approval-requested":
      return { ...call, questions: [...call.questions, event.question] };
    case "approval-answered": {
      const questions = call.questions.filter(({ id }) => id !== event.questionId);
      return { ...call, questions, state: "running" };
    }
    case "invocation-update": {
      const { title = call.title, output = "", metadata } = event.update;
      return {
        ...call,
        title,
        state: "running",
        output: (call.output + output).slice(-maxOutput),
        metadata: { ...call.metadata, ...metadata },
      };
    }
    case "invocation-end": {
      const state = event.outcome.status === "ok" ? "completed" : "failed";
      return { ...call, outcome: event.outcome, questions: [], state };
    }
    default:
      return call;
  }
}

function stated(call: StepCall): StepCall {
  if (call.questions.length > 0) return { ...call, state: "awaiting-confirmation" };
  return call;
}

function withAgent(
  call: StepCall | undefined,
  event: Extract<AgentEvent, { type: "agent-start" | "agent-end" }>,
): StepCall | undefined {
  if (call === undefined) return undefined;
  const { childSessionId: sessionId, child: agent } = event;
  if (event.type === "agent-start") {
    const list = { ...noSteps, sessionId, agent, task: event.task };
    return { ...call, agents: [...call.agents, list] };
  }
  const agents = call.agents.map((list) =>
    list.sessionId === sessionId ? { ...withLast(list, abandoned), report: event.report } : list,
  );
  return { ...call, agents };
}

/** The step's state follows from its calls'. */
function judged(step: Step): Step {
  const { calls, end } = step;
  const success = isSuccess(calls);
  return { ...step, success, state: stateOf(calls, success, end !== null) };
}

function stateOf(calls: readonly StepCall[], success: boolean, hasEnded: boolean): StepState {
  if (calls.some(({ state }) => state === "awaiting-confirmation")) return "awaiting-confirmation";
  if (!hasEnded) return "running";
  return success ? "completed" : "failed";
}

function isSuccess(calls: readonly StepCall[]): boolean {
  const ended = calls.filter(({ outcome }) => outcome !== null);
  return ended.length === 0 || ended.some(({ state }) => state === "completed");
}

function callsOf({ calls }: Step): readonly StepCall[] {
  return calls;
}

/** A step that was under way when its run ended. */
function abandoned(step: Step): Step {
  if (step.end !== null) return step;
  return { ...step, state: "failed", calls: started(step), summary: stepSummary(step) };
}

/** The sub-agents of a run work below the calls of its last step. */
function addToChild(list: AgentSteps, event: AgentEvent): AgentSteps {
  return withLast(list, (step) => {
    for (const call of step.calls) {
      for (const [at, child] of call.agents.entries()) {
        const next = addEvent(child, event);
        if (next === child) continue;
        const calls = step.calls.with(step.calls.indexOf(call), {
          ...call,
          agents: call.agents.with(at, next),
        });
        return { ...step, calls };
      }
    }
    return step;
  });
}
