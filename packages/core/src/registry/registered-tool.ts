import type { DeclarableTool } from "../declaration/declarable-tool.ts";
import type { CompiledSchema } from "../schema/compile.ts";
import type { InputIssue } from "../schema/issues.ts";
import type { Tool, ToolExposure, ToolScope } from "../tool/tool.ts";

/** The origin of a tool. */
export type ToolSource = "builtin" | "command" | `mcp:${string}` | "custom";

/** A tool whose schemas are compiled: ready to be shown and called. */
export interface RegisteredTool {
  readonly name: string;
  /** The name that `tool(…)` rules and grants match. */
  readonly ruleName: string;
  readonly source: ToolSource;
  readonly scope: ToolScope;
  readonly exposure: ToolExposure;
  readonly tool: Tool;
  readonly input: CompiledSchema;
  /** Finds undeclared fields at every level. */
  readonly unknownFields: (value: unknown) => readonly InputIssue[];
  readonly output: CompiledSchema | null;
  /** The facts that declarations are made from. */
  readonly declarable: DeclarableTool;
}

/** The name without its server: `mcp__github__create_issue` is `create_issue` of the source `mcp:github`. */
export function ownNameOf(name: string, source: ToolSource): string {
  if (!source.startsWith("mcp:")) return name;
  const own = /^mcp__.+?__(.+)$/.exec(name)?.[1];
  return own ?? name;
}
