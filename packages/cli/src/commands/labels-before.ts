import type { Label, LabelContext, LabelSource, Outcome } from "@toolwright/core";
import { isLabel } from "@toolwright/core/internal";
import type { JournalEntry } from "@toolwright/workspace";

/** A call of the journal or of a tape, as far as labels need it. */
export type LabelledCall = Pick<JournalEntry, "sessionId" | "callId" | "tool" | "startedAtMs"> & {
  readonly outcome: Pick<Outcome, "metadata"> | null;
};

/**
 * The labels that were in the context before each call, as far as the calls tell: those of earlier calls of the same
 * session and its sub-agents, without what a person cleared. Calls come in any order.
 */
export function labelsBefore(calls: readonly LabelledCall[]): (call: LabelledCall) => LabelContext {
  const before = new Map<LabelledCall, LabelContext>();
  const now = new Map<string, LabelContext>();
  for (const call of calls.toSorted((one, other) => one.startedAtMs - other.startedAtMs)) {
    // A sub-agent's session is named after its parent's: `session/call`.
    const [session = ""] = call.sessionId.split("/", 1);
    const context = now.get(session) ?? new Map<Label, LabelSource>();
    before.set(call, context);
    now.set(session, after(context, call));
  }
  return (call) => before.get(call) ?? new Map();
}

function after(context: LabelContext, { outcome, callId, tool }: LabelledCall): LabelContext {
  const { labels = [], clearedLabel } = outcome?.metadata ?? {};
  const added = Array.isArray(labels) ? labels.filter(isLabel) : [];
  const sources = added
    .filter((label) => !context.has(label))
    .map((label): [Label, LabelSource] => [label, { label, callId, tool }]);
  return new Map([...context, ...sources].filter(([label]) => label !== clearedLabel));
}
