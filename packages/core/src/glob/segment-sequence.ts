import { matchesName, type Segment } from "./segment.ts";

/** Whether the pattern from `fromSegment` matches exactly the names from `fromName`. */
export function matchesSequence(
  segments: readonly Segment[],
  names: readonly string[],
  fromSegment = 0,
  fromName = 0,
): boolean {
  const lastRest = lastRestIn(segments, fromSegment);
  const tail = segments.length - lastRest - 1;
  const tailStart = names.length - tail;
  if (lastRest === -1) {
    return (
      segments.length - fromSegment === names.length - fromName &&
      matchesEach(segments, names, fromSegment, fromName, segments.length)
    );
  }
  // The segments after the last `**` can only match the last names.
  if (
    tailStart < fromName ||
    !matchesEach(segments, names, lastRest + 1, tailStart, segments.length)
  ) {
    return false;
  }
  return matchesWithin(segments, names, fromSegment, fromName, lastRest, tailStart);
}

function lastRestIn(segments: readonly Segment[], fromSegment: number): number {
  for (let index = segments.length - 1; index >= fromSegment; index -= 1) {
    if (segments[index]?.kind === "rest") return index;
  }
  return -1;
}

/** Whether the segments up to `end` match the same number of names, one by one. */
function matchesEach(
  segments: readonly Segment[],
  names: readonly string[],
  fromSegment: number,
  fromName: number,
  end: number,
): boolean {
  for (let index = fromSegment; index < end; index += 1) {
    const segment = segments[index];
    const name = names[fromName + index - fromSegment];
    if (segment === undefined || name === undefined || !matchesName(segment, name)) return false;
  }
  return true;
}

/**
 * Whether the segments up to the last `rest` match the beginning of the names up to `nameEnd`.
 * Greedy: the first match of each group between two `rest` is always the best.
 */
function matchesWithin(
  segments: readonly Segment[],
  names: readonly string[],
  fromSegment: number,
  fromName: number,
  lastRest: number,
  nameEnd: number,
): boolean {
  let at = fromName;
  let canMove = false;
  for (let next = fromSegment; next <= lastRest; next += 1) {
    const groupStart = next;
    while (segments[next]?.kind !== "rest") next += 1;
    const size = next - groupStart;
    while (at + size > nameEnd || !matchesEach(segments, names, groupStart, at, next)) {
      if (!canMove || at + size >= nameEnd) return false;
      at += 1;
    }
    at += size;
    canMove = true;
  }
  return true;
}

/** Whether the pattern matches the names themselves or could match something below them. */
export function reachesBelow(
  segments: readonly Segment[],
  names: readonly string[],
  fromSegment = 0,
  fromName = 0,
): boolean {
  // A `**` matches any number of names.
  if (segments[fromSegment]?.kind === "rest") return true;
  return positionsAfter(segments, names, fromSegment, fromName).size > 0;
}

/** Whether the pattern matches the names themselves and everything below them. */
export function coversBelow(
  segments: readonly Segment[],
  names: readonly string[],
  fromSegment = 0,
  fromName = 0,
): boolean {
  const last = segments.length - 1;
  return (
    segments[last]?.kind === "rest" &&
    positionsAfter(segments, names, fromSegment, fromName).has(last)
  );
}

/** The possible positions in the pattern after all names were matched. */
function positionsAfter(
  segments: readonly Segment[],
  names: readonly string[],
  fromSegment: number,
  fromName: number,
): ReadonlySet<number> {
  let positions = new Set<number>();
  enter(positions, segments, fromSegment);
  for (let at = fromName; at < names.length && positions.size > 0; at += 1) {
    const name = names[at] ?? "";
    const after = new Set<number>();
    for (const position of positions) {
      const segment = segments[position];
      if (segment?.kind === "rest") enter(after, segments, position);
      else if (segment !== undefined && matchesName(segment, name)) {
        enter(after, segments, position + 1);
      }
    }
    positions = after;
  }
  return positions;
}

/** A `rest` may match nothing, so the next position is reached as well. */
function enter(positions: Set<number>, segments: readonly Segment[], position: number): void {
  positions.add(position);
  if (segments[position]?.kind === "rest") enter(positions, segments, position + 1);
}
