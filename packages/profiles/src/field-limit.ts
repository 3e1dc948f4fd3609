import { ConfigurationError, type Tool } from "@toolwright/core";
import { z } from "zod";

/**
 * The largest number that a field of a canonical tool takes, so that a tool under another name
 * promises neither more nor less. A field of a field is named by both.
 *
 * Errors: ConfigurationError `tool-invalid` when the field isn't there or has no maximum.
 */
export function maximumOf(tool: Tool, ...field: readonly string[]): number {
  const { input } = tool;
  let schema: unknown =
    input instanceof z.ZodType ? z.toJSONSchema(input, { io: "input" }) : undefined;
  for (const name of field) schema = partOf(partOf(schema, "properties"), name);
  const maximum = partOf(schema, "maximum");
  if (typeof maximum === "number") return maximum;
  throw new ConfigurationError(
    "tool-invalid",
    `The field '${field.join(".")}' of '${tool.name}' has no maximum.`,
  );
}

function partOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}
