import { lstatSync, readdirSync } from "node:fs";
import { basename, dirname, join, relative, sep } from "node:path";
import { ToolError } from "@toolwright/core";
import { nearestNames, shownPath } from "@toolwright/core/internal";
import type { ResolvedPath } from "@toolwright/core/ports";
import { isInside } from "../paths/containment.ts";
import type { FoundPath, PathResolver } from "../paths/path-resolver.ts";
import type { Containment } from "./contained-directory.ts";

const maxNearNames = 3;
/** The number of candidates for that, because some may not be revealed. */
const maxCandidates = 12;
/** A directory with more entries isn't searched for similar names. */
const maxSearchedEntries = 5000;

export interface MissingFileContext {
  readonly resolver: PathResolver;
  readonly containment: Containment;
  /** Whether a name may be revealed although the call didn't ask for it. */
  readonly isRevealable: (path: ResolvedPath) => boolean;
}

/** `file-not-found` for a requested path: says how far the path exists, and lists similar names. */
export function missingFile(found: FoundPath, context: MissingFileContext): ToolError {
  const { asked, resolved } = found;
  const first = isLink(context.containment.placeOf(resolved.path))
    ? `${shownPath(asked)} is a link to something that does not exist.`
    : `${shownPath(asked)} does not exist.`;
  const details = resolved.root === null ? "" : describePlace(found, resolved.root, context);
  return new ToolError("file-not-found", `${first}${details}${hintFor(asked)}`);
}

/**
 * The part of the path that exists but isn't a directory, in displayed form; null if there is none.
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
  // Nothing is revealed above the root, even if the root itself was removed.
  if (existing.length < root.length) return "";
  const shown = shownPath(placeName(existing, root, context.resolver.cwd));
  if (!isDirectory) return ` ${shown} is not a directory, so nothing is below it.`;
  const near = nearNamesIn(existing, missing, root, context);
  const hint = near.length === 0 ? "" : ` Similar names there: ${near.map(shownPath).join(", ")}.`;
  const list = ` List ${shown} to see what is there.`;
  return dirname(realPath) === existing
    ? hint || list
    : ` ${shown} exists, but does not contain ${shownPath(missing)}.${hint}`;
}

/** The path relative to the current directory, or to its root if outside. */
function placeName(realPath: string, root: string, cwd: string): string {
  const place = relative(isInside(cwd, realPath, sep) ? cwd : root, realPath);
  return place.replaceAll(sep, "/") || ".";
}

function isLink(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
  } catch {
    // An inaccessible path is reported as missing, as everywhere.
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
    // The names are only a hint; a directory that can't be listed gives none.
    if (error instanceof Error) return [];
    throw error;
  }
}

/** Null for a path that leads outside or can't be resolved: it must not be revealed. */
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
  [/^output:/, "A stored output is named 'output:' and eight hexadecimal digits."],
  [/^~/, "'~' is not expanded here: write the path without it."],
  [/^(?:\$\{?\w+|%[a-z_]\w*%)/i, "Variables are not expanded here: write the path without them."],
  [/^[a-z][\w+.-]*:\/\//i, "A URL is not a path: use a tool that fetches URLs."],
  [/\\/, "A backslash is part of a name on this system: write '/' between names."],
  [/%[0-9a-f]{2}/i, "Percent escapes are only decoded in file:// URIs."],
];

/** A hint at the intended path, since the given one doesn't exist. */
export function hintFor(asked: string): string {
  const hint = literalHints.find(([pattern]) => pattern.test(asked));
  return hint === undefined ? "" : ` ${hint[1]}`;
}

/** Whether its first name would create a directory that is literally named `~` or `$HOME`. */
export function looksUnexpanded(asked: string): boolean {
  return /^(?:~[^/]*|\$\{?\w+\}?|%[a-z_]\w*%)\//i.test(asked);
}
