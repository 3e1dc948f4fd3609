import type { MaybePromise } from "@toolwright/core/ports";
import { decodeText, encodeText, type TextFile } from "@toolwright/workspace";
import { changedPlaces, type LineRange } from "../change/line-changes.ts";
import { type UnifiedDiff, unifiedDiff } from "../change/unified-diff.ts";
import { applyEdits, type EditReceipt, type Replacement } from "../edit-engine/index.ts";
import { notText } from "../text-file/not-text.ts";
import { syntaxNote } from "../change/check-syntax.ts";
import { editFailure } from "./edit-failure.ts";

/** More places than this are counted, not listed. */
const MAX_PLACES_LISTED = 20;

/** A file's content after all edits. */
export interface EditedContent {
  readonly bytes: Uint8Array;
  /** In the order of the edits, with line numbers from before each edit. */
  readonly receipts: readonly EditReceipt[];
  readonly diff: UnifiedDiff;
  /** The first ranges of changed lines, as they are now. */
  readonly places: readonly LineRange[];
  /** The number of all ranges. */
  readonly placeCount: number;
  /** A sentence for the result, with a leading space; may be empty. */
  readonly note: string;
}

/** A text after an edit. */
export interface EditedText {
  readonly text: string;
  readonly receipts: readonly EditReceipt[];
}

/** An edit of a text. Errors: `edit-no-match`, `edit-ambiguous` and others, if it doesn't fit. */
export type TextEdit = (file: TextFile) => MaybePromise<EditedText>;

/**
 * Applies edits to a file's content: all of them, or none.
 *
 * Errors: `not-text`, and those of the edit.
 */
export async function editContent(
  displayPath: string,
  bytes: Uint8Array,
  edit: TextEdit,
): Promise<EditedContent> {
  const file = await decodeText(bytes);
  if (file === null) throw notText(displayPath, bytes, bytes.length);
  const edited = await edit(file);
  return contentOf(displayPath, file, edited.text, edited.receipts);
}

/**
 * The text after all edits. Errors: `edit-no-match` with the nearest places, `edit-ambiguous`, `edit-no-change`,
 * `input-invalid` for placeholders in the place of code.
 */
export function editText({ text }: TextFile, edits: readonly Replacement[]): EditedText {
  const outcome = applyEdits(text, edits);
  if ("failure" in outcome) throw editFailure(outcome.failure, outcome.index, edits.length);
  return outcome;
}

/** A file's content with its text replaced by this one. */
export async function contentOf(
  displayPath: string,
  before: TextFile,
  after: string,
  receipts: readonly EditReceipt[],
): Promise<EditedContent> {
  const places = changedPlaces(before.text, after);
  return {
    bytes: await encodeText(after, before.format),
    receipts,
    diff: unifiedDiff(displayPath, before.text, after),
    places: places.slice(0, MAX_PLACES_LISTED),
    placeCount: places.length,
    note: await syntaxNote(displayPath, before.text, after),
  };
}
