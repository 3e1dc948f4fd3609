import { basename } from "node:path";
import { isWithin } from "../path-containment.ts";
import type { Theme } from "./look-at-roots.ts";

/** Something protected that was in one place before and is in another after, as the same thing of the file system. */
export interface MovedUnit {
  readonly from: string;
  readonly to: string;
}

/**
 * Finds protected files and directories that were moved, mostly with a directory that they are in. Each is
 * whole: nothing in another one is named.
 */
export function movedUnits(before: Theme, after: Theme): readonly MovedUnit[] {
  const placesBefore = new Map<string, string[]>();
  for (const [path, identity] of before.units) {
    placesBefore.set(identity, [...(placesBefore.get(identity) ?? []), path]);
  }
  const moved: MovedUnit[] = [];
  for (const [to, identity] of byLength(after.units)) {
    const places = placesBefore.get(identity) ?? [];
    // Another name of a file that is still at its place is a new hard link.
    if (places.some((path) => after.units.get(path) === identity)) continue;
    const from = places.find((path) => basename(path) === basename(to) && !after.units.has(path));
    if (from === undefined || moved.some((each) => isWithin(to, each.to))) continue;
    moved.push({ from, to });
  }
  return moved;
}

function byLength(units: ReadonlyMap<string, string>): readonly (readonly [string, string])[] {
  return [...units].toSorted(([a], [b]) => a.length - b.length);
}
