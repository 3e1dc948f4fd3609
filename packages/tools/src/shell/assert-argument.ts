import { ToolError } from "@toolwright/core";

/**
 * Refuses a null character, at which a program's argument would end. Errors: `input-invalid`, naming
 * the field.
 */
export function assertArgument(field: string, value: string): void {
  const at = value.indexOf("\0");
  if (at < 0) return;
  throw new ToolError(
    "input-invalid",
    `${field} has a null character at position ${at + 1}, which no program argument can contain. Remove it.`,
  );
}
