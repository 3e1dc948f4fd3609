import type { LineRange } from "../change/line-changes.ts";
import type { EditReceipt } from "../edit-engine/index.ts";
import { countOf, countText } from "../text/number-text.ts";
import type { EditedContent } from "./edit-content.ts";
import type { MergedEdit } from "./merge-edit.ts";

/** The result of an edit for the model: the change, its lines now, and how it was matched. */
export function describeEdit(displayPath: string, edited: EditedContent | MergedEdit): string {
  const { receipts } = edited;
  const count = receipts.reduce((sum, receipt) => sum + receipt.places, 0);
  const how = receipts.length === 1 ? receipts.map(howMatched) : [countOf(receipts.length, "edit")];
  const said = `Edited '${displayPath}' in ${countOf(count, "place")}`;
  return describeChange(said, how, edited);
}

/** What was done, how, where the new text is now, and what else there is to say about it. */
export function describeChange(
  said: string,
  how: readonly string[],
  edited: EditedContent | MergedEdit,
): string {
  const { receipts, diff, places, placeCount, note } = edited;
  const changed = `+${countText(diff.addedLines)} -${countText(diff.removedLines)} lines`;
  const more =
    placeCount > places.length ? ` and ${countText(placeCount - places.length)} more` : "";
  const what = diff.addedLines > 0 ? "New text at" : "Removed at";
  const where = places.length === 0 ? "" : ` ${what} ${places.map(linesText).join(", ")}${more}.`;
  return `${said} (${[...how, changed].join("; ")}).${where}${note}${looseEdits(receipts)}${mergeText(edited)}`;
}

function howMatched({ strategy, adapted }: EditReceipt): string {
  return [strategy === "exact" ? "matched exactly" : `matched by '${strategy}'`, ...adapted].join(
    "; ",
  );
}

/** A line for each of several edits that did not match exactly. */
function looseEdits(receipts: readonly EditReceipt[]): string {
  if (receipts.length === 1) return "";
  return receipts
    .flatMap((receipt, index) => {
      const isPlain = receipt.strategy === "exact" && receipt.adapted.length === 0;
      return isPlain
        ? []
        : [`\nEdit ${index + 1} at ${linesText(receipt)}: ${howMatched(receipt)}.`];
    })
    .join("");
}

function mergeText(edited: EditedContent | MergedEdit): string {
  if (!("theirLines" in edited)) return "";
  const lines = edited.theirLines.map(linesText).join(", ");
  return `\nMerged with a change that somebody else made since you read the file, now at ${lines}:\n${edited.foreignDiff}`;
}

function linesText({ startLine, endLine }: LineRange): string {
  return startLine === endLine ? `line ${startLine}` : `lines ${startLine} to ${endLine}`;
}
