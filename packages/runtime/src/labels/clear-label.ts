import { randomUUID } from "node:crypto";
import { type Journal, type Label, type Session, text } from "@toolwright/core";

/**
 * Clears a label from the session's context because a person says that its text is no longer of account, and
 * records that in the journal. False if the label isn't there.
 */
export async function clearLabel(
  label: Label,
  {
    session,
    journal,
    now,
  }: {
    readonly session: Session;
    readonly journal: Journal;
    readonly now: () => number;
  },
): Promise<boolean> {
  if (session.labels?.clear(label) !== true) return false;
  const callId = `clear-label-${randomUUID().slice(0, 8)}`;
  const tool = "clear_label";
  await journal.recordOutcome({
    sessionId: session.id,
    turn: session.turn,
    callId,
    tool,
    agent: session.agent.name,
    input: { label },
    startedAtMs: now(),
    approvals: [{ outcome: "once", by: "the person" }],
    outcome: {
      callId,
      tool,
      status: "ok",
      content: [text(`The person cleared the label ${label}.`)],
      display: null,
      structured: null,
      error: null,
      decision: null,
      effects: [],
      metadata: { clearedLabel: label },
      durationMs: 0,
    },
  });
  return true;
}
