import type { TolerantMatch } from "./find-tolerant.ts";
import { looseness } from "./line-agreement.ts";
import { originsOf } from "./line-pairs.ts";
import type { SourceText } from "./source-text.ts";
import { tokensOf } from "./tokens.ts";
import type { Wanted } from "./wanted.ts";

/** Shorter blocks say too little about their place. */
const minLines = 4;
/** A place that differs in no more lines than this comes near. */
const maxNearLines = 2;
/** A first line that stands at more places than this is no anchor. */
const maxStarts = 1_000;

/**
 * The one place whose first and last line are those of the old text, and whose lines between are,
 * too, but for one word or sign of one line. That line must be among those that the new text keeps,
 * so that the file's own stays; and no other place may come near.
 */
export function findAnchored(
  source: SourceText,
  wanted: Wanted,
  newLines: readonly string[],
): TolerantMatch | null {
  const { lines, solid } = wanted;
  const first = solid[0] ?? 0;
  const last = solid.at(-1) ?? 0;
  const bodies = lines.slice(first, last + 1).map((line) => line.trim());
  if (solid.length < minLines) return null;
  const near = nearPlaces(source, bodies);
  const [place] = near ?? [];
  const [differing] = place?.differing ?? [];
  if (near?.length !== 1 || place === undefined || place.differing.length !== 1) return null;
  if (differing === undefined || differing === 0 || differing === bodies.length - 1) return null;
  const ours = source.lineText(place.at + differing).trim();
  if (!differsByOneToken(ours, bodies[differing] ?? "")) return null;
  const origins = originsOf(lines, newLines);
  const isKept = origins.some(
    (origin) => origin.type === "kept" && origin.oldIndex === first + differing,
  );
  if (!isKept || !hasTellingLine(source, bodies, differing)) return null;
  return {
    looseness: looseness.indentation,
    fileIndexes: solid.map((index) => place.at + index - first),
    start: 0,
    end: source.lineText(place.at + bodies.length - 1).length,
    startsInside: false,
  };
}

interface NearPlace {
  readonly at: number;
  /** The lines that differ, counted from its first. */
  readonly differing: readonly number[];
}

/** Null when the first line stands at too many places. */
function nearPlaces(source: SourceText, bodies: readonly string[]): readonly NearPlace[] | null {
  const [first = ""] = bodies;
  const places: NearPlace[] = [];
  let starts = 0;
  let at = source.text.indexOf(first);
  while (at !== -1) {
    const index = source.lineIndexAt(at);
    if (source.lineText(index).trim() === first) {
      starts += 1;
      if (starts > maxStarts) return null;
      const differing = differingLines(source, index, bodies);
      if (differing.length <= maxNearLines) places.push({ at: index, differing });
    }
    at = source.text.indexOf(first, source.lineStart(index + 1));
  }
  return places;
}

function differingLines(
  source: SourceText,
  at: number,
  bodies: readonly string[],
): readonly number[] {
  const differing: number[] = [];
  for (let index = 0; index < bodies.length && differing.length <= maxNearLines; index += 1) {
    if (source.lineText(at + index).trim() !== bodies[index]) differing.push(index);
  }
  return differing;
}

function differsByOneToken(a: string, b: string): boolean {
  const ours = tokensOf(a);
  const theirs = tokensOf(b);
  // A line of one word that differs is another line.
  if (ours.length !== theirs.length || ours.length < 2) return false;
  return ours.filter(({ key }, index) => key !== theirs[index]?.key).length === 1;
}

/** One of the lines that are the same must stand nowhere else: else it may be another's twin. */
function hasTellingLine(source: SourceText, bodies: readonly string[], differing: number): boolean {
  return bodies.some((body, index) => {
    if (index === differing || !/\w{3}/.test(body)) return false;
    const at = source.text.indexOf(body);
    return at !== -1 && !source.text.includes(body, at + 1);
  });
}
