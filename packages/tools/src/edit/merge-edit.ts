import { ToolError, type WorkspaceAccess } from "@toolwright/core";
import { decodeText, type TextFile } from "@toolwright/workspace";
import type { LineRange } from "../change/line-changes.ts";
import type { Replacement } from "../edit-engine/index.ts";
import { changedFailure, foreignDiff } from "../change/foreign-change.ts";
import { mergeChanges } from "../change/merge-changes.ts";
import { type EditedContent, contentOf, editText } from "./edit-content.ts";

/** An edit of a file that somebody else has changed since the session knew it. */
export interface MergedEdit extends EditedContent {
  /** Where their changes are in the file as it is to be. */
  readonly theirLines: readonly LineRange[];
  /** What they did, to be shown. */
  readonly foreignDiff: string;
}

/**
 * Makes edits on what the session knows of a file, and puts them together with what somebody else
 * changed since, line by line three-way.
 *
 * Errors: `file-changed` with the foreign diff when the changes touch, when the edits don't fit
 * what the session knows, and when that wasn't kept; `edit-no-change` when somebody else made the
 * same change; those of encoding.
 */
export async function mergeEdit(
  workspace: WorkspaceAccess,
  path: string,
  current: Uint8Array,
  edits: readonly Replacement[],
): Promise<MergedEdit> {
  const refuse = (why: string): Promise<ToolError> => changedFailure(workspace, path, current, why);
  const { displayPath } = await workspace.resolve(path);
  const knownBytes = await workspace.knownContent(path);
  const known = knownBytes === null ? null : await decodeText(knownBytes);
  const theirs = await decodeText(current);
  if (known === null || theirs === null) {
    throw await refuse("and what it was then wasn't kept for putting both changes together");
  }
  if (!isSameFormat(known, theirs)) throw await refuse("to another encoding");
  const ours = editOrNull(known, edits);
  if (ours === null) throw await refuse("and old_string isn't in what was read then");
  const merged = mergeChanges(known.text, ours.text, theirs.text);
  if (merged === null) throw await refuse("in lines that this edit changes, too, or next to them");
  if (merged.text === theirs.text) {
    throw new ToolError(
      "edit-no-change",
      `Somebody else has made the same change of '${displayPath}' already, so there is nothing to change. Read the file again.`,
    );
  }
  return {
    ...(await contentOf(displayPath, theirs, merged.text, ours.receipts)),
    theirLines: merged.theirLines,
    foreignDiff: foreignDiff(displayPath, known.text, theirs.text),
  };
}

/** Null when the edits don't fit: perhaps they were made for what is there now. */
function editOrNull(
  known: TextFile,
  edits: readonly Replacement[],
): ReturnType<typeof editText> | null {
  try {
    return editText(known, edits);
  } catch (thrown) {
    const isMisfit =
      ToolError.isInstance(thrown) &&
      (thrown.code === "edit-no-match" || thrown.code === "edit-ambiguous");
    if (isMisfit) return null;
    throw thrown;
  }
}

function isSameFormat({ format: one }: TextFile, { format: other }: TextFile): boolean {
  return one.encoding === other.encoding && one.bom === other.bom;
}
