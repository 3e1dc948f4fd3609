import { deniedChange } from "../../policy/built-in-denials.ts";
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
  /** Unknown in a claim, which comes before existence is looked at. */
  readonly operation?: "create" | "modify";
  /**
   * Everything below the path, too: a directory that is moved there. As a claim it is only a bound:
   * what lies below is decided by the exact effects.
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
  rule: "protected: a file with other names (hard links), perhaps outside the workspace",
  isMember: () => true,
  needsExactName: true,
};

export const writeKind = pathKind<WriteEffect>({
  type: "write",
  plural: "edits",
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
    [operation, recursive === true ? "and everything below" : undefined],
    [isHardLinked === true ? "has other names" : undefined],
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
      below: "protected: secrets, or configuration that is run unasked, may lie below",
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
  // The missing parents of what is written are made on the way.
  return isAtOrBelow(place, path.realPath);
}
