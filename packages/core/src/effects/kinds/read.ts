import { modeRow } from "../../policy/mode-row.ts";
import { pathProtections } from "../../policy/protection.ts";
import { visible } from "../describe-parts.ts";
import { isAtOrBelow } from "../at-or-below.ts";
import type { EffectKind } from "../effect-kind.ts";
import { examplePath, factsOf, type PathFacts, pathKind, placeOf } from "./path-effects.ts";

export interface ReadEffect extends PathFacts {
  readonly type: "read";
  /** Everything below the path, too. */
  readonly recursive?: boolean;
  /**
   * The tool leaves out what the policy doesn't let it read (it asks `workspace.mayRead` for each
   * path), so a recursive read doesn't count as reading the protected paths below. The runtime says
   * so, too, where it looked and found that there are none.
   */
  readonly leavesOutProtected?: boolean;
  /** By the runtime: the handle of an output that the workspace itself keeps, which this reads. */
  readonly storedOutput?: string;
  /** Of a recursive read: only what this absolute pattern of a shell (`*`, `?`, `[…]`) becomes. */
  readonly glob?: string;
  /** Of a recursive read: nothing that has a name with a dot at its beginning on the way there from the path. */
  readonly skipsHidden?: boolean;
}

const row = modeRow("read", ["allow", "allow", "allow", "allow"], "reading inside the workspace");

const paths = pathKind<ReadEffect>({
  type: "read",
  plural: "reads",
  otherNames: [],
  copy: ({ path, recursive, leavesOutProtected, glob, skipsHidden }, text) => ({
    type: "read",
    path: text(path),
    ...(recursive === true && { recursive }),
    ...(leavesOutProtected === true && { leavesOutProtected }),
    ...(recursive === true && glob !== undefined && { glob: text(glob) }),
    ...(recursive === true && skipsHidden === true && { skipsHidden }),
  }),
  locate: (effect, place) => ({
    ...effect,
    ...factsOf(place),
    ...(place.storedOutput !== undefined && { storedOutput: place.storedOutput }),
  }),
  covers: (wider, effect) => {
    const place = placeOf(wider);
    if (wider.recursive !== true) return effect.recursive !== true && placeOf(effect) === place;
    const leavesOutAsMuch =
      wider.leavesOutProtected !== true ||
      (effect.recursive === true && effect.leavesOutProtected === true);
    return leavesOutAsMuch && isAtOrBelow(placeOf(effect), place);
  },
  footprint: (effect) => ({ reads: [placeOf(effect)] }),
  notes: (effect) => [[extentOf(effect)], []],
  aftermath: () => "nothing",
  reach: ({ recursive, leavesOutProtected }) => {
    const isWhole = recursive === true && leavesOutProtected !== true;
    return { includesBelow: isWhole, needsCoverBelow: isWhole };
  },
  example: (names) => {
    const path = examplePath(names);
    return path === null ? null : { type: "read", path, realPath: path };
  },
  modeRow: () => row,
  protections: (effect, target, facts) => {
    // The workspace's own, which the runtime vouches for: it lies outside, but it was shown before.
    if (effect.storedOutput !== undefined && target.real !== null) return [];
    return pathProtections(effect, target, {
      ...facts,
      isChange: false,
      below: "protected: secrets may lie below",
    });
  },
  permits: (effect, operation, path, isReadable) => {
    if (operation !== "read" && operation !== "inspect") return false;
    const place = placeOf(effect);
    if (path.realPath === place) return true;
    if (effect.recursive !== true || !isAtOrBelow(path.realPath, place)) return false;
    return effect.leavesOutProtected !== true || isReadable(path);
  },
});

export const readKind: EffectKind<ReadEffect> = {
  ...paths,
  // Where a kept output lies is nobody's business.
  describe: (effect, roots) =>
    effect.storedOutput === undefined
      ? paths.describe(effect, roots)
      : `read ${visible(effect.storedOutput)}`,
};

function extentOf({ recursive, leavesOutProtected, skipsHidden }: ReadEffect): string | undefined {
  if (recursive !== true) return undefined;
  if (leavesOutProtected === true) return "and what is below, but for what may not be read";
  return skipsHidden === true ? "and everything below that isn't hidden" : "and everything below";
}
