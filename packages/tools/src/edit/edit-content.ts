import { decodeText, encodeText, type TextFile } from "@toolwright/workspace";
import { changedPlaces, type LineRange } from "../change/line-changes.ts";
import { type UnifiedDiff, unifiedDiff } from "../change/unified-diff.ts";
import { applyEdits, type EditReceipt, type Replacement } from "../edit-engine/index.ts";
import { notText } from "../text-file/not-text.ts";
import { syntaxNote } from "../change/check-syntax.ts";
import { editFailure } from "./edit-failure.ts";

/** More places than this are counted, not listed. */
const MAX_PLACES_LISTED = 20;

/** A file's content with edits made, all of them. */
export interface EditedContent {
  readonly bytes: Uint8Array;
  /** In the order of the edits; lines are those before the edit. */
  readonly receipts: readonly EditReceipt[];
  readonly diff: UnifiedDiff;
  /** Where the changed lines are now, the first few. */
  readonly places: readonly LineRange[];
  /** Of all. */
  readonly placeCount: number;
  /** A sentence for the result, with a space before; empty when there is nothing more to say. */
  readonly note: string;
}

/**
 * Makes edits in a file's content, all or none.
 *
 * Errors: `not-text`, `edit-no-match` with the nearest places, `edit-ambiguous`, `edit-no-change`,
 * `input-invalid` for text that stands for code, and for characters that the encoding lacks.
 */
export async function editContent(
  displayPath: string,
  bytes: Uint8Array,
  edits: readonly Replacement[],
): Promise<EditedContent> {
  const file = await decodeText(bytes);
  if (file === null) throw notText(displayPath, bytes, bytes.length);
  const edited = editText(file, edits);
  return contentOf(displayPath, file, edited.text, edited.receipts);
}

/** The text with edits made. Errors: those of `editContent`. */
export function editText(
  { text }: TextFile,
  edits: readonly Replacement[],
): { readonly text: string; readonly receipts: readonly EditReceipt[] } {
  const outcome = applyEdits(text, edits);
  if ("failure" in outcome) throw editFailure(outcome.failure, outcome.index, edits.length);
  return outcome;
}

/** A file's content with this text in the place of its own. */
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
    note: syntaxNote(displayPath, before.text, after),
  };
}
