import { ToolError, type WorkspaceAccess } from "@toolwright/core";
import type { HunkReceipt } from "../patch/apply-hunks.ts";
import type { Hunk } from "../patch/patch.ts";
import type { PatchedFile } from "./patched-file.ts";

/** Strategies by which the lines of a hunk are those of the file but for white space. */
const certain: ReadonlySet<string> = new Set([
  "exact",
  "line-ends",
  "trailing-space",
  "indentation",
  "tabs",
  "blank-lines",
  "spacing",
]);

/**
 * Makes sure that a patch knows the file it updates. There are models that are given no tool to
 * read with and look at files by commands, so a session's reads are no measure: what a hunk says of
 * the lines that are there is the proof. A file that was read as it is now needs none.
 *
 * Errors: `file-not-read` for a hunk that shows no line of the file, or only nearly.
 */
export async function assertShown(
  workspace: WorkspaceAccess,
  { path, displayPath, version }: PatchedFile,
  hunks: readonly Hunk[],
  receipts: readonly HunkReceipt[],
): Promise<void> {
  if ((await workspace.knownVersion(path)) === version) return;
  for (const [index, hunk] of hunks.entries()) {
    const strategy = receipts[index]?.strategy ?? "";
    const showsLines = [...hunk.anchors, ...hunk.oldLines].some((line) => line.trim() !== "");
    if (showsLines && certain.has(strategy)) continue;
    const why = showsLines
      ? `fits only by the strategy '${strategy}'`
      : "has no line of it to tell its place by";
    throw new ToolError(
      "file-not-read",
      `'${displayPath}' wasn't read in this session as it is now, and hunk ${index + 1} of the patch ${why}. Read the file, or give the hunk with the file's own lines around the change.\nNothing of the patch was applied.`,
    );
  }
}
