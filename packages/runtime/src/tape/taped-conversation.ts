import { type ConversationRecord, redactRecord } from "@toolwright/agent";
import type { Outcome, Redactor } from "@toolwright/core";
import type { ConversationStore } from "@toolwright/workspace/internal";
import type { TapeMessage } from "./tape.ts";

/** The messages of a session, as a tape has them. */
export interface TapedConversation {
  /** In order of time. Results of calls are named only, because the calls have them. */
  readonly records: readonly TapeMessage["record"][];
  /** The outcomes as the model was told, by the call's id. */
  readonly outcomes: ReadonlyMap<string, Outcome>;
}

type Stored = ConversationRecord & { readonly atMs?: number };

/** The conversations of a session's agents; empty without an agent. Errors: ConversationError. */
export function tapedConversation(
  store: ConversationStore,
  sessionId: string,
  redactor: Redactor,
): TapedConversation {
  const outcomes = new Map<string, Outcome>();
  const records = store
    .list()
    .map(({ id }) => id)
    .filter((id) => id === sessionId || /^-\d+$/.test(id.slice(sessionId.length)))
    .filter((id) => id.startsWith(sessionId))
    .flatMap((id) => store.read(id))
    .map((line) => {
      // Written by this program, and checked by the schema of the tape's lines when it is read.
      const { atMs, ...stored } = JSON.parse(line) as Stored;
      const record = redactRecord(stored, redactor);
      return { ...named(record, outcomes), ...(atMs !== undefined && { atMs }) };
    })
    .toSorted((one, other) => (one.atMs ?? 0) - (other.atMs ?? 0));
  return { records, outcomes };
}

function named(record: ConversationRecord, outcomes: Map<string, Outcome>): TapeMessage["record"] {
  if (record.type !== "answer") return { ...record };
  for (const { outcome } of record.results) outcomes.set(outcome.callId, outcome);
  const results = record.results.map(({ name, outcome }) => ({ name, callId: outcome.callId }));
  return { type: "answer", parts: record.parts, results };
}
