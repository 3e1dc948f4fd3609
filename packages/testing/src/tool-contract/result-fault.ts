import type { Tool, ToolResult } from "@toolwright/core";
import { copyJson } from "@toolwright/core/internal";
const limits = { maxBytes: 256 * 1024 * 1024, maxDepth: 64 };
const parts = ["content", "display", "structured", "metadata", "artifacts"] as const;

/**
 * Faults of a result that the runtime does not check: values that JSON cannot represent, unknown fields, and
 * no structured part despite an output schema. Null if there is none.
 */
export function describeResultFault(tool: Tool, result: ToolResult): string | null {
  if (typeof result !== "object" || result === null) return null;
  const known: readonly string[] = parts;
  const stray = Object.keys(result).find((field) => !known.includes(field));
  if (stray !== undefined) return `returned an unknown field '${stray}'`;
  for (const part of parts) {
    const value = result[part];
    if (value === undefined) continue;
    const copied = copyJson(value, limits);
    if ("issue" in copied) {
      const where = copied.issue.path === "" ? part : `${part}.${copied.issue.path}`;
      return `returned ${where}, which JSON cannot represent: ${copied.issue.message}`;
    }
  }
  if (tool.output !== undefined && result.structured === undefined) {
    return "has an output schema but returned no structured result";
  }
  return null;
}
