import { isSchemaObject } from "../schema/keywords.ts";
import type { DeclarableTool } from "./declarable-tool.ts";
import { declaredName, geminiNameLimits } from "./declared-name.ts";
import { describeProperties } from "./describe-properties.ts";
import { geminiSchema } from "./gemini-schema.ts";
import type { PlainSchema } from "./inline-schema.ts";
import { describeTool, portableSchema } from "./portable-schema.ts";

export interface GeminiFunctionDeclaration {
  readonly name: string;
  readonly description: string;
  /** The schema in Gemini's subset of OpenAPI; absent when there are no fields. */
  readonly parameters?: PlainSchema;
  /** Replaces `parameters` for schemas that the subset can't express. */
  readonly parametersJsonSchema?: PlainSchema;
}

/** The `tools` of a `generateContent` request: one entry with all functions. */
export interface GeminiTool {
  readonly functionDeclarations: GeminiFunctionDeclaration[];
}

export function declareGemini(tools: readonly DeclarableTool[]): GeminiTool[] {
  return tools.length === 0 ? [] : [{ functionDeclarations: tools.map(functionOf) }];
}

function functionOf(tool: DeclarableTool): GeminiFunctionDeclaration {
  const name = declaredName(tool.name, geminiNameLimits);
  const { schema, rootText } = portableSchema(tool.inputSchema);
  if (takesNothing(schema)) return { name, description: describeTool(tool.description, rootText) };
  const subset = geminiSchema(schema);
  if (subset === null) {
    const description = describeTool(tool.description, rootText);
    return { name, description, parametersJsonSchema: describeProperties(schema) };
  }
  const { description: text, ...parameters } = subset;
  const texts = [rootText, text].filter((part) => typeof part === "string" && part !== "");
  return {
    name,
    description: describeTool(tool.description, texts.join(" ")),
    parameters: describeProperties(parameters),
  };
}

function takesNothing({
  properties,
  additionalProperties,
  patternProperties,
}: PlainSchema): boolean {
  const hasFields = isSchemaObject(properties) && Object.keys(properties).length > 0;
  return !hasFields && (additionalProperties ?? false) === false && patternProperties === undefined;
}
