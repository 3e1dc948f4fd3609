import { createHash } from "node:crypto";
import type { ServerTool } from "../client/server-gate.ts";

/** The pinned parts of a tool: everything shown to a model or a person. */
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

/** SHA-256 of a definition in hex, independent of the order of keys. */
export function definitionHash(tool: ServerTool): string {
  return createHash("sha256")
    .update(canonicalJson(definitionOf(tool)))
    .digest("hex");
}

/**
 * JSON with the keys of every object sorted. Lists keep their order, which matters in some keywords.
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
