import { ToolError } from "@toolwright/core";

/**
 * Refuses text that no text file can hold: half of a surrogate pair, or a null character, which
 * would make a binary file of it. Errors: `input-invalid` naming the field and the place.
 */
export function assertText(field: string, text: string): void {
  const at = text.indexOf("\0");
  if (at >= 0) {
    throw new ToolError(
      "input-invalid",
      `${field} has a null character at position ${at + 1}, which no text file has. Leave it out.`,
    );
  }
  if (!text.isWellFormed()) {
    throw new ToolError(
      "input-invalid",
      `${field} has half of a surrogate pair (a broken \\u escape), which is no character. Write the whole character.`,
    );
  }
}
