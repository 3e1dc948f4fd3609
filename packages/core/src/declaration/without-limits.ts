import { isSchemaObject, mapSubschemas, type Subschema } from "../schema/keywords.ts";
import type { JsonSchema } from "../schema/standard-schema.ts";
import type { DeclarableTool } from "./declarable-tool.ts";

/**
 * A built-in tool without the limits that ordinary calls never reach: sizes, counts, ranges, patterns and the ban on
 * other fields. Each costs tokens in every request, while validation enforces them and its errors explain them.
 * Types, choices, formats and required fields stay.
 */
export function withoutLimits(tool: DeclarableTool): DeclarableTool {
  return tool.source === "builtin" ? withInput(tool, openSchema(tool.inputSchema)) : tool;
}

/**
 * A tool without fields marked `"x-undeclared": true`, which are accepted but not worth their tokens.
 */
export function withoutUndeclared(tool: DeclarableTool): DeclarableTool {
  const { properties } = tool.inputSchema;
  if (!isSchemaObject(properties)) return tool;
  const declared = Object.entries(properties).filter(
    ([, field]) => !isSchemaObject(field) || field["x-undeclared"] !== true,
  );
  if (declared.length === Object.keys(properties).length) return tool;
  return withInput(tool, { ...tool.inputSchema, properties: Object.fromEntries(declared) });
}

function withInput(tool: DeclarableTool, value: JsonSchema): DeclarableTool {
  // The output schema is made on demand, so a copy must not read it.
  const own = {
    ...Object.getOwnPropertyDescriptors(tool),
    inputSchema: { value, enumerable: true },
  };
  return Object.defineProperties({}, own) as DeclarableTool;
}

const limits: ReadonlySet<string> = new Set([
  "exclusiveMaximum",
  "exclusiveMinimum",
  "maximum",
  "maxItems",
  "maxLength",
  "minimum",
  "minItems",
  "minLength",
  "pattern",
]);

function openSchema(schema: JsonSchema): JsonSchema {
  const opened = mapSubschemas(schema, (child: Subschema) =>
    isSchemaObject(child) ? openSchema(child) : child,
  );
  return Object.fromEntries(
    Object.entries(opened).filter(
      ([keyword, value]) =>
        !limits.has(keyword) && !(keyword === "additionalProperties" && value === false),
    ),
  );
}
