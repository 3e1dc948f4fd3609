import type { Place } from "./place.ts";
import { endOf, type SourceLine } from "./source-text.ts";

/**
 * Every run of whole lines of the file that equals the wanted lines under `key`.
 *
 * Shapes: `endsWithLineEnd` tells whether the place reaches over the last line's line end; the
 * place then has a last, empty line, as the wanted text has one.
 */
export function findLines(
  lines: readonly SourceLine[],
  wanted: readonly string[],
  key: (line: string) => string,
  endsWithLineEnd: boolean,
): readonly Place[] {
  const keys = wanted.map(key);
  // A rare line is the quickest to look for: blank ones match everywhere.
  const pivot = keys.reduce(
    (best, text, index) => (text.length > (keys[best] ?? "").length ? index : best),
    0,
  );
  const pivotKey = keys[pivot];
  if (pivotKey === undefined || pivotKey.trim() === "") return [];
  const places: Place[] = [];
  for (let at = pivot; at + wanted.length - pivot <= lines.length; at += 1) {
    if (key((lines[at] as SourceLine).text) !== pivotKey) continue;
    const first = at - pivot;
    const matches = keys.every((text, index) => key(lines[first + index]?.text ?? "") === text);
    if (matches) places.push(placeOf(lines, first, first + wanted.length, endsWithLineEnd));
  }
  return places;
}

/** The place of the lines from `first` up to, not including, `end`. */
export function placeOf(
  lines: readonly SourceLine[],
  first: number,
  end: number,
  endsWithLineEnd: boolean,
): Place {
  const run = lines.slice(first, end);
  const start = run[0]?.start ?? 0;
  const last = run.at(-1);
  if (last === undefined) return { start, end: start, fileLines: [] };
  if (endsWithLineEnd) {
    const after = endOf(last);
    return { start, end: after, fileLines: [...run, { text: "", start: after, eol: "" }] };
  }
  return {
    start,
    end: last.start + last.text.length,
    fileLines: [...run.slice(0, -1), { ...last, eol: "" }],
  };
}
