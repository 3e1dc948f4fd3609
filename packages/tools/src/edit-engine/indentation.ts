import { indentOf, isBlank } from "./source-text.ts";

/** How the indentation of the model's lines becomes that of the file's. */
export interface IndentationMap {
  readonly kind: "same" | "shift" | "tabs" | "uneven";
  /** The file's indentation for one of the model's; null where the lines don't tell. */
  map(indent: string): string | null;
  /** In words; null when nothing is adapted. */
  readonly described: string | null;
}

interface Pair {
  readonly theirs: string;
  readonly ours: string;
}

const tabWidths = [4, 2, 8, 3];

/**
 * The one rule that takes the indentation of each of the model's lines to that of the file's line
 * beside it: the same, a shift by the same white space, tabs against spaces; `uneven` when the
 * lines only agree without their indentation.
 *
 * Shapes: two lists of lines of the same length, pairwise the same but for their white space.
 */
export function indentationMap(
  theirLines: readonly string[],
  ourLines: readonly string[],
): IndentationMap {
  const pairs: Pair[] = [];
  theirLines.forEach((line, index) => {
    const ours = ourLines[index] ?? "";
    if (!isBlank(line) && !isBlank(ours)) {
      pairs.push({ theirs: indentOf(line), ours: indentOf(ours) });
    }
  });
  return sameMap(pairs) ?? shiftMap(pairs) ?? tabsMap(pairs) ?? unevenMap(pairs);
}

function sameMap(pairs: readonly Pair[]): IndentationMap | null {
  if (pairs.some(({ theirs, ours }) => theirs !== ours)) return null;
  return { kind: "same", map: (indent) => indent, described: null };
}

function shiftMap(pairs: readonly Pair[]): IndentationMap | null {
  const [first] = pairs;
  if (first === undefined) return null;
  const { theirs, ours } = first;
  if (ours.endsWith(theirs)) {
    const added = ours.slice(0, ours.length - theirs.length);
    if (added !== "" && pairs.every((pair) => pair.ours === added + pair.theirs)) {
      return {
        kind: "shift",
        map: (indent) => added + indent,
        described: `indented by ${describeIndent(added)} more`,
      };
    }
  }
  if (!theirs.endsWith(ours)) return null;
  const removed = theirs.slice(0, theirs.length - ours.length);
  if (removed === "" || pairs.some((pair) => pair.theirs !== removed + pair.ours)) return null;
  return {
    kind: "shift",
    // A line that is less indented than all that matched can't be shifted that far.
    map: (indent) => (indent.startsWith(removed) ? indent.slice(removed.length) : null),
    described: `indented by ${describeIndent(removed)} less`,
  };
}

/** Tabs on one side and spaces on the other, perhaps shifted by whole steps. */
function tabsMap(pairs: readonly Pair[]): IndentationMap | null {
  const ourTabs = pairs.some(({ ours }) => ours.includes("\t"));
  const theirTabs = pairs.some(({ theirs }) => theirs.includes("\t"));
  if (ourTabs === theirTabs) return null;
  for (const width of tabWidths) {
    const shifts = new Set(
      pairs.map(({ theirs, ours }) => columnsOf(ours, width) - columnsOf(theirs, width)),
    );
    if (shifts.size !== 1) continue;
    const [shift = 0] = shifts;
    const map = (indent: string): string | null => {
      const columns = columnsOf(indent, width) + shift;
      if (columns < 0) return null;
      if (!ourTabs) return " ".repeat(columns);
      return "\t".repeat(Math.floor(columns / width)) + " ".repeat(columns % width);
    };
    if (pairs.some(({ theirs, ours }) => map(theirs) !== ours)) continue;
    const what = ourTabs ? "spaces became tabs" : "tabs became spaces";
    return { kind: "tabs", map, described: `${what} (${width} columns a tab)` };
  }
  return null;
}

/** The lines are the same, their indentation follows no rule: only what was seen is known. */
function unevenMap(pairs: readonly Pair[]): IndentationMap {
  const seen = new Map<string, string | null>();
  for (const { theirs, ours } of pairs) {
    const known = seen.get(theirs);
    seen.set(theirs, known === undefined || known === ours ? ours : null);
  }
  return {
    kind: "uneven",
    map: (indent) => seen.get(indent) ?? null,
    described: "indented like the file's own lines",
  };
}

function columnsOf(indent: string, tabWidth: number): number {
  let columns = 0;
  for (const character of indent) {
    columns += character === "\t" ? tabWidth - (columns % tabWidth) : 1;
  }
  return columns;
}

function describeIndent(indent: string): string {
  const tabs = indent.split("\t").length - 1;
  if (tabs === indent.length) return tabs === 1 ? "1 tab" : `${tabs} tabs`;
  if (tabs === 0) return indent.length === 1 ? "1 space" : `${indent.length} spaces`;
  return JSON.stringify(indent);
}
