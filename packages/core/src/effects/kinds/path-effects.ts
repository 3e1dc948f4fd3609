import { ToolError } from "../../errors.ts";
import { parsePathPattern } from "../../policy/path-pattern.ts";
import { isWithin, namesOf } from "../../policy/path-names.ts";
import { below, pathText } from "../../policy/pattern-text.ts";
import type { Place } from "../../policy/place.ts";
import { PathTarget, type Target } from "../../policy/target.ts";
import type { ResolvedPath } from "../../ports/workspace.ts";
import { isAtOrBelow } from "../at-or-below.ts";
import { describeLocation, describeNotes } from "../describe-parts.ts";
import type { PathEffect } from "../effect.ts";
import type { EffectKind, Width } from "../effect-kind.ts";

/**
 * The fields that all effects on paths have. A tool writes paths as it was asked for them; the
 * runtime resolves each one through the workspace and fills the fields marked "by the runtime", so
 * that no tool can forget a link.
 */
export interface PathFacts {
  /** As asked; after the runtime resolved it: absolute and normalised, links not followed. */
  readonly path: string;
  /** By the runtime: the path with every link followed, as far as it exists. */
  readonly realPath?: string;
  /** By the runtime: named outside every root of the workspace. */
  readonly isOutside?: boolean;
}

type SharedMember =
  | "describe"
  | "patternKind"
  | "parseArgument"
  | "narrowestPattern"
  | "target"
  | "widths"
  | "secretUse";

/** What tells one kind of path effect from the others. */
type Particular<E extends PathEffect> = Omit<EffectKind<E>, SharedMember> & {
  readonly type: E["type"];
  /** Of many such effects: "reads". */
  readonly plural: string;
  readonly reach: (effect: E) => Pick<Target, "includesBelow" | "needsCoverBelow">;
  /** What people see in parentheses, before and after where the path leads. */
  readonly notes: (effect: E) => readonly [readonly Note[], readonly Note[]];
};

type Note = string | undefined;

/** A kind of effect on paths: what all of them have in common, with what this one does otherwise. */
export function pathKind<E extends PathEffect>(particular: Particular<E>): EffectKind<E> {
  const { type, plural, reach, notes, ...members } = particular;
  return {
    describe: (effect, roots) =>
      `${type} ${describeLocation(effect.path, roots)}${describeNotes(allNotes(effect, roots, notes(effect)))}`,
    patternKind: type,
    parseArgument: (argument, fail) => ({
      alternatives: parsePathPattern(argument, fail),
      port: null,
    }),
    narrowestPattern: (effect, place) => {
      const path = pathText(placeOf(effect), place);
      return path === null ? null : `${type}(${isRecursive(effect) ? below(path) : path})`;
    },
    target: (effect, place) => new PathTarget(type, effect, reach(effect), place),
    widths: (effect, exact, place) => widthsOf(effect, { exact, plural, place }),
    secretUse: ({ isOutside }) =>
      isOutside === true ? { against: "the call goes outside the workspace" } : "used",
    ...members,
  };
}

/** Where the path really is, as far as it was resolved. */
export function placeOf({ path, realPath }: PathFacts): string {
  return realPath ?? path;
}

/** Deleting or replacing a link touches the link's own place, too, not only what it leads to. */
export function changedPlaces(effect: PathFacts): readonly string[] {
  const place = placeOf(effect);
  return place === effect.path ? [place] : [place, effect.path];
}

export function isRecursive(effect: PathEffect): boolean {
  return "recursive" in effect && effect.recursive === true;
}

/** What the workspace says of every path; what a tool said of links and roots is overwritten. */
export function factsOf({ path, realPath, root }: ResolvedPath): PathFacts {
  return { path, realPath, ...(root === null && { isOutside: true }) };
}

/** As `factsOf`, of a path that is changed. Errors: `permission-denied` for a kept output. */
export function changedFactsOf(place: ResolvedPath): PathFacts {
  if (place.storedOutput !== undefined) throw storedOutputUnchanged(place.storedOutput);
  return factsOf(place);
}

/** Why nothing is done to what was kept of an output. */
export function storedOutputUnchanged(handle: string): ToolError {
  return new ToolError(
    "permission-denied",
    `'${handle}' is what was kept of an output: it can be read and searched, not changed. Name a file of the workspace.`,
  );
}

/** Who changes something may look at it, where the policy lets that be read unasked. */
export function permitsLook(
  effect: PathFacts,
  path: ResolvedPath,
  isReadable: (path: ResolvedPath) => boolean,
): boolean {
  return isAtOrBelow(path.realPath, placeOf(effect)) && isReadable(path);
}

/** The absolute path with these names; null for one of another machine. */
export function examplePath(names: readonly string[]): string | null {
  const [first = ""] = names;
  if (first.startsWith("//")) return null;
  return /^[A-Z]:$/.test(first) ? names.join("/") : `/${names.join("/")}`;
}

function allNotes(
  { path, realPath, isOutside }: PathFacts,
  roots: readonly string[],
  [first, last]: readonly [readonly Note[], readonly Note[]],
): readonly Note[] {
  const asked = describeLocation(path, roots);
  const real = realPath === undefined ? asked : describeLocation(realPath, roots);
  return [
    ...first,
    real === asked ? undefined : `which is ${real}`,
    isOutside === true ? "outside the workspace" : undefined,
    ...last,
  ];
}

function widthsOf(
  effect: PathEffect,
  { exact, plural, place }: { exact: string; plural: string; place: Place },
): readonly Width[] {
  const path = placeOf(effect);
  const shown = describeLocation(path, place.roots);
  if (isRecursive(effect)) {
    return [{ pattern: exact, label: `${plural} below ${shown}` }];
  }
  const itself: Width = { pattern: exact, label: `${plural} of ${shown}` };
  const folder = folderOf(path, place);
  const text = folder === null ? null : pathText(folder, place);
  if (folder === null || text === null) return [itself];
  const label = `${plural} below ${describeLocation(folder, place.roots)}`;
  return [itself, { pattern: `${effect.type}(${below(text)})`, label }];
}

/** The folder a path is in, when it lies below a root; null for a root itself and outside. */
function folderOf(path: string, place: Place): string | null {
  const names = namesOf(path);
  if (names === null) return null;
  const folder = path.slice(0, Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")));
  const folderNames = names.slice(0, -1);
  const isBelowRoot = place.rootNames.some(
    (root) => folderNames.length > root.length && isWithin(folderNames, root),
  );
  const holdsRoot = place.rootNames.some((root) => isWithin(root, folderNames));
  const holdsHome = place.homeNames !== null && isWithin(place.homeNames, folderNames);
  return isBelowRoot && !holdsRoot && !holdsHome ? folder : null;
}
