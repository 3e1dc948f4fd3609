import { type AgentReport, isPathEffect, type Outcome, type Session } from "@toolwright/core";
import type { AgentConclusion, StartingCall } from "@toolwright/core/ports";
import type { AgentRun } from "../agent-run.ts";
import type { AgentEvent, AgentResult } from "../events.ts";

export interface FollowedChild {
  readonly name: string;
  readonly session: Session;
  readonly task: string;
  readonly run: AgentRun;
  readonly conclusion: () => AgentConclusion | null;
}

/** The last failures that a report tells. */
const maxErrors = 5;

/** Shows a sub-agent's events among its parent's until its end, and makes its report. */
export async function follow(
  child: FollowedChild,
  parent: { readonly run: AgentRun | null; readonly sessionId: string; readonly agent: string },
  { callId }: Pick<StartingCall, "callId">,
): Promise<AgentReport> {
  const startedAt = performance.now();
  const { name, session, task, run } = child;
  const about = { child: name, childSessionId: session.id, callId } as const;
  const envelope = { v: 1, sessionId: parent.sessionId, agent: parent.agent } as const;
  parent.run?.forward({ type: "agent-start", ...about, task, ...envelope });
  const outcomes: Outcome[] = [];
  for await (const event of run) {
    if (event.type === "invocation-end") outcomes.push(event.outcome);
    if (isOwnEvent(event)) parent.run?.forward(event);
  }
  const result = await run;
  const report = {
    ...conclusionOf(result, child.conclusion()),
    filesModified: changedPaths(outcomes, session.workspace.cwd),
    toolCallCount: outcomes.length,
    durationMs: Math.round(performance.now() - startedAt),
  };
  const errors = report.success ? [] : errorsOf(result, outcomes);
  const whole: AgentReport = { ...report, errors };
  parent.run?.addChild({ ...result, toolCallCount: outcomes.length });
  parent.run?.forward({ type: "agent-end", ...about, report: whole, ...envelope });
  return whole;
}

/** Events of calls reach the parent through its own session, and a run has one start and one end. */
function isOwnEvent({ type }: AgentEvent): boolean {
  return !/^(?:session-|invocation-|approval-|todos-)/.test(type);
}

function conclusionOf(result: AgentResult, conclusion: AgentConclusion | null): AgentConclusion {
  if (conclusion !== null) return conclusion;
  const { status, text, reason = "" } = result;
  return { success: status === "done", summary: text === "" ? reason : text, details: "" };
}

/** Relative to the working folder where they are in it. */
function changedPaths(outcomes: readonly Outcome[], cwd: string): readonly string[] {
  const paths = outcomes
    .filter(({ status }) => status === "ok")
    .flatMap(({ effects }) => effects)
    .flatMap((effect) =>
      isPathEffect(effect) && effect.type !== "read" ? [relative(effect.path, cwd)] : [],
    );
  return [...new Set(paths)];
}

function relative(path: string, cwd: string): string {
  return path.startsWith(`${cwd}/`) ? path.slice(cwd.length + 1) : path;
}

function errorsOf({ reason }: AgentResult, outcomes: readonly Outcome[]): readonly string[] {
  const failures = outcomes.flatMap(({ tool, error }) =>
    error === null ? [] : [`${tool}: ${error.message.split("\n", 1)[0] ?? ""}`],
  );
  return [...(reason === undefined ? [] : [reason]), ...failures.slice(-maxErrors)];
}
