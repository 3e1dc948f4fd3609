import { type ContentPart, text } from "@toolwright/core";
import { isRecord } from "../is-record.ts";

type Fields = Readonly<Record<string, unknown>>;

/** How much of an unknown block is shown. */
const maxShown = 2_000;

/**
 * A server's content as the runtime's. An unknown or incomplete block is shown as its JSON, so that it
 * affects only itself.
 */
export function contentParts(content: unknown): readonly ContentPart[] {
  return Array.isArray(content) ? content.map(contentPart) : [];
}

function contentPart(block: unknown): ContentPart {
  if (!isRecord(block)) return unreadable(block);
  switch (block["type"]) {
    case "text":
      return typeof block["text"] === "string" ? text(block["text"]) : unreadable(block);
    case "image":
    case "audio": {
      const { type, data, mimeType } = block;
      return typeof data === "string" && typeof mimeType === "string"
        ? { type, data, mimeType }
        : unreadable(block);
    }
    case "resource":
      return resourcePart(block["resource"]) ?? unreadable(block);
    case "resource_link": {
      const { uri, mimeType } = block;
      if (typeof uri !== "string") return unreadable(block);
      const name = nameOf(block);
      return {
        type: "resource",
        uri,
        ...(name !== undefined && { name }),
        ...(typeof mimeType === "string" && { mimeType }),
      };
    }
    default:
      return unreadable(block);
  }
}

/** A resource's content; null when it is not a resource. */
export function resourcePart(resource: unknown): ContentPart | null {
  if (!isRecord(resource)) return null;
  const { uri, mimeType, blob } = resource;
  if (typeof uri !== "string") return null;
  return {
    type: "resource",
    uri,
    ...(typeof mimeType === "string" && { mimeType }),
    ...(typeof resource["text"] === "string" && { text: resource["text"] }),
    ...(typeof blob === "string" && { data: blob }),
  };
}

/** The name shown to people and models. */
export function nameOf({ title, name }: Fields): string | undefined {
  if (typeof title === "string" && title !== "") return title;
  return typeof name === "string" && name !== "" ? name : undefined;
}

/** All its text, for an error message. */
export function textOf(parts: readonly ContentPart[]): string {
  return parts.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n");
}

function unreadable(block: unknown): ContentPart {
  const json = JSON.stringify(block) ?? "nothing";
  const shown =
    json.length > maxShown ? `${json.slice(0, maxShown)}… (${json.length} characters)` : json;
  return text(`[The server sent content of an unknown kind: ${shown}]`);
}
