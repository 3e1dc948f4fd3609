import type { ToolContext } from "@toolwright/core";
import { countText } from "./number-text.ts";

export interface CutLine {
  /** At most `maxCharacters` of the line, and a mark on each side where something was left out. */
  readonly text: string;
  readonly isCut: boolean;
  /** Where in the line the piece begins. */
  readonly from: number;
}

/**
 * Cuts a long line to a piece that has `around` in it; both ends fall between characters, never
 * inside one nor inside a secret, and the marks say how much is missing.
 *
 * Shapes: lengths and positions in UTF-16 units. `length` is the whole line's where `line` is only
 * its beginning, null when it isn't known.
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
  // A match near the start keeps the start; else a third of the piece comes before it.
  const wanted = around < maxCharacters * 0.8 ? 0 : around - Math.floor(maxCharacters / 3);
  const start = Math.max(0, Math.min(wanted, line.length - maxCharacters));
  // The later border, so that what is kept reaches as far as it can.
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
