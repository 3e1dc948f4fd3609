import type { ToolResult } from "@toolwright/core";
import { type FieldNames, renameFields } from "./rename-fields.ts";

/** A result whose content is one text; null for one with images or other parts. */
export function textOf({ content }: ToolResult): string | null {
  if (typeof content === "string") return content;
  const [part] = content;
  return content.length === 1 && part?.type === "text" ? part.text : null;
}

/** The same result with another text for the model. */
export function withText(result: ToolResult, text: string): ToolResult {
  return { ...result, content: text };
}

/** A result with a body and a note, either of which may be empty. */
export function withBody(result: ToolResult, body: string, note: string): ToolResult {
  return withText(result, [body, note].filter((part) => part !== "").join("\n\n"));
}

/**
 * The last paragraph of a search's result, which says what part is shown, with the profile's field
 * names.
 */
export function closingNote(result: ToolResult, fields: FieldNames): string {
  return renameFields(splitNote(textOf(result) ?? "")[1], fields);
}

/** A search's result with the profile's field names in its closing note. */
export function withNoteIn(result: ToolResult, fields: FieldNames): ToolResult {
  const text = textOf(result);
  if (text === null) return result;
  const [body, note] = splitNote(text);
  return withBody(result, body, renameFields(note, fields));
}

/** The note at the end of an incomplete listing, without its parentheses; empty if there is none. */
export function closingParenthesis(result: ToolResult): string {
  const [, note] = splitNote(textOf(result) ?? "");
  return /^\((.*)\)$/s.exec(note)?.[1] ?? "";
}

function splitNote(text: string): readonly [string, string] {
  const at = text.lastIndexOf("\n\n");
  return at < 0 ? ["", text] : [text.slice(0, at), text.slice(at + 2)];
}
