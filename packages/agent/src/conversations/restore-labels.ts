import type { Label, Labels, LabelSource, Outcome } from "@toolwright/core";
import { isLabel } from "@toolwright/core/internal";
import type { Message, ToolCallResult } from "../model/message.ts";
import type { ConversationRecord } from "./conversation-log.ts";

/**
 * Brings the labels of a stored conversation into a session that continues it: those that it had when the model was
 * asked last, also of text that is only told in a summary, and those of later results. The session's own stay.
 */
export function restoreLabels(records: readonly ConversationRecord[], labels: Labels): void {
  const found = new Map<Label, LabelSource>();
  const known = new Set<string>();
  for (const record of records) {
    if (record.type === "labels") {
      found.clear();
      for (const source of record.sources)
        if (isLabel(source.label)) found.set(source.label, source);
    }
    for (const { outcome } of resultsOf(record)) {
      // After a compaction, earlier results are there again.
      if (known.has(outcome.callId)) continue;
      known.add(outcome.callId);
      for (const source of sourcesOf(outcome, labels)) {
        if (!found.has(source.label)) found.set(source.label, source);
      }
    }
  }
  for (const source of found.values()) labels.add(source);
}

function resultsOf(record: ConversationRecord): readonly ToolCallResult[] {
  if (record.type === "answer") return record.results;
  return record.type === "replaced" ? record.messages.flatMap(resultsIn) : [];
}

function resultsIn(message: Message): readonly ToolCallResult[] {
  return message.role === "tool" ? message.results : [];
}

/** Also remembers the labels of the output that is stored. */
function sourcesOf(
  { callId, tool, effects, metadata }: Outcome,
  labels: Labels,
): readonly LabelSource[] {
  const { labels: listed, storedOutput } = metadata;
  const brought = Array.isArray(listed) ? listed.filter(isLabel) : [];
  if (typeof storedOutput === "string") labels.noteOutput(storedOutput, brought);
  const found = labels.of({ effects, commands: "open" });
  return brought.map((label) => {
    const effect = found.get(label);
    return { label, callId, tool, ...(effect !== undefined && { effect }) };
  });
}
