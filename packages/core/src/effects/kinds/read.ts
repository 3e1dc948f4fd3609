import type { Phrase } from "../../language/phrase.ts";
import { phrase } from "../../language/core-phrase.ts";
import { deniedRead } from "../../policy/built-in-denials.ts";
import { modeRow } from "../../policy/mode-row.ts";
import { pathProtections } from "../../policy/protection.ts";
import { visible } from "../describe-parts.ts";
import { isAtOrBelow } from "../at-or-below.ts";
import type { EffectKind } from "../effect-kind.ts";
import { examplePath, factsOf, type PathFacts, pathKind, placeOf } from "./path-effects.ts";

export interface ReadEffect extends PathFacts {
  readonly type: "read";
  /** Everything below the path as well. */
  readonly recursive?: boolean;
  /**
   * The tool skips what the policy doesn't let it read (it checks `workspace.mayRead` for each path),
   * so a recursive read doesn't count as reading protected paths below. The runtime also sets this
   * after it has looked and found no protected paths.
   */
  readonly leavesOutProtected?: boolean;
  /** By the runtime: the handle of the stored output that is read. */
  readonly storedOutput?: string;
  /** For a recursive read: only paths that match this absolute shell pattern (`*`, `?`, `[…]`). */
  readonly glob?: string;
  /** For a recursive read: only files whose last name matches one of these shell patterns. Their `*` also matches a leading dot. */
  readonly names?: readonly string[];
  /** For a recursive read: skips names below the path that begin with a dot, and everything below them. */
  readonly skipsHidden?: boolean;
  /** For a recursive read: also enters the directories that links below the path lead to. */
  readonly followsLinks?: boolean;
}

const row = modeRow("read", ["allow", "allow", "allow", "allow"], "reading inside the workspace");

const paths = pathKind<ReadEffect>({
  type: "read",
  phrases: {
    itself: (path) => phrase("read {path}", { path }),
    of: (path) => phrase("reads of {path}", { path }),
    below: (path) => phrase("reads below {path}", { path }),
  },
  otherNames: [],
  copy: (
    { path, recursive, leavesOutProtected, glob, names, skipsHidden, followsLinks },
    text,
  ) => ({
    type: "read",
    path: text(path),
    ...(recursive === true && { recursive }),
    ...(leavesOutProtected === true && { leavesOutProtected }),
    ...(recursive === true && glob !== undefined && { glob: text(glob) }),
    ...(recursive === true && names !== undefined && { names: names.map(text) }),
    ...(recursive === true && skipsHidden === true && { skipsHidden }),
    ...(recursive === true && followsLinks === true && { followsLinks }),
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
  denial: (_effect, target, facts) => deniedRead(target, facts),
  protections: (effect, target, facts) => {
    // A stored output lies outside the workspace, but its content was meant for the model.
    if (effect.storedOutput !== undefined && target.real !== null) return [];
    return pathProtections(effect, target, {
      ...facts,
      isChange: false,
      below: "protected: a folder that may contain secrets",
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
  // The location of a stored output is never shown.
  describe: (effect, roots) =>
    effect.storedOutput === undefined
      ? paths.describe(effect, roots)
      : phrase("read {path}", { path: visible(effect.storedOutput) }),
  brings: (effect, facts) =>
    effect.storedOutput === undefined
      ? (paths.brings?.(effect, facts) ?? [])
      : facts.ofOutput(effect.storedOutput),
};

function extentOf({ recursive, leavesOutProtected, skipsHidden }: ReadEffect): Phrase | undefined {
  if (recursive !== true) return undefined;
  if (leavesOutProtected === true) return phrase("and everything below that may be read");
  return skipsHidden === true
    ? phrase("and everything below that isn't hidden")
    : phrase("and everything below");
}
