import { deniedChange } from "../../policy/built-in-denials.ts";
import { phrase } from "../../language/core-phrase.ts";
import { modeRow } from "../../policy/mode-row.ts";
import { type Protection, pathProtections } from "../../policy/protection.ts";
import type { ResolvedPath } from "../../ports/workspace.ts";
import { isAtOrBelow } from "../at-or-below.ts";
import {
  changedFactsOf,
  changedPlaces,
  examplePath,
  isRecursive,
  type PathFacts,
  pathKind,
  permitsLook,
  placeOf,
} from "./path-effects.ts";

export interface WriteEffect extends PathFacts {
  readonly type: "write";
  /** Absent in a claim, which is made before the file system is looked at. */
  readonly operation?: "create" | "modify";
  /**
   * Everything below the path as well: a directory is moved there. In a claim this is only an upper
   * bound; the exact effects decide about the paths below.
   */
  readonly recursive?: boolean;
  /** By the runtime: the file has other names (hard links), which may lie outside the roots. */
  readonly isHardLinked?: boolean;
}

const row = modeRow(
  "write inside the workspace",
  ["deny", "ask", "allow", "allow"],
  "writing inside the workspace",
);

const hardLink: Protection = {
  rule: "protected: a file with other names (hard links) that may be outside the workspace",
  isMember: () => true,
  needsExactName: true,
};

const operations = { create: phrase("create"), modify: phrase("modify") };

export const writeKind = pathKind<WriteEffect>({
  type: "write",
  phrases: {
    itself: (path) => phrase("write {path}", { path }),
    of: (path) => phrase("edits of {path}", { path }),
    below: (path) => phrase("edits below {path}", { path }),
  },
  otherNames: ["edit"],
  copy: ({ path, operation, recursive }, text) => ({
    type: "write",
    path: text(path),
    ...(operation !== undefined && { operation }),
    ...(recursive === true && { recursive }),
  }),
  locate: (effect, place) => ({
    ...effect,
    ...changedFactsOf(place),
    ...(place.linkCount > 1 && { isHardLinked: true }),
  }),
  covers: (wider, effect) => {
    const place = placeOf(wider);
    const other = placeOf(effect);
    if (!isRecursive(wider) && (isRecursive(effect) || other !== place)) return false;
    if (!isAtOrBelow(other, place)) return false;
    return wider.operation === undefined || wider.operation === effect.operation;
  },
  footprint: (effect) => ({ changes: changedPlaces(effect) }),
  notes: ({ operation, recursive, isHardLinked }) => [
    [
      operation && operations[operation],
      recursive === true ? phrase("and everything below") : undefined,
    ],
    [isHardLinked === true ? phrase("has other names") : undefined],
  ],
  aftermath: () => "paths",
  reach: (effect) => ({
    includesBelow: isRecursive(effect),
    needsCoverBelow: isRecursive(effect),
  }),
  example: (names) => {
    const path = examplePath(names);
    return path === null ? null : { type: "write", path, realPath: path };
  },
  modeRow: () => row,
  protections: (effect, target, facts) =>
    pathProtections(effect, target, {
      ...facts,
      isChange: true,
      below:
        "protected: a folder that may contain secrets or configuration that runs automatically",
      own: effect.isHardLinked === true ? [hardLink] : [],
    }),
  denial: (effect, target, facts) =>
    deniedChange(target, { isRemoval: false, isWhole: isRecursive(effect) }, facts),
  permits: (effect, operation, path, isReadable) => {
    if (operation === "delete") return false;
    if (operation !== "write" && permitsLook(effect, path, isReadable)) return true;
    return operation !== "read" && permitsWrite(effect, path);
  },
});

function permitsWrite(effect: WriteEffect, path: ResolvedPath): boolean {
  const place = placeOf(effect);
  if (isRecursive(effect) && isAtOrBelow(path.realPath, place)) return true;
  // Writing a file also makes its missing parents.
  return isAtOrBelow(place, path.realPath);
}
