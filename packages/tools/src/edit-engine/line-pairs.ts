import { lineChanges } from "../change/line-changes.ts";

/** The origin of a line of the new text. */
export type Origin =
  /** An unchanged line of the old text. */
  | { readonly type: "kept"; readonly oldIndex: number }
  /** A changed line of the old text. */
  | { readonly type: "changed"; readonly oldIndex: number }
  /** A new line. If it replaces a line of the old text, it gets that line's ending. */
  | { readonly type: "added"; readonly oldIndex?: number };

/** How many lines ahead the original of a changed line is searched for. */
const maxLookAhead = 64;
const maxComparedLength = 2_000;

/** The origin of each line of the new text. Old lines appear in order, each at most once. */
export function originsOf(
  oldLines: readonly string[],
  newLines: readonly string[],
): readonly Origin[] {
  const origins: Origin[] = [];
  let at = 0;
  const keepUpTo = (end: number): void => {
    for (; at < end; at += 1) origins.push({ type: "kept", oldIndex: at });
  };
  // Trailing white space does not count as a change.
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

/** The first line with half in common; otherwise the most similar line, if it has a third in common. */
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

/** The share of the longer line that is a common beginning or end of both, from 0 to 1. */
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
