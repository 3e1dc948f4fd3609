import type { LineRange } from "../change/line-changes.ts";
import type { EditReceipt } from "../edit-engine/index.ts";
import { countOf, countText } from "../text/number-text.ts";
import type { EditedContent } from "./edit-content.ts";
import type { MergedEdit } from "./merge-edit.ts";

/** The result of an edit for the model: what was done, where it is now, and what was unusual. */
export function describeEdit(displayPath: string, edited: EditedContent | MergedEdit): string {
  const { receipts, diff, places, placeCount, note } = edited;
  const count = receipts.reduce((sum, receipt) => sum + receipt.places, 0);
  const changed = `+${countText(diff.addedLines)} -${countText(diff.removedLines)} lines`;
  const how = receipts.length === 1 ? receipts.map(howMatched) : [countOf(receipts.length, "edit")];
  const more =
    placeCount > places.length ? ` and ${countText(placeCount - places.length)} more` : "";
  const what = diff.addedLines > 0 ? "The new text is now" : "That was";
  const where =
    places.length === 0 ? "" : ` ${what} at ${places.map(linesText).join(", ")}${more}.`;
  const said = `Edited '${displayPath}' in ${countOf(count, "place")} (${how.join()}; ${changed}).${where}`;
  return said + note + looseEdits(receipts) + mergeText(edited);
}

function howMatched({ strategy, adapted }: EditReceipt): string {
  return [strategy === "exact" ? "matched exactly" : `matched by '${strategy}'`, ...adapted].join(
    "; ",
  );
}

/** Of several edits those that weren't simply there. */
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
  return `\nMerged with a change by somebody else since the file was read: ${lines} of the file as it is now. What they changed:\n${edited.foreignDiff}`;
}

function linesText({ startLine, endLine }: LineRange): string {
  return startLine === endLine ? `line ${startLine}` : `lines ${startLine} to ${endLine}`;
}
