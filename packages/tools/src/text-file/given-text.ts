import { ToolError } from "@toolwright/core";

/**
 * Refuses text that no text file can hold: half of a surrogate pair, or a null character, which would
 * make the file binary. Errors: `input-invalid`, naming the field and the position.
 */
export function assertText(field: string, text: string): void {
  const at = text.indexOf("\0");
  if (at >= 0) {
    throw new ToolError(
      "input-invalid",
      `${field} has a null character at position ${at + 1}, which no text file can contain. Remove it.`,
    );
  }
  if (!text.isWellFormed()) {
    throw new ToolError(
      "input-invalid",
      `${field} has half of a surrogate pair (a broken \\u escape), which is not a character. Write the whole character.`,
    );
  }
}
