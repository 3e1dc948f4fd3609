import { type ErrorCode, ToolError } from "@toolwright/core";
import type { EditFailure } from "../edit-engine/index.ts";

/**
 * The failure of an edit, for the model. A placeholder in the place of code is `input-invalid`,
 * because the place is clear and only the given text is wrong.
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

/** The engine knows no field names, so this puts them into its messages. */
function inFieldNames(message: string): string {
  const [first = "", ...rest] = message.split("\n");
  const told = first
    .replaceAll(/\bthe old text\b/gi, "old_string")
    .replaceAll(/\bthe new text\b/gi, "new_string")
    .replaceAll(/\bboth texts\b/gi, "both old_string and new_string")
    .replaceAll(/\breplace all of them\b/gi, "set replace_all: true");
  return [told, ...rest].join("\n");
}
