import { ToolError } from "../errors.ts";
import { type ContentPart, text } from "../output/content.ts";
import type { ToolResult } from "../tool/tool.ts";
import type { Resolved } from "./stages.ts";

export interface CheckedResult extends Omit<ToolResult, "content"> {
  readonly content: readonly ContentPart[];
}

/**
 * Checks that a tool returned a valid result. Errors: `internal` that says what is wrong, also when
 * `structured` doesn't fit the tool's output schema.
 */
export function checkResult(stage: Resolved, returned: unknown): CheckedResult {
  if (typeof returned === "string") return { content: [text(returned)] };
  if (typeof returned !== "object" || returned === null || !("content" in returned)) {
    throw notResult(stage, `it returned ${describe(returned)}`);
  }
  const result = returned as ToolResult;
  const content = typeof result.content === "string" ? [text(result.content)] : result.content;
  if (!Array.isArray(content) || !content.every(isContentPart)) {
    throw notResult(stage, "its content is neither text nor a list of parts");
  }
  if (result.metadata !== undefined && !isRecord(result.metadata)) {
    throw notResult(stage, "its metadata is not an object");
  }
  if (result.display !== undefined && !isRecord(result.display)) {
    throw notResult(stage, "its display is not an object");
  }
  checkStructured(stage, result.structured);
  return { ...result, content };
}

function checkStructured(stage: Resolved, structured: unknown): void {
  const { output: schema, source } = stage.registered;
  if (schema === null || structured === undefined) return;
  // The tests of built-in tools check this.
  if (source === "builtin") return;
  const checked = schema.validate(structured);
  if (checked instanceof Promise) return;
  if (checked.issues !== undefined) {
    const [first] = checked.issues;
    throw notResult(
      stage,
      `its structured result doesn't fit its output schema: ${first?.message}`,
    );
  }
}

function isContentPart(part: unknown): part is ContentPart {
  if (!isRecord(part)) return false;
  switch (part["type"]) {
    case "text":
      return typeof part["text"] === "string";
    case "image":
    case "audio":
      return typeof part["data"] === "string" && typeof part["mimeType"] === "string";
    case "resource":
      return typeof part["uri"] === "string";
    default:
      return false;
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function describe(value: unknown): string {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  return Array.isArray(value) ? "a list" : `a ${typeof value} without content`;
}

function notResult({ call }: Resolved, reason: string): ToolError {
  return new ToolError(
    "internal",
    `'${call.name}' returned no valid result: ${reason}. This is a fault of the tool: report it to its author.`,
  );
}
