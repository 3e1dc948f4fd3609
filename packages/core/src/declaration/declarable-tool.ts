import type { JsonSchema } from "../schema/standard-schema.ts";
import type { ToolKind, ToolScope } from "../tool/tool.ts";

/** The facts about a tool for models, MCP hosts and people. */
export interface DeclarableTool {
  readonly name: string;
  /** Its name in rules, if different. */
  readonly aliasOf?: string;
  readonly title: string;
  /** The address of an image; untrusted for a server's tool. */
  readonly icon?: string;
  /** Rendered by `renderDescription`. `{tool:NAME}` stands for the declared name of that tool. */
  readonly description: string;
  readonly kind: ToolKind;
  /** Made by `compileSchema`. */
  readonly inputSchema: JsonSchema;
  readonly outputSchema?: JsonSchema;
  /** Whether to ask the vendor to enforce the schema, if it supports the whole schema. */
  readonly strict: boolean;
  /** `builtin`, `command`, `mcp:<server>` or `custom`. */
  readonly source: string;
  readonly scope: ToolScope;
  readonly traits: ToolTraits;
}

/** Traits of a tool, for hosts that show it; never a reason to allow. */
export interface ToolTraits {
  /** Changes nothing. */
  readonly isReadOnly: boolean;
  /** May change or remove existing things, not only add. */
  readonly isDestructive: boolean;
  /** Calling it again with the same input changes nothing more. */
  readonly isIdempotent: boolean;
  /** Reaches beyond the workspace: the network, other programs. */
  readonly isOpenWorld: boolean;
}

/** The traits that follow from a tool's kind; the worst for an unknown kind. */
export function traitsOfKind(kind: ToolKind): ToolTraits {
  const isReadOnly = kind === "read" || kind === "search" || kind === "fetch";
  return {
    isReadOnly,
    isDestructive: !isReadOnly && kind !== "think",
    isIdempotent: isReadOnly || kind === "delete",
    isOpenWorld: kind === "fetch" || kind === "execute" || kind === "other",
  };
}
