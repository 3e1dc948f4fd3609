import type { Place } from "./place.ts";
import { endOf, type SourceLine } from "./source-text.ts";

/** Enough to tell somebody that a text isn't unique, and where. */
const maxPlaces = 10_000;

/** A file as a searchable text whose line ends are all `\n`, with the way back. */
export interface FlatFile {
  readonly lines: readonly SourceLine[];
  /** Like the file's text, but for line ends; `plain` was applied to it. */
  readonly flat: string;
  /** Where each line starts in `flat`. */
  readonly flatStarts: readonly number[];
}

export function flatten(lines: readonly SourceLine[], plain: (line: string) => string): FlatFile {
  const flatStarts: number[] = [];
  let length = 0;
  const parts = lines.map(({ text, eol }) => {
    flatStarts.push(length);
    const part = plain(text) + (eol === "" ? "" : "\n");
    length += part.length;
    return part;
  });
  return { lines, flat: parts.join(""), flatStarts };
}

/** Every place of a text, also overlapping ones, which make it as ambiguous as any other. */
export function findSubstring(file: FlatFile, wanted: string): readonly Place[] {
  const places: Place[] = [];
  let at = file.flat.indexOf(wanted);
  while (at !== -1 && places.length < maxPlaces) {
    places.push(placeAt(file, at, at + wanted.length));
    at = file.flat.indexOf(wanted, at + 1);
  }
  return places;
}

function placeAt(file: FlatFile, from: number, to: number): Place {
  const first = flatLineAt(file, from);
  const start = offsetOf(file, first, from);
  const fileLines: SourceLine[] = [];
  let index = first;
  let end = start;
  for (; index < file.lines.length; index += 1) {
    const line = file.lines[index] as SourceLine;
    const lineStart = file.flatStarts[index] ?? 0;
    const skip = Math.max(0, from - lineStart);
    const whole = line.text.slice(skip);
    const left = to - (lineStart + skip);
    if (left < 0) {
      // The wanted text ends between the two characters of a CRLF.
      end = line.start + left;
      fileLines.push({ text: "", start: end, eol: "" });
      break;
    }
    if (left <= whole.length) {
      fileLines.push({ text: whole.slice(0, left), start: line.start + skip, eol: "" });
      end = line.start + skip + left;
      break;
    }
    fileLines.push({ text: whole, start: line.start + skip, eol: line.eol });
    end = endOf(line);
    if (index === file.lines.length - 1) fileLines.push({ text: "", start: end, eol: "" });
  }
  return { start, end, fileLines };
}

function flatLineAt({ flatStarts }: FlatFile, offset: number): number {
  let low = 0;
  let high = flatStarts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((flatStarts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

function offsetOf(file: FlatFile, index: number, flatOffset: number): number {
  const line = file.lines[index];
  if (line === undefined) return 0;
  return line.start + Math.min(flatOffset - (file.flatStarts[index] ?? 0), line.text.length);
}
