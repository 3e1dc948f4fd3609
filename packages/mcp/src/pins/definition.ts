import { createHash } from "node:crypto";
import type { ServerTool } from "../client/server-gate.ts";

/** What is pinned of a tool: all that a model or a person is shown of it. */
export function definitionOf(tool: ServerTool): ServerTool {
  const { name, title, description, inputSchema, outputSchema, annotations } = tool;
  return {
    name,
    ...(title !== undefined && { title }),
    description,
    inputSchema,
    ...(outputSchema !== undefined && { outputSchema }),
    ...(annotations !== undefined && { annotations }),
  };
}

/** Of a definition, whatever the order of its keys: SHA-256 in hex. */
export function definitionHash(tool: ServerTool): string {
  return createHash("sha256")
    .update(canonicalJson(definitionOf(tool)))
    .digest("hex");
}

/**
 * JSON with the keys of every object in one order. The order of lists is kept: it means something
 * in some keywords, and a server that changes it has changed its text.
 */
export function canonicalJson(value: unknown, indent?: number): string {
  return JSON.stringify(sorted(value), null, indent) ?? "null";
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, item]) => item !== undefined)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, item]) => [key, sorted(item)]),
  );
}
