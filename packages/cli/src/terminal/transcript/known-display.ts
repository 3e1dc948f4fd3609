import type { Display } from "@toolwright/core";

/** The display if its shape is known, otherwise null. Displays also come from third-party tools. */
export function knownDisplay(value: unknown): Display | null {
  if (!isRecord(value)) return null;
  return isDrawable(value) ? (value as unknown as Display) : null;
}

/**
 * The display of a call that the person made for its content; null if the content is to be shown: a text says less
 * than the content, and an image cannot be drawn.
 */
export function displayOverContent(value: unknown): Display | null {
  const display = knownDisplay(value);
  return display?.type === "text" || display?.type === "image" ? null : display;
}

function isDrawable(value: Readonly<Record<string, unknown>>): boolean {
  const isText = (...names: readonly string[]): boolean =>
    names.every((name) => typeof value[name] === "string");
  switch (value["type"]) {
    case "text":
      return isText("text");
    case "diff":
      return isText("path", "diff");
    case "terminal":
      return isText("command", "output");
    case "image":
      return isText("data", "mimeType");
    case "todos":
      return isList(value["items"], (item) => isRecord(item) && typeof item["text"] === "string");
    case "table":
      return (
        isList(value["columns"], isString) && isList(value["rows"], (row) => isList(row, isString))
      );
    default:
      return false;
  }
}

function isList(value: unknown, isItem: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(isItem);
}

function isString(value: unknown): boolean {
  return typeof value === "string";
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
