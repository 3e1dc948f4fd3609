import { lstatSync, readdirSync } from "node:fs";
import { basename, dirname, join, relative, sep } from "node:path";
import { ToolError } from "@toolwright/core";
import { nearestNames, shownPath } from "@toolwright/core/internal";
import type { ResolvedPath } from "@toolwright/core/ports";
import { isInside } from "../paths/containment.ts";
import type { FoundPath, PathResolver } from "../paths/path-resolver.ts";
import type { Containment } from "./contained-directory.ts";

const maxNearNames = 3;
/** How many are looked at for that, as some may not be told. */
const maxCandidates = 12;
/** A directory with more entries isn't searched for near names. */
const maxSearchedEntries = 5000;

export interface MissingFileContext {
  readonly resolver: PathResolver;
  readonly containment: Containment;
  /** Whether a name may be told that the call didn't ask for. */
  readonly isRevealable: (path: ResolvedPath) => boolean;
}

/** `file-not-found` for a path as asked: how far it exists, and names near to what doesn't. */
export function missingFile(found: FoundPath, context: MissingFileContext): ToolError {
  const { asked, resolved } = found;
  const first = isLink(context.containment.placeOf(resolved.path))
    ? `${shownPath(asked)} is a link to something that does not exist.`
    : `${shownPath(asked)} does not exist.`;
  const details = resolved.root === null ? "" : describePlace(found, resolved.root, context);
  return new ToolError("file-not-found", `${first}${details}${hintFor(asked)}`);
}

/**
 * A part of the path before its end that exists but is no directory, as it is to be shown; null
 * when there is none.
 */
export function fileInTheWay(
  { asked, resolved }: FoundPath,
  resolver: PathResolver,
): string | null {
  const { existing, isDirectory } = deepestExisting(resolved.realPath, asked, resolver);
  if (isDirectory || existing === resolved.realPath) return null;
  return resolved.root === null ? existing : placeName(existing, resolved.root, resolver.cwd);
}

function describePlace(found: FoundPath, root: string, context: MissingFileContext): string {
  const { realPath } = found.resolved;
  const { existing, missing, isDirectory } = deepestExisting(
    realPath,
    found.asked,
    context.resolver,
  );
  // Above the root nothing is told, also when the root itself was removed.
  if (existing.length < root.length) return "";
  const shown = shownPath(placeName(existing, root, context.resolver.cwd));
  if (!isDirectory) return ` ${shown} is not a directory, so nothing is below it.`;
  const near = nearNamesIn(existing, missing, root, context);
  const hint = near.length === 0 ? "" : ` Near names there: ${near.map(shownPath).join(", ")}.`;
  const list = ` List ${shown} to see what is there.`;
  return dirname(realPath) === existing
    ? hint || list
    : ` ${shown} exists, but has no ${shownPath(missing)} in it.${hint}`;
}

/** As it could be asked for from the current directory, or else from its root. */
function placeName(realPath: string, root: string, cwd: string): string {
  const place = relative(isInside(cwd, realPath, sep) ? cwd : root, realPath);
  return place.replaceAll(sep, "/") || ".";
}

function isLink(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
  } catch {
    // What can't be looked at is told as missing, as everywhere.
    return false;
  }
}

function deepestExisting(
  realPath: string,
  asked: string,
  resolver: PathResolver,
): { existing: string; missing: string; isDirectory: boolean } {
  let existing = realPath;
  let missing = "";
  for (;;) {
    const stats = resolver.statOf(existing, asked);
    const parent = dirname(existing);
    if (stats !== null || parent === existing) {
      return { existing, missing, isDirectory: stats?.isDirectory() ?? false };
    }
    missing = basename(existing);
    existing = parent;
  }
}

function nearNamesIn(
  directory: string,
  missing: string,
  root: string,
  { resolver, containment, isRevealable }: MissingFileContext,
): readonly string[] {
  const near: string[] = [];
  const names = namesIn(containment, root, directory);
  for (const name of nearestNames(missing, names, maxCandidates)) {
    const resolved = resolvedInside(resolver, join(directory, name));
    if (resolved !== null && isRevealable(resolved)) near.push(name);
    if (near.length === maxNearNames) break;
  }
  return near;
}

function namesIn(containment: Containment, root: string, realPath: string): readonly string[] {
  try {
    const directory = containment.lookInto(root, realPath);
    try {
      const names = readdirSync(directory.here);
      return names.length > maxSearchedEntries
        ? []
        : names.filter((name) => !name.includes("\uFFFD"));
    } finally {
      directory.close();
    }
  } catch (error) {
    // The names are only a help; a directory that can't be listed now has none to give.
    if (error instanceof Error) return [];
    throw error;
  }
}

/** Null for what leads outside or nowhere clear: that is not for telling. */
function resolvedInside(resolver: PathResolver, path: string): ResolvedPath | null {
  try {
    const { resolved } = resolver.resolve(path);
    return resolved.root === null ? null : resolved;
  } catch (error) {
    if (ToolError.isInstance(error)) return null;
    throw error;
  }
}

const literalHints: readonly (readonly [RegExp, string])[] = [
  [/^output:/, "What was kept of an output is named by 'output:' and eight letters and digits."],
  [/^~/, "'~' is not expanded here: write the path without it."],
  [/^(?:\$\{?\w+|%[a-z_]\w*%)/i, "Variables are not expanded here: write the path without them."],
  [/^[a-z][\w+.-]*:\/\//i, "A URL is no path: use a tool that fetches it."],
  [/\\/, "A backslash is part of a name on this system: write '/' between names."],
  [/%[0-9a-f]{2}/i, "Percent escapes are only decoded in file:// URIs."],
];

/** What the path may have been meant for, as taken literally it names nothing. */
export function hintFor(asked: string): string {
  const hint = literalHints.find(([pattern]) => pattern.test(asked));
  return hint === undefined ? "" : ` ${hint[1]}`;
}

/** Whether its first name would be made as a directory literally called like somebody's home. */
export function looksUnexpanded(asked: string): boolean {
  return /^(?:~[^/]*|\$\{?\w+\}?|%[a-z_]\w*%)\//i.test(asked);
}
