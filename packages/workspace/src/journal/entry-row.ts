import type { Effect, Outcome, PolicyDecision, ProofStep } from "@toolwright/core";
import type { ApprovalRecord } from "@toolwright/core/internal";
import type { EntryId, EntryKind, EntryStatus, JournalEntry } from "./journal-store.ts";
import { type Cell, type Row, textOf } from "./journal-database.ts";
import type { KeptOutcome } from "./entry-content.ts";

/** The beginning of every query for entries. */
export const entryColumns = `
  SELECT e.id, e.kind, s.name AS session, e.turn, e.call_id, e.parent_call_id, e.tool, e.agent, e.status, e.started_ms,
    e.ended_ms, e.change_count, e.reverted_by, e.not_undoable, i.input, i.effects, i.decision,
    coalesce(o.approvals, i.approvals) AS approvals, o.outcome
  FROM entries e JOIN sessions s ON s.id = e.session LEFT JOIN intents i ON i.entry = e.id
    LEFT JOIN outcomes o ON o.entry = e.id`;

export function entryFrom(row: Row, reverts: readonly EntryId[]): JournalEntry {
  const effects = parsed<readonly Effect[]>(row["effects"]) ?? [];
  const decision = unpackDecision(row["decision"], effects);
  const outcome = parsed<KeptOutcome>(row["outcome"]);
  return {
    id: Number(row["id"]),
    kind: row["kind"] as EntryKind,
    sessionId: textOf(row["session"]),
    turn: Number(row["turn"]),
    callId: textOf(row["call_id"]),
    ...(row["parent_call_id"] !== null && { parentCallId: textOf(row["parent_call_id"]) }),
    tool: textOf(row["tool"]),
    agent: textOf(row["agent"]),
    input: parsed(row["input"]),
    status: row["status"] as EntryStatus,
    effects,
    decision,
    approvals: parsed<readonly ApprovalRecord[]>(row["approvals"]) ?? [],
    outcome: outcome === null ? null : ({ ...outcome, effects, decision } satisfies Outcome),
    startedAtMs: Number(row["started_ms"]),
    endedAtMs: numberOrNull(row["ended_ms"]),
    changeCount: numberOrNull(row["change_count"]),
    reverts,
    revertedBy: numberOrNull(row["reverted_by"]),
    notUndoable: parsed<readonly string[]>(row["not_undoable"]) ?? [],
  };
}

/** A step of a proof. An effect that the entry also has is stored as its index there. */
type PackedStep = Omit<ProofStep, "effect"> & { readonly effect: Effect | number };

export function packDecision(decision: PolicyDecision | null, effects: readonly Effect[]): string {
  if (decision === null) return "null";
  const proof = decision.proof.map(({ effect, ...step }, index): PackedStep => {
    const own = effects[index];
    const isOwn = own === effect || JSON.stringify(own) === JSON.stringify(effect);
    return { effect: isOwn ? index : effect, ...step };
  });
  return JSON.stringify({ ...decision, proof });
}

function unpackDecision(value: Cell, effects: readonly Effect[]): PolicyDecision | null {
  const packed = parsed<PolicyDecision & { readonly proof: readonly PackedStep[] }>(value);
  if (packed === null) return null;
  const proof = packed.proof.map(({ effect, ...step }) => ({
    effect: typeof effect === "number" ? (effects[effect] as Effect) : effect,
    ...step,
  }));
  return { ...packed, proof };
}

function parsed<T>(value: Cell): T | null {
  return typeof value === "string" ? (JSON.parse(value) as T) : null;
}

function numberOrNull(value: Cell): number | null {
  return typeof value === "number" ? value : null;
}
