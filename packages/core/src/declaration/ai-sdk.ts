import type { DeclarableTool } from "./declarable-tool.ts";
import { commonNameLimits, declaredName } from "./declared-name.ts";
import { describeProperties } from "./describe-properties.ts";
import type { PlainSchema } from "./inline-schema.ts";
import { describeTool, portableSchema } from "./portable-schema.ts";

/** A function tool as the AI SDK's language models take it (`LanguageModelV4FunctionTool`). */
export interface AiSdkTool {
  readonly type: "function";
  readonly name: string;
  readonly description: string;
  readonly inputSchema: PlainSchema;
}

/** Without `strict`: what that asks of a schema differs between the vendors behind the SDK. */
export function declareAiSdk(tools: readonly DeclarableTool[]): readonly AiSdkTool[] {
  return tools.map((tool) => {
    const { schema, rootText } = portableSchema(tool.inputSchema);
    return {
      type: "function",
      name: declaredName(tool.name, commonNameLimits),
      description: describeTool(tool.description, rootText),
      inputSchema: describeProperties(schema),
    };
  });
}
