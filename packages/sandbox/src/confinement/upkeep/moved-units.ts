import { basename } from "node:path";
import { isWithin } from "../path-containment.ts";
import type { ProtectedState } from "./look-at-roots.ts";

/** A protected path that was moved, recognised by its file identity. */
export interface MovedUnit {
  readonly from: string;
  readonly to: string;
}

/**
 * Finds protected files and directories that were moved, usually with a directory above them. None of them
 * lies within another.
 */
export function movedUnits(before: ProtectedState, after: ProtectedState): readonly MovedUnit[] {
  const placesBefore = new Map<string, string[]>();
  for (const [path, identity] of before.units) {
    placesBefore.set(identity, [...(placesBefore.get(identity) ?? []), path]);
  }
  const moved: MovedUnit[] = [];
  for (const [to, identity] of byLength(after.units)) {
    const places = placesBefore.get(identity) ?? [];
    // The original still exists, so this is a new hard link.
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
