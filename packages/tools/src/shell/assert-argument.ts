import { ToolError } from "@toolwright/core";

/**
 * Refuses what can't be handed to a program: its arguments end at a null character. Errors:
 * `input-invalid` naming the field.
 */
export function assertArgument(field: string, value: string): void {
  const at = value.indexOf("\0");
  if (at < 0) return;
  throw new ToolError(
    "input-invalid",
    `${field} has a null character at position ${at + 1}, which can't be handed to a program. Leave it out.`,
  );
}
