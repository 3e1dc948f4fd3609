import type { Tool, ToolResult } from "@toolwright/core";
import { copyJson } from "@toolwright/core/internal";
const limits = { maxBytes: 256 * 1024 * 1024, maxDepth: 64 };
const parts = ["content", "display", "structured", "metadata", "artifacts"] as const;

/**
 * What is wrong with a result, beyond what the runtime itself refuses: something that JSON can't
 * carry, a field nobody knows, no structured part where the tool has an output schema. Null when
 * nothing is.
 */
export function describeResultFault(tool: Tool, result: ToolResult): string | null {
  if (typeof result !== "object" || result === null) return null;
  const known: readonly string[] = parts;
  const stray = Object.keys(result).find((field) => !known.includes(field));
  if (stray !== undefined) return `returned a field '${stray}' that results don't have`;
  for (const part of parts) {
    const value = result[part];
    if (value === undefined) continue;
    const copied = copyJson(value, limits);
    if ("issue" in copied) {
      const where = copied.issue.path === "" ? part : `${part}.${copied.issue.path}`;
      return `returned ${where}, which JSON can't carry: ${copied.issue.message}`;
    }
  }
  if (tool.output !== undefined && result.structured === undefined) {
    return "has an output schema and returned no structured result";
  }
  return null;
}
