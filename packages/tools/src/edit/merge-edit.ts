import { ToolError, type WorkspaceAccess } from "@toolwright/core";
import { decodeText, type TextFile } from "@toolwright/workspace";
import type { LineRange } from "../change/line-changes.ts";
import { changedFailure, foreignDiff } from "../change/foreign-change.ts";
import { mergeChanges } from "../change/merge-changes.ts";
import { type EditedContent, contentOf, type TextEdit } from "./edit-content.ts";

/** An edit of a file that somebody else has changed since the session read it. */
export interface MergedEdit extends EditedContent {
  /** The lines of their changes in the merged file. */
  readonly theirLines: readonly LineRange[];
  /** A diff of their changes, to show. */
  readonly foreignDiff: string;
}

interface MergeRequest {
  readonly path: string;
  /** The file's bytes now. */
  readonly current: Uint8Array;
  readonly edit: TextEdit;
  /** Why the edit doesn't fit the version that the session knows, if it doesn't: "and …". */
  readonly misfit: string;
}

/**
 * Applies edits to the version that the session knows, and merges them with somebody else's later
 * changes, three-way by lines.
 *
 * Errors: `file-changed` with their diff if the changes touch, if the edits don't match the known
 * version, or if that version was not kept; `edit-no-change` if somebody else made the same change;
 * those of encoding.
 */
export async function mergeEdit(
  workspace: WorkspaceAccess,
  { path, current, edit, misfit }: MergeRequest,
): Promise<MergedEdit> {
  const refuse = (why: string): Promise<ToolError> => changedFailure(workspace, path, current, why);
  const { displayPath } = await workspace.resolve(path);
  const knownBytes = await workspace.knownContent(path);
  const known = knownBytes === null ? null : await decodeText(knownBytes);
  const theirs = await decodeText(current);
  if (known === null || theirs === null) {
    throw await refuse("and the version you read was not kept for a merge");
  }
  if (!isSameFormat(known, theirs)) throw await refuse("and its encoding with it");
  const ours = await editOrNull(known, edit);
  if (ours === null) throw await refuse(misfit);
  const merged = mergeChanges(known.text, ours.text, theirs.text);
  if (merged === null) throw await refuse("in or next to the lines of this edit");
  if (merged.text === theirs.text) {
    throw new ToolError(
      "edit-no-change",
      `Somebody else has already made the same change to '${displayPath}', so there is nothing to change. Read the file again.`,
    );
  }
  return {
    ...(await contentOf(displayPath, theirs, merged.text, ours.receipts)),
    theirLines: merged.theirLines,
    foreignDiff: foreignDiff(displayPath, known.text, theirs.text),
  };
}

/** Null if the edits don't match: they may be meant for the current version. */
async function editOrNull(
  known: TextFile,
  edit: TextEdit,
): Promise<Awaited<ReturnType<TextEdit>> | null> {
  try {
    return await edit(known);
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
