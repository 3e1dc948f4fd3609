import type { AgentEvent } from "../events/events.ts";
import { addEvent, noSteps } from "./add-event.ts";
import type { AgentSteps, Step } from "./step.ts";

/** Receives a step's summary, the step, and its agent with all steps so far. What it throws is ignored. */
export type StepSummaryListener = (summary: string, step: Step, agent: AgentSteps) => void;

/** A receiver of all events of a run, in their order. */
export function tellSummaries(listener: StepSummaryListener): (event: AgentEvent) => void {
  let list = noSteps;
  return (event) => {
    list = addEvent(list, event);
    if (event.type !== "step-end") return;
    const agent = agentOf(list, event.sessionId);
    const step = agent?.steps.at(-1);
    if (agent === undefined || step === undefined) return;
    try {
      listener(step.summary, step, agent);
    } catch {
      // A listener only observes: its fault must not end the run.
    }
  };
}

/** The agent of a session among an agent and its sub-agents that work. */
function agentOf(list: AgentSteps, sessionId: string): AgentSteps | undefined {
  if (list.sessionId === sessionId) return list;
  const children = (list.steps.at(-1)?.calls ?? []).flatMap(({ agents }) => agents);
  for (const child of children) {
    const found = agentOf(child, sessionId);
    if (found !== undefined) return found;
  }
  return undefined;
}
