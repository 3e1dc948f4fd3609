import { type ErrorCode, ToolError } from "@toolwright/core";
import type { EditFailure } from "../edit-engine/index.ts";

/**
 * The failure of an edit as the model is told it. Text that stands for code instead of having it is
 * `input-invalid`: where it goes is clear, what is wrong is the given text itself.
 */
export function editFailure(failure: EditFailure, index: number, count: number): ToolError {
  const { code, message } = failure;
  const details =
    failure.code === "edit-ambiguous"
      ? { lines: failure.lines }
      : failure.code === "edit-no-match"
        ? {
            candidates: failure.candidates.map(({ startLine, endLine }) => ({
              startLine,
              endLine,
            })),
          }
        : undefined;
  const which = count === 1 ? "" : `Edit ${index + 1} of ${count}: `;
  return new ToolError(
    code === "edit-elided" ? "input-invalid" : (code satisfies ErrorCode),
    `${which}${inFieldNames(message)}\nNothing was changed.`,
    { details: { ...details, ...(count > 1 && { edit: index + 1 }) } },
  );
}

/** The engine knows no fields: what it speaks of is told by the names that the model gave it under. */
function inFieldNames(message: string): string {
  const [first = "", ...rest] = message.split("\n");
  const told = first
    .replaceAll(/\bthe old text\b/gi, "old_string")
    .replaceAll(/\bthe new text\b/gi, "new_string")
    .replaceAll(/\bboth texts\b/gi, "both old_string and new_string")
    .replaceAll(/\breplace all\b/gi, "set replace_all: true");
  return [told, ...rest].join("\n");
}
