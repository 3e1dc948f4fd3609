import { deniedChange } from "../../policy/built-in-denials.ts";
import { phrase } from "../../language/core-phrase.ts";
import { modeRow } from "../../policy/mode-row.ts";
import { pathProtections } from "../../policy/protection.ts";
import { isAtOrBelow } from "../at-or-below.ts";
import {
  changedFactsOf,
  changedPlaces,
  examplePath,
  type PathFacts,
  pathKind,
  permitsLook,
  placeOf,
} from "./path-effects.ts";

export interface DeleteEffect extends PathFacts {
  readonly type: "delete";
  /** By the runtime: false when the path is known not to be a directory. */
  readonly isDirectory?: boolean;
}

const row = modeRow(
  "delete inside the workspace",
  ["deny", "ask", "ask", "allow"],
  "deleting inside the workspace",
);

export const deleteKind = pathKind<DeleteEffect>({
  type: "delete",
  phrases: {
    itself: (path) => phrase("delete {path}", { path }),
    of: (path) => phrase("deletions of {path}", { path }),
    below: (path) => phrase("deletions below {path}", { path }),
  },
  otherNames: ["remove"],
  copy: ({ path }, text) => ({ type: "delete", path: text(path) }),
  locate: (effect, place) => ({
    ...effect,
    ...changedFactsOf(place),
    ...(place.isDirectory !== undefined && { isDirectory: place.isDirectory }),
  }),
  covers: (wider, effect) => isAtOrBelow(placeOf(effect), placeOf(wider)),
  footprint: (effect) => ({ changes: changedPlaces(effect) }),
  notes: () => [[], []],
  aftermath: () => "paths",
  // Allowing the removal of a folder allows the removal of its contents.
  reach: ({ isDirectory }) => ({ includesBelow: isDirectory !== false, needsCoverBelow: false }),
  example: (names) => {
    const path = examplePath(names);
    return path === null ? null : { type: "delete", path, realPath: path, isDirectory: false };
  },
  modeRow: () => row,
  protections: (effect, target, facts) =>
    pathProtections(effect, target, { ...facts, isChange: true }),
  denial: (_effect, target, facts) =>
    deniedChange(target, { isRemoval: true, isWhole: true }, facts),
  permits: (effect, operation, path, isReadable) => {
    if (operation === "write") return false;
    if (operation !== "delete" && permitsLook(effect, path, isReadable)) return true;
    return operation !== "read" && isAtOrBelow(path.realPath, placeOf(effect));
  },
});
