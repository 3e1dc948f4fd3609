import type { ContentBlock, Tool } from "@modelcontextprotocol/server";
import { isRecord } from "../is-record.ts";

/**
 * A structured result for hosts that give the model nothing else: the answer's full text beside the tool's
 * own structure. Both have a field of their own, so they cannot collide.
 */
export interface StructuredResult extends Record<string, unknown> {
  readonly text: string;
  /** As in the tool's output schema; absent when the call failed. */
  readonly result?: Readonly<Record<string, unknown>>;
}

/** The schema of `StructuredResult` for a tool with the output schema `result`. */
export function structuredSchema(
  result: NonNullable<Tool["outputSchema"]>,
): NonNullable<Tool["outputSchema"]> {
  return {
    type: "object",
    properties: {
      text: { type: "string", description: "The whole answer, or why the call failed." },
      result,
    },
    required: ["text"],
  };
}

/** The text of `content` with the tool's own structure, if any. */
export function structuredResult(
  content: readonly ContentBlock[],
  structured: unknown,
): StructuredResult {
  const text = content.map(textOf).join("\n");
  return isRecord(structured) ? { text, result: structured } : { text };
}

function textOf(block: ContentBlock): string {
  switch (block.type) {
    case "text":
      return block.text;
    case "image":
    case "audio":
      return `[${block.mimeType}, ${block.data.length} characters of base64: only in the result's content, not in this structure]`;
    case "resource_link":
      return `${block.name}: ${block.uri}`;
    case "resource": {
      const { resource } = block;
      return "text" in resource
        ? `${resource.uri}:\n${resource.text}`
        : `[${resource.uri}, ${resource.blob.length} characters of base64: only in the result's content, not in this structure]`;
    }
  }
}
