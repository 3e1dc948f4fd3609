import type { DeclarableTool } from "./declarable-tool.ts";
import { commonNameLimits, declaredName } from "./declared-name.ts";
import {
  describeTool,
  type ObjectSchema,
  objectSchema,
  portableSchema,
} from "./portable-schema.ts";

/**
 * A function tool as the AI SDK's language models take it (`LanguageModelV4FunctionTool`). `session.declare` gives the
 * `ToolSet` that `generateText` takes.
 */
export interface AiSdkTool {
  readonly type: "function";
  readonly name: string;
  readonly description: string;
  readonly inputSchema: ObjectSchema;
}

/** Without `strict`: what that asks of a schema differs between the vendors behind the SDK. */
export function declareAiSdk(tools: readonly DeclarableTool[]): AiSdkTool[] {
  return tools.map((tool) => {
    const { schema, rootText } = portableSchema(tool.inputSchema);
    return {
      type: "function",
      name: declaredName(tool.name, commonNameLimits),
      description: describeTool(tool.description, rootText),
      inputSchema: objectSchema(schema),
    };
  });
}
