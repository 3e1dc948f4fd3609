import { ToolError } from "@toolwright/core";
import { isThenable } from "@toolwright/core/internal";
import type { MaybePromise } from "@toolwright/core/ports";
import type { OpenText } from "../text-file/open-text.ts";
import { countOf, countText, sizeText } from "../text/number-text.ts";
import { countLines } from "../text-file/text-bytes.ts";
import { readTail } from "../text-file/read-tail.ts";
import { readWindow, type TextWindow } from "../text-file/read-window.ts";
import type { FileView, PartRequest } from "./file-view.ts";
import { viewAround } from "./keyword-view.ts";
import {
  DEFAULT_LINES,
  linesView,
  MAX_TEXT_BYTES,
  noLinesView,
  type TextFacts,
} from "./lines-view.ts";

/**
 * Part of a text file as numbered lines, with notes on the part, the total and how to continue.
 * Errors: `input-invalid` for an offset past the end.
 */
export function viewText(
  text: OpenText,
  file: TextFacts,
  part: PartRequest,
): MaybePromise<FileView> {
  if (part.around !== undefined) return viewAround(text, file, part.around);
  if (part.fromEnd !== undefined) return viewTail(text, file, part.fromEnd);
  const offset = part.offset ?? 1;
  const window = readWindow(text, {
    firstLine: offset,
    maxLines: part.limit ?? DEFAULT_LINES,
    maxBytes: MAX_TEXT_BYTES,
  });
  return isThenable(window)
    ? window.then((read) => viewWindow(text, file, offset, read))
    : viewWindow(text, file, offset, window);
}

function viewWindow(
  text: OpenText,
  file: TextFacts,
  offset: number,
  { lines, totalLines, hasMore }: TextWindow,
): FileView {
  if (lines.length === 0) {
    if (totalLines === 0) return emptyView(text, file);
    throw pastEnd(file.displayPath, offset, totalLines ?? 0);
  }
  const last = offset + lines.length - 1;
  const total =
    totalLines === null
      ? `; more lines follow, the file has ${sizeText(file.size)}`
      : ` of ${countText(totalLines)}`;
  const next = hasMore ? `Continue with offset: ${last + 1}.` : "That is the end.";
  const isWhole = offset === 1 && !hasMore;
  return linesView(text, {
    sections: [{ firstLine: offset, lines }],
    totalLines,
    notes: isWhole ? [] : [`Lines ${offset} to ${last}${total} of '${file.displayPath}'. ${next}`],
  });
}

async function viewTail(text: OpenText, file: TextFacts, fromEnd: number): Promise<FileView> {
  const { displayPath, size } = file;
  const limits = { maxLines: fromEnd, maxBytes: MAX_TEXT_BYTES };
  const lines = await readTail(text, limits);
  if (lines.length === 0) return emptyView(text, file);
  const totalLines = await countLines(text);
  const firstLine = (totalLines ?? -1) - lines.length + 1;
  const fit =
    lines.length < Math.min(fromEnd, totalLines ?? fromEnd)
      ? " No more of them fit into the limit."
      : "";
  const note =
    totalLines === null
      ? `The last ${countOf(lines.length, "line")} of '${displayPath}', numbered from the end (-1 is the last), because the file is too large to count (${sizeText(size)}).`
      : `Lines ${firstLine} to ${totalLines} of ${countText(totalLines)} of '${displayPath}'. That is the end.`;
  return linesView(text, {
    sections: [{ firstLine, lines }],
    totalLines,
    notes: lines.length === totalLines ? [] : [note + fit],
  });
}

function emptyView(text: OpenText, { displayPath, size }: TextFacts): FileView {
  const sentence = `'${displayPath}' is empty (${sizeText(size)}).`;
  return noLinesView(text, sentence, { totalLines: 0, isShown: true });
}

function pastEnd(displayPath: string, offset: number, totalLines: number): ToolError {
  return new ToolError(
    "input-invalid",
    `offset ${countText(offset)} is past the end: '${displayPath}' has ${countOf(totalLines, "line")}. Use an offset from 1 to ${totalLines}.`,
    { details: { totalLines } },
  );
}
