import type { DeclarableTool } from "./declarable-tool.ts";
import { commonNameLimits, declaredName } from "./declared-name.ts";
import { describeProperties } from "./describe-properties.ts";
import type { PlainSchema } from "./inline-schema.ts";
import { describeTool, portableSchema } from "./portable-schema.ts";
import { strictSchema } from "./strict-schema.ts";

/** A function of OpenAI's Responses API and compatible APIs. */
export interface OpenAiResponsesTool {
  readonly type: "function";
  readonly name: string;
  readonly description: string;
  readonly parameters: PlainSchema;
  /** True only when the whole schema could be written for strict mode. */
  readonly strict: boolean;
}

/** A function of the Chat Completions API and compatible APIs. */
export interface OpenAiChatTool {
  readonly type: "function";
  readonly function: Omit<OpenAiResponsesTool, "type">;
}

export function declareOpenAiResponses(tools: readonly DeclarableTool[]): OpenAiResponsesTool[] {
  return tools.map((tool) => ({ type: "function", ...functionOf(tool) }));
}

export function declareOpenAiChat(tools: readonly DeclarableTool[]): OpenAiChatTool[] {
  return tools.map((tool) => ({ type: "function", function: functionOf(tool) }));
}

function functionOf(tool: DeclarableTool): OpenAiChatTool["function"] {
  const { schema, rootText } = portableSchema(tool.inputSchema);
  const strict = tool.strict ? strictSchema(schema) : null;
  const { description: strictText, ...parameters } = strict ?? schema;
  const text = [rootText, strictText].filter((part) => typeof part === "string" && part !== "");
  return {
    name: declaredName(tool.name, commonNameLimits),
    description: describeTool(tool.description, text.join(" ")),
    parameters: describeProperties(parameters),
    // Also written when false, because the Responses API is strict by default.
    strict: strict !== null,
  };
}
