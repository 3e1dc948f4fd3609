import { takeContentMemory } from "@toolwright/workspace";
import type { Replacement } from "./plan-edit.ts";

/** What stays, and where it goes. */
interface Stretch {
  readonly start: number;
  readonly end: number;
  readonly to: number;
}

/**
 * The content with the replacements made, which are in order and don't overlap, in the very memory
 * of the content: it is lost, and a large file isn't in memory twice.
 *
 * Null, and nothing changed, when that memory is somebody else's or has no room for the result.
 */
export function replaceInPlace(
  content: Buffer,
  replacements: readonly Replacement[],
): Buffer | null {
  const { stretches, length } = layOut(content.length, replacements);
  const memory = takeContentMemory(content);
  if (memory === null || memory.length < length) return null;
  moveWithin(memory, stretches);
  replacements.forEach(({ newBytes }, index) => {
    const to = (stretches[index + 1]?.to ?? length) - newBytes.length;
    memory.set(newBytes, to);
  });
  return memory.subarray(0, length);
}

/** Moves stretches that are in order, and stay in order without overlapping. */
function moveWithin(memory: Buffer, stretches: readonly Stretch[]): void {
  // None reaches what hasn't been moved yet: those that go back first to last, then those that go
  // on last to first.
  for (const { start, end, to } of stretches) {
    if (to < start) memory.copyWithin(to, start, end);
  }
  for (const { start, end, to } of stretches.toReversed()) {
    if (to > start) memory.copyWithin(to, start, end);
  }
}

/** What lies between the replacements, before the first and after the last one too. */
function layOut(
  length: number,
  replacements: readonly Replacement[],
): { readonly stretches: readonly Stretch[]; readonly length: number } {
  const stretches: Stretch[] = [];
  let start = 0;
  let shift = 0;
  for (const replacement of replacements) {
    stretches.push({ start, end: replacement.start, to: start + shift });
    shift += replacement.newBytes.length - (replacement.end - replacement.start);
    start = replacement.end;
  }
  stretches.push({ start, end: length, to: start + shift });
  return { stretches, length: length + shift };
}
