import { lineChanges } from "../change/line-changes.ts";

/** Where a line of the new text comes from. */
export type Origin =
  /** It is a line of the old text, as it was. */
  | { readonly type: "kept"; readonly oldIndex: number }
  /** It is a changed form of a line of the old text. */
  | { readonly type: "changed"; readonly oldIndex: number }
  /** It is new. It may stand where a line of the old text was, and ends as that one did. */
  | { readonly type: "added"; readonly oldIndex?: number };

/** So far ahead a changed line looks for the line that it was. */
const maxLookAhead = 64;
const maxComparedLength = 2_000;

/** For each line of the new text where it comes from; the old lines are in order, each once. */
export function originsOf(
  oldLines: readonly string[],
  newLines: readonly string[],
): readonly Origin[] {
  const origins: Origin[] = [];
  let at = 0;
  const keepUpTo = (end: number): void => {
    for (; at < end; at += 1) origins.push({ type: "kept", oldIndex: at });
  };
  // White space at a line's end is no change of it.
  const changes = lineChanges(oldLines.map(trimEnd), newLines.map(trimEnd));
  for (const { start, end, lines } of changes) {
    keepUpTo(start);
    let next = start;
    for (let index = 0; index < lines.length; index += 1) {
      const line = newLines[origins.length] ?? "";
      const partner = partnerOf(line, oldLines, next, Math.min(end, next + maxLookAhead));
      const inPlace = start + index < end ? { oldIndex: start + index } : {};
      if (partner === -1) origins.push({ type: "added", ...inPlace });
      else {
        origins.push({ type: "changed", oldIndex: partner });
        next = partner + 1;
      }
    }
    at = end;
  }
  keepUpTo(oldLines.length);
  return origins;
}

function trimEnd(line: string): string {
  return line.trimEnd();
}

/** The first line that has half in common, else the one that has most, if a third. */
function partnerOf(line: string, oldLines: readonly string[], from: number, end: number): number {
  let best = -1;
  let bestShare = 1 / 3;
  for (let index = from; index < end; index += 1) {
    const share = shareOf(line, oldLines[index] ?? "");
    if (share >= 1 / 2) return index;
    if (share < bestShare || (best !== -1 && share === bestShare)) continue;
    best = index;
    bestShare = share;
  }
  return best;
}

/** How much of the longer line beginning and end are that both have in common, from 0 to 1. */
function shareOf(line: string, other: string): number {
  const a = line.trim();
  const b = other.trim();
  if (a === "" || b === "") return 0;
  if (a === b) return 1;
  const shorter = Math.min(a.length, b.length, maxComparedLength);
  let prefix = 0;
  while (prefix < shorter && a[prefix] === b[prefix]) prefix += 1;
  let suffix = 0;
  while (suffix < shorter - prefix && a[a.length - 1 - suffix] === b[b.length - 1 - suffix]) {
    suffix += 1;
  }
  return (prefix + suffix) / Math.min(Math.max(a.length, b.length), maxComparedLength);
}
