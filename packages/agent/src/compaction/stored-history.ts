import type { Session } from "@toolwright/core";
import type { Message } from "../model/message.ts";
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
  const call = await readingCall(handle, reader);
  const how =
    call === null
      ? `under the path "${handle}", for tools that read or search files`
      : `under the path "${handle}": read it with ${call}, or search it under that path`;
  return { handle, note: `All that was left out is stored ${how}.` };
}

/**
 * The call by which the model reads a stored text; null if no declared tool does. It is found by the effects that a call
 * would have. Of several, the model knows best the one that it has called most.
 */
async function readingCall(handle: string, reader: HistoryReader): Promise<string | null> {
  const { session, tools, messages } = reader;
  const readers = session.shownTools.filter(({ tool }) => tool.kind === "read");
  const found: { readonly call: string; readonly count: number }[] = [];
  for (const { name, inputSchema } of tools) {
    if (!readers.some((tool) => tool.name === name)) continue;
    const { required } = inputSchema as { readonly required?: readonly string[] };
    const [field, ...others] = required ?? [];
    if (field === undefined || others.length > 0) continue;
    const input = { [field]: handle };
    if (!(await readsOnly({ name, input }, handle, session))) continue;
    found.push({ call: `${name} ${JSON.stringify(input)}`, count: callsOf(name, messages) });
  }
  return found.toSorted((one, other) => other.count - one.count)[0]?.call ?? null;
}

async function readsOnly(
  call: { readonly name: string; readonly input: unknown },
  handle: string,
  session: Session,
): Promise<boolean> {
  const { effects, error } = await session.explain(call);
  if (error !== null) return false;
  // Tools that list or search folders claim all that is below the path.
  return effects.some(
    (effect) =>
      effect.type === "read" && effect.storedOutput === handle && effect.recursive !== true,
  );
}

function callsOf(name: string, messages: readonly Message[]): number {
  return messages
    .flatMap((message) => (message.role === "assistant" ? message.content : []))
    .filter((part) => part.type === "tool-call" && part.name === name).length;
}
