import { decodeText, encodeText, type TextFile } from "@toolwright/workspace";
import { changedPlaces, type LineRange } from "../diff/line-changes.ts";
import { type UnifiedDiff, unifiedDiff } from "../diff/unified-diff.ts";
import { applyEdits, type EditReceipt, type Replacement } from "../edit-engine/index.ts";
import { editableText } from "../file-text/editable-text.ts";
import { notText } from "../file-text/not-text.ts";
import { syntaxNote } from "../syntax/check-syntax.ts";
import { changedLines } from "./changed-lines.ts";
import { editDiff } from "./edit-diff.ts";
import { editFailure } from "./edit-failure.ts";
import { LineNumbers } from "./line-ends.ts";
import { applyReplacements, planEdits, replacementsOf } from "./plan-edit.ts";
import { replaceInPlace } from "./replace-in-place.ts";
import type { Span } from "./strategies.ts";

/** Larger files are edited as bytes, without ever being one string, and only exactly. */
const MAX_TOLERANT_BYTES = 8 * 1024 * 1024;

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
  if (bytes.length > MAX_TOLERANT_BYTES) return editLarge(displayPath, bytes, edits);
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
  const places = changedPlaces(before.text, after) ?? [];
  return {
    bytes: await encodeText(after, before.format),
    receipts,
    diff: unifiedDiff(displayPath, before.text, after),
    places: places.slice(0, MAX_PLACES_LISTED),
    placeCount: places.length,
    note: syntaxNote(displayPath, before.text, after),
  };
}

async function editLarge(
  displayPath: string,
  bytes: Uint8Array,
  edits: readonly Replacement[],
): Promise<EditedContent> {
  const text = await editableText(bytes);
  if (text === null) throw notText(displayPath, bytes, bytes.length);
  const requests = edits.map(({ oldText, newText, replaceAll = false }) => ({
    oldText,
    newText,
    replaceAll,
  }));
  const plans = planEdits(text.utf8, requests);
  const replacements = replacementsOf(plans);
  const lineNumbers = new LineNumbers(text.utf8);
  const told = {
    receipts: plans.map((plan) => ({
      strategy: plan.strategy.name,
      ...linesBefore(plan.replacements, lineNumbers),
      places: plan.replacements.length,
      adapted: [],
    })),
    diff: editDiff(displayPath, text.utf8, replacements, lineNumbers),
    places: changedLines(text.utf8, replacements.slice(0, MAX_PLACES_LISTED), lineNumbers),
    placeCount: replacements.length,
    note: "",
  };
  // Last, as the content may be changed where it is.
  const after =
    replaceInPlace(text.utf8, replacements) ?? applyReplacements(text.utf8, replacements);
  return { ...told, bytes: await text.encode(after) };
}

/** Where replacements in order go, as lines of the content as it is. */
function linesBefore(replacements: readonly Span[], lineNumbers: LineNumbers): LineRange {
  const start = replacements[0]?.start ?? 0;
  const last = Math.max(start, (replacements.at(-1)?.end ?? start) - 1);
  return { startLine: lineNumbers.at(start), endLine: lineNumbers.at(last) };
}
