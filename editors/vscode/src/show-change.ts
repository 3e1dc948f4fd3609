import { readFile } from "node:fs/promises";
import { isAbsolute, join } from "node:path";
import type { ApprovalQuestion } from "@toolwright/core";
import { applyPatch } from "diff";
import type { Editor } from "./editor.ts";

/**
 * Shows what a call would change: one file as a comparison of before and after, anything else as text. The preview is
 * what was approved, so a file that doesn't fit it any more is shown as the preview's own text.
 */
export async function showChange(
  { preview, summary }: ApprovalQuestion,
  editor: Editor,
  folder: string,
): Promise<void> {
  if (preview === undefined) return;
  if (preview.type !== "diff") return editor.showText(textOf(preview), "plaintext");
  const { path, diff } = preview;
  const before = await readFile(isAbsolute(path) ? path : join(folder, path), "utf8").catch(
    () => "",
  );
  const after = applied(before, diff);
  if (after === null) return editor.showText(diff, "diff");
  return editor.showDiff({ path, text: before }, { path, text: after }, summary);
}

/** Null: the diff is of several files, or of another text. */
function applied(before: string, diff: string): string | null {
  try {
    const after = applyPatch(before, diff);
    return after === false ? null : after;
  } catch {
    return null;
  }
}

function textOf(preview: NonNullable<ApprovalQuestion["preview"]>): string {
  switch (preview.type) {
    case "text":
      return preview.text;
    case "terminal":
      return `$ ${preview.command}\n${preview.output}`;
    default:
      return JSON.stringify(preview, null, 2);
  }
}
