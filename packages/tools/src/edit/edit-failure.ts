import { cutText, type ErrorCode, ToolError } from "@toolwright/core";
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
  const error = new ToolError(
    code === "edit-elided" ? "input-invalid" : (code satisfies ErrorCode),
    `${inFieldNames(message)}\nNothing was changed.`,
    details === undefined ? {} : { details },
  );
  return count === 1 ? error : inEdit(error, index, count);
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

/** Says which of several edits it is about. Anything but a ToolError comes back as it is. */
export function inEdit<Thrown>(thrown: Thrown, index: number, count: number): Thrown | ToolError {
  if (!ToolError.isInstance(thrown)) return thrown;
  const { code, message, details } = thrown;
  return new ToolError(code, `Edit ${index + 1} of ${count}: ${message}`, {
    cause: thrown,
    details: { ...details, edit: index + 1 },
  });
}

export function sameText(): ToolError {
  return new ToolError(
    "edit-no-change",
    "old_string and new_string are the same, so there is nothing to change.",
  );
}

export function elidedText(line: string): ToolError {
  return new ToolError(
    "input-invalid",
    `new_string stands for code instead of having it ('${cutText(line, 80)}'), and would delete what is there. Write the code out, or make old_string smaller so that it isn't touched.`,
  );
}
