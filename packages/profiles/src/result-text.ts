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

/** What was found, then what is to be said of it. Either may be empty. */
export function withBody(result: ToolResult, body: string, note: string): ToolResult {
  return withText(result, [body, note].filter((part) => part !== "").join("\n\n"));
}

/**
 * The closing sentences of a search, which say what is shown of what: its last paragraph, told in
 * the set's field names.
 */
export function closingNote(result: ToolResult, fields: FieldNames): string {
  return renameFields(splitNote(textOf(result) ?? "")[1], fields);
}

/** A search's result with its closing note told in the set's field names. */
export function withNoteIn(result: ToolResult, fields: FieldNames): ToolResult {
  const text = textOf(result);
  if (text === null) return result;
  const [body, note] = splitNote(text);
  return withBody(result, body, renameFields(note, fields));
}

/** The note in parentheses that a listing ends with when something was left out; empty if none. */
export function closingParenthesis(result: ToolResult): string {
  const [, note] = splitNote(textOf(result) ?? "");
  return /^\((.*)\)$/s.exec(note)?.[1] ?? "";
}

function splitNote(text: string): readonly [string, string] {
  const at = text.lastIndexOf("\n\n");
  return at < 0 ? ["", text] : [text.slice(0, at), text.slice(at + 2)];
}
