import { ToolError, type WorkspaceAccess } from "@toolwright/core";
import type { HunkReceipt } from "../patch/apply-hunks.ts";
import type { Hunk } from "../patch/patch.ts";
import type { PatchedFile } from "./patched-file.ts";

/** Strategies that match a hunk's lines to the file's, ignoring only white space. */
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
 * Ensures that a patch knows the file it updates. Some models have no tool for reading and read files
 * by commands, so the session's reads prove nothing; the lines in a hunk do. A file whose current
 * version was read needs no proof.
 *
 * Errors: `file-not-read` for a hunk that shows no line of the file, or only similar ones.
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
      ? `matches only by the strategy '${strategy}'`
      : "shows none of its lines";
    throw new ToolError(
      "file-not-read",
      `The current version of '${displayPath}' wasn't read in this session, and hunk ${index + 1} of the patch ${why}. Read the file, or add the file's own lines around the change to the hunk.\nNothing was applied.`,
    );
  }
}
