import type { JsonSchema } from "../schema/standard-schema.ts";
import type { ToolKind, ToolScope } from "../tool/tool.ts";

/** A tool as far as a model, an MCP host or a person needs to be told of it. */
export interface DeclarableTool {
  readonly name: string;
  /** The name that rules know it by, where that is another. */
  readonly aliasOf?: string;
  readonly title: string;
  /** Rendered, see `renderDescription`; `{tool:NAME}` stands for what that tool is called where it is declared. */
  readonly description: string;
  readonly kind: ToolKind;
  /** As `compileSchema` made it. */
  readonly inputSchema: JsonSchema;
  readonly outputSchema?: JsonSchema;
  /** Ask the vendor to hold the input to the schema, where the whole schema can be said so. */
  readonly strict: boolean;
  /** `builtin`, `command`, `mcp:<server>` or `custom`. */
  readonly source: string;
  readonly scope: ToolScope;
  readonly traits: ToolTraits;
}

/** What a host may want to know before it shows or calls a tool; never a reason to allow. */
export interface ToolTraits {
  /** Changes nothing. */
  readonly isReadOnly: boolean;
  /** May change or remove what is there, not only add. */
  readonly isDestructive: boolean;
  /** Calling it again with the same input changes nothing more. */
  readonly isIdempotent: boolean;
  /** Reaches beyond the workspace: the network, other programs. */
  readonly isOpenWorld: boolean;
}

/** What can be said of a tool when only its kind is known; of an unknown kind the worst. */
export function traitsOfKind(kind: ToolKind): ToolTraits {
  const isReadOnly = kind === "read" || kind === "search" || kind === "fetch";
  return {
    isReadOnly,
    isDestructive: !isReadOnly && kind !== "think",
    isIdempotent: isReadOnly || kind === "delete",
    isOpenWorld: kind === "fetch" || kind === "execute" || kind === "other",
  };
}
