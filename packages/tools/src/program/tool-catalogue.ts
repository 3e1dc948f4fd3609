import type { JsonSchema, ToolContext } from "@toolwright/core";
import { isSchemaObject } from "@toolwright/core/internal";
import { firstSentence } from "../found-tools/one-line.ts";
import { rankTools } from "../tool-search/rank-tools.ts";
import { typeText } from "./type-text.ts";

const MAX_FOUND = 20;
const MAX_SUMMARY_CHARACTERS = 200;
const MAX_DESCRIPTION_CHARACTERS = 2_000;

type Catalogue = Pick<ToolContext, "callableTools" | "deferredTools">;

/** The tools that fit a query, best first, as `searchTools` of a program gives them. */
export async function searchedTools(
  query: string,
  { callableTools, deferredTools }: Catalogue,
): Promise<readonly { readonly name: string; readonly description: string }[]> {
  const { tools } = callableTools;
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  const names = await (deferredTools.rank ?? rankTools)(query.slice(0, 500), tools);
  return [...new Set(names)].slice(0, MAX_FOUND).flatMap((name) => {
    const tool = byName.get(name);
    if (tool === undefined) return [];
    return [{ name, description: firstSentence(tool.description, MAX_SUMMARY_CHARACTERS) }];
  });
}

/** A tool's description and signature in TypeScript, as `describeTool` of a program gives it; null for an unknown name. */
export function toolSignature(name: string, { callableTools }: Catalogue): string | null {
  const tool = callableTools.describe(name);
  if (tool === undefined) return null;
  const description = tool.description.slice(0, MAX_DESCRIPTION_CHARACTERS).replaceAll("*/", "* /");
  const method = /^[A-Za-z_$][\w$]*$/.test(name)
    ? `tools.${name}`
    : `tools[${JSON.stringify(name)}]`;
  const result = tool.outputSchema === undefined ? "string" : resultType(tool.outputSchema);
  return `/** ${description} */\n${method}(input: ${typeText(tool.inputSchema)}): Promise<${result}>`;
}

/** A call also gives its text, see `ProgramCalls`. */
function resultType(schema: JsonSchema): string {
  const { properties } = schema;
  const hasText = isSchemaObject(properties) && "text" in properties;
  return hasText ? typeText(schema) : `${typeText(schema)} & { text: string }`;
}
