import type { DeclarableTool } from "./declarable-tool.ts";
import { commonNameLimits, declaredName } from "./declared-name.ts";
import {
  describeTool,
  type ObjectSchema,
  objectSchema,
  portableSchema,
} from "./portable-schema.ts";

/**
 * A function tool for the AI SDK's language models (`LanguageModelV4FunctionTool`). `session.declare` returns the
 * `ToolSet` for `generateText`.
 */
export interface AiSdkTool {
  readonly type: "function";
  readonly name: string;
  readonly description: string;
  readonly inputSchema: ObjectSchema;
}

/** Without `strict`, because its rules differ between the vendors behind the SDK. */
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
