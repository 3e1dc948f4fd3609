/** A rule from the indentation of the model's lines to the file's indentation. */
export interface IndentationMap {
  readonly kind: "same" | "shift" | "tabs" | "uneven";
  /** The file's indentation for one of the model's; null if unknown. */
  map(indent: string): string | null;
  /** In words; null if nothing is adapted. */
  readonly described: string | null;
  /** How unlikely the rule is; 0 is the simplest. */
  readonly doubt: number;
}

/** The indentation of a line in the model's text and in the file. */
export interface IndentPair {
  readonly theirs: string;
  readonly ours: string;
}

export const sameIndentation: IndentationMap = {
  kind: "same",
  map: (indent) => indent,
  described: null,
  doubt: 0,
};

const tabWidths = [4, 2, 8, 3] as const;

/**
 * The single rule that maps the indentation of each of the model's lines to that of the file's line:
 * the same, a shift by the same white space, tabs for spaces or spaces for tabs. `uneven` if the
 * lines agree only without their indentation, for example with a different indentation width.
 *
 * Shapes: `newIndents` is the indentation of the new text, which the rule should also fit.
 */
export function indentationMap(
  pairs: readonly IndentPair[],
  newIndents: readonly string[],
): IndentationMap {
  if (pairs.every(({ theirs, ours }) => theirs === ours)) return sameIndentation;
  return shiftMap(pairs) ?? tabsMap(pairs, newIndents) ?? unevenMap(pairs);
}

function shiftMap(pairs: readonly IndentPair[]): IndentationMap | null {
  const { theirs, ours } = pairs[0] ?? { theirs: "", ours: "" };
  if (ours.endsWith(theirs)) {
    const added = ours.slice(0, ours.length - theirs.length);
    if (added !== "" && pairs.every((pair) => pair.ours === added + pair.theirs)) {
      return {
        kind: "shift",
        map: (indent) => added + indent,
        described: `indented by ${describeIndent(added)} more`,
        doubt: 1,
      };
    }
  }
  if (!theirs.endsWith(ours)) return null;
  const removed = theirs.slice(0, theirs.length - ours.length);
  if (removed === "" || pairs.some((pair) => pair.theirs !== removed + pair.ours)) return null;
  return {
    kind: "shift",
    // A line with less indentation than all matched lines can't be shifted that far.
    map: (indent) => (indent.startsWith(removed) ? indent.slice(removed.length) : null),
    described: `indented by ${describeIndent(removed)} less`,
    doubt: 1,
  };
}

interface TabRule {
  readonly width: (typeof tabWidths)[number];
  /** The file's columns minus the model's. */
  readonly shift: number;
}

/** Tabs on one side and spaces on the other, perhaps shifted by whole steps. */
function tabsMap(
  pairs: readonly IndentPair[],
  newIndents: readonly string[],
): IndentationMap | null {
  const ourTabs = pairs.some(({ ours }) => ours.includes("\t"));
  const ourSpaces = pairs.some(({ ours }) => ours.startsWith(" "));
  // A file that mixes tabs and spaces has no rule.
  if (ourTabs && ourSpaces) return null;
  const written = (columns: number, width: number): string =>
    ourTabs
      ? "\t".repeat(Math.floor(columns / width)) + " ".repeat(columns % width)
      : " ".repeat(columns);
  const known = new Set(pairs.map(({ theirs }) => theirs));
  const unknown = newIndents.filter((indent) => !known.has(indent));
  const [rule] = tabWidths
    .flatMap((width) => tabRule(pairs, width))
    .map((candidate) => ({ ...candidate, misfit: misfitOf(candidate, unknown) }))
    .sort((a, b) => a.misfit - b.misfit);
  if (rule === undefined) return null;
  const { width, shift } = rule;
  return {
    kind: "tabs",
    map: (indent) => {
      const columns = columnsOf(indent, width) + shift;
      return columns < 0 ? null : written(columns, width);
    },
    described: `${ourTabs ? "spaces became tabs" : "tabs became spaces"} (${width} columns a tab)`,
    doubt: 1 + 2 * tabWidths.indexOf(width) + (shift === 0 ? 0 : 1),
  };
}

/** A rule that adds the same number of columns to every line. */
function tabRule(pairs: readonly IndentPair[], width: TabRule["width"]): readonly TabRule[] {
  const shifts = new Set(
    pairs.map(({ theirs, ours }) => columnsOf(ours, width) - columnsOf(theirs, width)),
  );
  const [shift = 0] = shifts;
  return shifts.size === 1 ? [{ width, shift }] : [];
}

/** No shift is the most likely; then a shift by whole steps, preferably without odd columns. */
function misfitOf({ width, shift }: TabRule, newIndents: readonly string[]): number {
  const odd = newIndents.some((indent) => (columnsOf(indent, width) + shift) % width !== 0);
  return (odd ? 2 : 0) + (shift === 0 ? 0 : shift % width === 0 ? 3 : 6);
}

/**
 * A map for lines whose indentation follows no rule. It knows only the pairs that occur. If two
 * indentations map from the same one, the more frequent pair counts.
 */
function unevenMap(pairs: readonly IndentPair[]): IndentationMap {
  const seen = new Map<string, { ours: string | null; count: number }>();
  for (const { theirs, ours } of pairs) {
    const known = seen.get(theirs) ?? { ours, count: 0 };
    seen.set(theirs, { ours: known.ours === ours ? ours : null, count: known.count + 1 });
  }
  return {
    kind: "uneven",
    map: (indent) => {
      const { ours = null, count = 0 } = seen.get(indent) ?? {};
      const isRivalled = [...seen].some(
        ([theirs, other]) => theirs !== indent && other.ours === ours && other.count >= count,
      );
      return isRivalled ? null : ours;
    },
    described: "indented like the file's own lines",
    doubt: 10,
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
