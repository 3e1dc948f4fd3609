import type { Session } from "@toolwright/core";
import type { ModelTool } from "../model/model.ts";

/** Where messages that were left out can be read. */
export interface StoredHistory {
  /** Null: they could not be stored. */
  readonly handle: string | null;
  /** A sentence for the model: the path and the call that reads it, or why there is none. */
  readonly note: string;
}

/** Stores messages that are left out, as text. Never rejects. */
export async function storeHistory(
  text: string,
  session: Session,
  tools: readonly ModelTool[],
): Promise<StoredHistory> {
  const stored = await session.storeText(text);
  const { handle } = stored;
  if (handle === null) {
    return { handle, note: `What was left out could not be stored: ${stored.reason}` };
  }
  const call = await readingCall(handle, session, tools);
  const how =
    call === null
      ? `under the path "${handle}", for tools that read or search files`
      : `under the path "${handle}": read it with ${call}, or search it under that path`;
  return { handle, note: `All that was left out is stored ${how}.` };
}

/**
 * The call by which the model reads a stored text; null if no declared tool does. It is found by the effects that a call
 * would have.
 */
async function readingCall(
  handle: string,
  session: Session,
  tools: readonly ModelTool[],
): Promise<string | null> {
  const readers = session.shownTools.filter(({ tool }) => tool.kind === "read");
  for (const { name, inputSchema } of tools) {
    if (!readers.some((reader) => reader.name === name)) continue;
    const { required } = inputSchema as { readonly required?: readonly string[] };
    const [field, ...others] = required ?? [];
    if (field === undefined || others.length > 0) continue;
    const input = { [field]: handle };
    const { effects, error } = await session.explain({ name, input });
    const reads = effects.some(
      (effect) => effect.type === "read" && effect.storedOutput === handle,
    );
    if (reads && error === null) return `${name} ${JSON.stringify(input)}`;
  }
  return null;
}
