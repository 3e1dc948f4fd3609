import type { DeclarableTool } from "./declarable-tool.ts";
import { declaredName, mcpNameLimits } from "./declared-name.ts";
import { describeProperties } from "./describe-properties.ts";
import { inlineSchema, type PlainSchema } from "./inline-schema.ts";
import { describeTool, portableSchema } from "./portable-schema.ts";

/** An entry of `tools/list` in the Model Context Protocol. */
export interface McpTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: PlainSchema;
  readonly outputSchema?: PlainSchema;
  readonly annotations: {
    readonly title: string;
    readonly readOnlyHint: boolean;
    readonly destructiveHint: boolean;
    readonly idempotentHint: boolean;
    readonly openWorldHint: boolean;
  };
}

/** Hosts hand input schemas on to vendors of all kinds, so they're written for the pickiest. */
export function declareMcp(tools: readonly DeclarableTool[]): readonly McpTool[] {
  return tools.map((tool) => {
    const { schema, rootText } = portableSchema(tool.inputSchema);
    const { isReadOnly, isDestructive, isIdempotent, isOpenWorld } = tool.traits;
    return {
      name: declaredName(tool.name, mcpNameLimits),
      title: tool.title,
      description: describeTool(tool.description, rootText),
      inputSchema: describeProperties(schema),
      ...(tool.outputSchema === undefined
        ? {}
        : { outputSchema: describeProperties(inlineSchema(tool.outputSchema)) }),
      annotations: {
        title: tool.title,
        readOnlyHint: isReadOnly,
        destructiveHint: isDestructive,
        idempotentHint: isIdempotent,
        openWorldHint: isOpenWorld,
      },
    };
  });
}
