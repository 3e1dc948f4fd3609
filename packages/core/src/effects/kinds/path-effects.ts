import { ToolError } from "../../errors.ts";
import { parsePathPattern } from "../../policy/path-pattern.ts";
import { isWithin, namesOf } from "../../policy/path-names.ts";
import { below, pathText } from "../../policy/pattern-text.ts";
import type { Place } from "../../policy/place.ts";
import { PathTarget, type Target } from "../../policy/target.ts";
import { labelsOf } from "../../labels/label-lists.ts";
import type { ResolvedPath } from "../../ports/workspace.ts";
import { isAtOrBelow } from "../at-or-below.ts";
import type { Phrase } from "../../language/phrase.ts";
import { phrase } from "../../language/core-phrase.ts";
import { describeLocation, withNotes } from "../describe-parts.ts";
import type { PathEffect } from "../effect.ts";
import type { EffectKind, Width } from "../effect-kind.ts";

/**
 * The fields of all path effects. A tool gives each path as it received it. The runtime resolves the
 * path through the workspace and fills the fields marked "by the runtime", so no tool can miss a link.
 */
export interface PathFacts {
  /** The path as given by the tool; once resolved, absolute and normalised, links not followed. */
  readonly path: string;
  /** By the runtime: the path with every link followed, as far as it exists. */
  readonly realPath?: string;
  /** By the runtime: whether the path is outside every root of the workspace. */
  readonly isOutside?: boolean;
}

type SharedMember =
  | "describe"
  | "patternKind"
  | "parseArgument"
  | "narrowestPattern"
  | "target"
  | "widths"
  | "secretUse"
  | "brings";

/** The members in which the kinds of path effects differ. */
type Particular<E extends PathEffect> = Omit<EffectKind<E>, SharedMember> & {
  readonly type: E["type"];
  readonly phrases: PathPhrases;
  readonly reach: (effect: E) => Pick<Target, "includesBelow" | "needsCoverBelow">;
  /** The notes in parentheses before and after the note on where the path leads. */
  readonly notes: (effect: E) => readonly [readonly Note[], readonly Note[]];
};

/** How an effect is called: itself, and in a rule for a path or for everything below it. */
export interface PathPhrases {
  itself(path: string): Phrase;
  of(path: string): Phrase;
  below(path: string): Phrase;
}

type Note = Phrase | undefined;

/** A kind of path effect, made of the common members and its particular ones. */
export function pathKind<E extends PathEffect>(particular: Particular<E>): EffectKind<E> {
  const { type, phrases, reach, notes, ...members } = particular;
  return {
    describe: (effect, roots) =>
      withNotes(
        phrases.itself(describeLocation(effect.path, roots)),
        allNotes(effect, roots, notes(effect)),
      ),
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
    widths: (effect, exact, place) => widthsOf(effect, { exact, phrases, place }),
    secretUse: ({ isOutside }) =>
      isOutside === true ? { against: "the call goes outside the workspace" } : "used",
    brings: (effect, facts) =>
      labelsOf(effect.isOutside === true ? "outside" : "workspace", facts.isSecret(effect)),
    ...members,
  };
}

/** The real path, if it was resolved. */
export function placeOf({ path, realPath }: PathFacts): string {
  return realPath ?? path;
}

/** The paths that a change touches: for a link, both the link itself and its target. */
export function changedPlaces(effect: PathFacts): readonly string[] {
  const place = placeOf(effect);
  return place === effect.path ? [place] : [place, effect.path];
}

export function isRecursive(effect: PathEffect): boolean {
  return "recursive" in effect && effect.recursive === true;
}

/** The workspace's facts about a path. They overwrite anything the tool said about links and roots. */
export function factsOf({ path, realPath, root }: ResolvedPath): PathFacts {
  return { path, realPath, ...(root === null && { isOutside: true }) };
}

/** Like `factsOf`, for a path to be changed. Errors: `permission-denied` for a stored output. */
export function changedFactsOf(place: ResolvedPath): PathFacts {
  if (place.storedOutput !== undefined) throw storedOutputUnchanged(place.storedOutput);
  return factsOf(place);
}

/** The error for a change of a stored output. */
export function storedOutputUnchanged(handle: string): ToolError {
  return new ToolError(
    "permission-denied",
    `'${handle}' is a stored output: it can be read and searched but not changed. Give the path of a file in the workspace.`,
  );
}

/** Whether a change permits looking at its path: only if the policy allows reading it without approval. */
export function permitsLook(
  effect: PathFacts,
  path: ResolvedPath,
  isReadable: (path: ResolvedPath) => boolean,
): boolean {
  return isAtOrBelow(path.realPath, placeOf(effect)) && isReadable(path);
}

/** The absolute path with these names; null for a network path. */
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
    real === asked ? undefined : phrase("which is {path}", { path: real }),
    isOutside === true ? phrase("outside the workspace") : undefined,
    ...last,
  ];
}

function widthsOf(
  effect: PathEffect,
  { exact, phrases, place }: { exact: string; phrases: PathPhrases; place: Place },
): readonly Width[] {
  const path = placeOf(effect);
  const shown = describeLocation(path, place.roots);
  if (isRecursive(effect)) {
    return [{ pattern: exact, label: phrases.below(shown) }];
  }
  const itself: Width = { pattern: exact, label: phrases.of(shown) };
  const folder = folderOf(path, place);
  const text = folder === null ? null : pathText(folder, place);
  if (folder === null || text === null) return [itself];
  const label = phrases.below(describeLocation(folder, place.roots));
  return [itself, { pattern: `${effect.type}(${below(text)})`, label }];
}

/** The folder that contains the path, if the folder lies below a root; otherwise null. */
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
