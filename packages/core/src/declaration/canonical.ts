import type { ToolKind, ToolScope } from "../tool/tool.ts";
import type { DeclarableTool, ToolTraits } from "./declarable-tool.ts";
import { describeProperties } from "./describe-properties.ts";
import { inlineSchema, type PlainSchema } from "./inline-schema.ts";

/** A tool in our own format, under its own name, for programs and people. */
export interface CanonicalTool {
  readonly name: string;
  readonly title: string;
  readonly icon?: string;
  readonly description: string;
  readonly kind: ToolKind;
  readonly inputSchema: PlainSchema;
  readonly outputSchema: PlainSchema | null;
  readonly source: string;
  readonly scope: ToolScope;
  readonly traits: ToolTraits;
}

export function declareCanonical(tools: readonly DeclarableTool[]): CanonicalTool[] {
  return tools.map((tool) => ({
    name: tool.name,
    title: tool.title,
    ...(tool.icon !== undefined && { icon: tool.icon }),
    description: tool.description,
    kind: tool.kind,
    inputSchema: describeProperties(inlineSchema(tool.inputSchema)),
    outputSchema:
      tool.outputSchema === undefined ? null : describeProperties(inlineSchema(tool.outputSchema)),
    source: tool.source,
    scope: tool.scope,
    traits: tool.traits,
  }));
}
