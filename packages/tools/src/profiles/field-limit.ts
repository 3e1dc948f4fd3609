import { ConfigurationError, type Tool } from "@toolwright/core";
import { z } from "zod";

/**
 * The largest number that a field of a canonical tool takes, so that a tool under another name
 * promises neither more nor less.
 *
 * Errors: ConfigurationError `tool-invalid` when the field isn't there or has no maximum.
 */
export function maximumOf(tool: Tool, field: string): number {
  const { input } = tool;
  if (input instanceof z.ZodType) {
    const property = z.toJSONSchema(input, { io: "input" }).properties?.[field];
    if (typeof property === "object" && property.maximum !== undefined) return property.maximum;
  }
  throw new ConfigurationError(
    "tool-invalid",
    `The field '${field}' of '${tool.name}' has no maximum.`,
  );
}
