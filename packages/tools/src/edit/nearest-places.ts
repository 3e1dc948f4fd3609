import { cutLine } from "../text-window/cut-line.ts";
import { countOf } from "../numbers/number-text.ts";
import { findNearestPlaces, type NearPlace } from "./near-place.ts";

const MAX_PLACES = 3;
const MAX_LINES_SHOWN = 8;
const MAX_SHOWN_CHARACTERS = 160;

// Looking through more would take longer than reading the file again.
const MAX_BYTES_LOOKED_AT = 4 * 1024 * 1024;

const lineNumbers = /^\s*\d+(\t|: |→|\|)/;

/**
 * Sentences and lines for a model whose old text isn't in the file: what is there instead, with
 * line numbers, and what differs.
 */
export function describeNearestPlaces(content: Buffer, oldText: string): string {
  const oldLines = trimEmptyLines(oldText.split(/\r\n|\r|\n/));
  const looksNumbered = oldLines.length > 0 && oldLines.every((line) => lineNumbers.test(line));
  const hint = looksNumbered
    ? "Its lines start with line numbers as they are shown when a file is read: leave those out. "
    : "";
  if (content.length > MAX_BYTES_LOOKED_AT || oldLines.length === 0) {
    return `${hint}Read the lines again and copy them exactly.`;
  }
  const fileLines = content
    .toString("utf8")
    .replace(/^\ufeff/, "")
    .split(/\r\n|\n/);
  const places = findNearestPlaces(fileLines, oldLines, MAX_PLACES);
  if (places.length === 0) return `${hint}Nothing in the file is like it: read the file again.`;
  return [
    `${hint}Nearest ${places.length === 1 ? "place" : "places"}:`,
    ...places.map((place) => describePlace(place, fileLines, oldLines)),
    "Copy the text exactly as it is in the file.",
  ].join("\n");
}

function describePlace(
  { firstLine, sameLines }: NearPlace,
  fileLines: readonly string[],
  oldLines: readonly string[],
): string {
  const shown: string[] = [];
  for (const [index, old] of oldLines.entries()) {
    const line = fileLines[firstLine - 1 + index] ?? "";
    if (line === old) shown.push(`  ${firstLine + index}  ${visible(line, false)}`);
    else {
      const isBlanksOnly = line.replaceAll(/\s+/g, "") === old.replaceAll(/\s+/g, "");
      shown.push(`≠ ${firstLine + index}  ${visible(line, isBlanksOnly)}`);
      shown.push(
        `  old_string has: ${visible(old, isBlanksOnly)}${isBlanksOnly ? "  (only white space differs: · is a space, → a tab)" : ""}`,
      );
    }
  }
  const lastLine = firstLine + oldLines.length - 1;
  const range = oldLines.length === 1 ? `Line ${firstLine}` : `Lines ${firstLine} to ${lastLine}`;
  const same = `${sameLines} of ${countOf(oldLines.length, "line")} the same`;
  const left = shown.length - MAX_LINES_SHOWN * 2;
  return [
    `${range} (${same}):`,
    ...shown.slice(0, MAX_LINES_SHOWN * 2),
    ...(left > 0 ? [`  (${countOf(left, "more line")})`] : []),
  ].join("\n");
}

function visible(line: string, showsBlanks: boolean): string {
  const text = showsBlanks ? line.replaceAll(" ", "·").replaceAll("\t", "→") : line;
  return cutLine(text, MAX_SHOWN_CHARACTERS).text;
}

function trimEmptyLines(lines: readonly string[]): readonly string[] {
  const first = lines.findIndex((line) => line.trim() !== "");
  const last = lines.findLastIndex((line) => line.trim() !== "");
  return first < 0 ? [] : lines.slice(first, last + 1);
}
