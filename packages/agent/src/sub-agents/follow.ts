import { type AgentReport, isPathEffect, type Outcome, type Session } from "@toolwright/core";
import type { AgentConclusion, StartingCall } from "@toolwright/core/ports";
import type { AgentRun } from "../loop/agent-run.ts";
import type { AgentResult } from "../events/events.ts";

export interface FollowedChild {
  readonly name: string;
  readonly session: Session;
  readonly task: string;
  readonly conclusion: () => AgentConclusion | null;
  readonly start: () => AgentRun;
}

/** The last failures that a report tells. */
const maxErrors = 5;

/** Runs a sub-agent between the events that announce its start and its end, and makes its report. */
export async function follow(
  { name, session, task, conclusion, start }: FollowedChild,
  parent: { readonly run: AgentRun | null; readonly session: Session },
  { callId }: Pick<StartingCall, "callId">,
): Promise<AgentReport> {
  const startedAt = performance.now();
  const about = { child: name, childSessionId: session.id, callId } as const;
  const { id: sessionId, agent } = parent.session;
  const envelope = { v: 1, sessionId, agent: agent.name } as const;
  parent.run?.forward({ type: "agent-start", ...about, task, ...envelope });
  const run = start();
  const outcomes: Outcome[] = [];
  for await (const event of run) {
    if (event.type === "invocation-end") outcomes.push(event.outcome);
  }
  const result = await run;
  const concluded = conclusionOf(result, outcomes, conclusion());
  const report: AgentReport = {
    ...concluded,
    filesModified: changedPaths(outcomes, session.workspace.cwd),
    errors: concluded.success ? [] : errorsOf(result, outcomes),
    toolCallCount: outcomes.length,
    durationMs: Math.round(performance.now() - startedAt),
  };
  parent.run?.forward({ type: "agent-end", ...about, report, ...envelope });
  return report;
}

/** Without words of its own, a sub-agent has succeeded when it came to an end and not all of its calls failed. */
function conclusionOf(
  { status, text, reason = "" }: AgentResult,
  outcomes: readonly Outcome[],
  conclusion: AgentConclusion | null,
): AgentConclusion {
  if (conclusion !== null) return conclusion;
  const allFailed = outcomes.length > 0 && outcomes.every((outcome) => outcome.status !== "ok");
  const success = status === "done" && !allFailed;
  return { success, summary: text === "" ? reason : text, details: "" };
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
