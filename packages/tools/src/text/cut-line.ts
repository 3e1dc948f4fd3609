import type { ToolContext } from "@toolwright/core";
import { countText } from "./number-text.ts";

export interface CutLine {
  /** At most `maxCharacters` of the line, with a mark on each side that was cut. */
  readonly text: string;
  readonly isCut: boolean;
  /** The start of the piece in the line. */
  readonly from: number;
}

/**
 * Cuts a long line to a piece that includes `around`. Both ends fall between characters and outside
 * secrets, and the marks say how much is missing.
 *
 * Shapes: lengths and positions are in UTF-16 units. `length` is the whole line's length if `line` is
 * only its beginning; null if unknown.
 */
export function cutLine(
  line: string,
  maxCharacters: number,
  {
    around = 0,
    length = line.length,
    secretAround = () => null,
  }: {
    around?: number;
    length?: number | null;
    secretAround?: ToolContext["secretAround"];
  } = {},
): CutLine {
  if (length === line.length && line.length <= maxCharacters)
    return { text: line, isCut: false, from: 0 };
  // A match near the start keeps the start; otherwise a third of the piece precedes it.
  const wanted = around < maxCharacters * 0.8 ? 0 : around - Math.floor(maxCharacters / 3);
  const start = Math.max(0, Math.min(wanted, line.length - maxCharacters));
  // The later boundary keeps as much as possible.
  const whole = betweenCharacters(line, start) === start ? start : start + 1;
  const from = secretAround(line, whole)?.end ?? whole;
  const end = betweenCharacters(line, Math.min(line.length, from + maxCharacters));
  const to = Math.max(from, secretAround(line, end)?.start ?? end);
  const before = from > 0 ? `… [${countText(from)} characters before] ` : "";
  const missing = length === null ? "more" : countText(length - to);
  const after = length === null || length > to ? ` … [${missing} characters after]` : "";
  return { text: before + line.slice(from, to) + after, isCut: true, from };
}

/** The position itself, or one earlier when it lies inside a surrogate pair. */
export function betweenCharacters(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  const isLow = unit >= 0xdc00 && unit <= 0xdfff;
  const previous = text.charCodeAt(at - 1);
  return isLow && previous >= 0xd800 && previous <= 0xdbff ? at - 1 : at;
}
