import type { Effect, Outcome, Session } from "@toolwright/core";
import type { Message, ToolCallResult } from "../model/message.ts";
import type { ModelTool } from "../model/model.ts";

/** Where messages that were left out can be read. */
export interface StoredHistory {
  /** Null: they could not be stored. */
  readonly handle: string | null;
  /** A sentence for the model: the path and the call that reads it, or why there is none. */
  readonly note: string;
}

export interface HistoryReader {
  readonly session: Session;
  readonly tools: readonly ModelTool[];
  readonly messages: readonly Message[];
}

/** Stores messages that are left out, as text. Never rejects. */
export async function storeHistory(text: string, reader: HistoryReader): Promise<StoredHistory> {
  const stored = await reader.session.storeText(text);
  const { handle } = stored;
  if (handle === null) {
    return { handle, note: `What was left out could not be stored: ${stored.reason}` };
  }
  const call = readingCall(handle, reader);
  const how =
    call === null
      ? `under the path "${handle}", for tools that read or search files`
      : `under the path "${handle}": read it with ${call}, or search it under that path`;
  return { handle, note: `All that was left out is stored ${how}.` };
}

/**
 * The call by which the model reads a stored text: the one that it has read most files with, if that takes only a path.
 * Null if there is none.
 */
function readingCall(handle: string, { session, tools, messages }: HistoryReader): string | null {
  const counts = new Map<string, number>();
  for (const { name, outcome } of messages.flatMap(resultsOf)) {
    if (hasReadFile(outcome)) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const kinds = new Map(session.shownTools.map(({ name, tool }) => [name, tool.kind]));
  const [reader] = tools
    .filter(({ name }) => counts.has(name) && kinds.get(name) === "read")
    .toSorted((one, other) => (counts.get(other.name) ?? 0) - (counts.get(one.name) ?? 0));
  const { required } = (reader?.inputSchema ?? {}) as { readonly required?: readonly string[] };
  const [field, ...others] = required ?? [];
  if (reader === undefined || field === undefined || others.length > 0) return null;
  return `${reader.name} ${JSON.stringify({ [field]: handle })}`;
}

function resultsOf(message: Message): readonly ToolCallResult[] {
  return message.role === "tool" ? message.results : [];
}

/** Tools that list or search folders claim all that is below a path. */
function hasReadFile({ status, effects }: Outcome): boolean {
  const isFile = (effect: Effect): boolean => effect.type === "read" && effect.recursive !== true;
  return status === "ok" && effects.some(isFile);
}
