import type { DeclarableTool } from "./declarable-tool.ts";
import { declaredName, mcpNameLimits } from "./declared-name.ts";
import { inlineSchema } from "./inline-schema.ts";
import {
  describeTool,
  type ObjectSchema,
  objectSchema,
  portableSchema,
} from "./portable-schema.ts";

/** An entry of `tools/list` in the Model Context Protocol. */
export interface McpTool {
  readonly name: string;
  readonly title: string;
  readonly icons?: { src: string }[];
  readonly description: string;
  readonly inputSchema: ObjectSchema;
  readonly outputSchema?: ObjectSchema;
  readonly annotations: {
    readonly title: string;
    readonly readOnlyHint: boolean;
    readonly destructiveHint: boolean;
    readonly idempotentHint: boolean;
    readonly openWorldHint: boolean;
  };
}

/** Hosts pass input schemas on to any vendor, so they are written for the strictest. */
export function declareMcp(tools: readonly DeclarableTool[]): McpTool[] {
  return tools.map((tool) => {
    const { schema, rootText } = portableSchema(tool.inputSchema);
    const { isReadOnly, isDestructive, isIdempotent, isOpenWorld } = tool.traits;
    return {
      name: declaredName(tool.name, mcpNameLimits),
      title: tool.title,
      ...(tool.icon !== undefined && { icons: [{ src: tool.icon }] }),
      description: describeTool(tool.description, rootText),
      inputSchema: objectSchema(schema),
      ...(tool.outputSchema === undefined
        ? {}
        : { outputSchema: objectSchema(inlineSchema(tool.outputSchema)) }),
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
