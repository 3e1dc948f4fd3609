import { isUtf8 } from "node:buffer";
import { type Stats, lstatSync, readlinkSync } from "node:fs";
import { dirname, join, parse, sep } from "node:path";
import { ToolError } from "@toolwright/core";
import { shownPath } from "@toolwright/core/internal";
import { placeIn, type View } from "@toolwright/core/ports";
import {
  isGone,
  kernelPlace,
  leadsOutside,
  systemCode,
  systemFailure,
} from "../access/failures.ts";
import { isInside, isKernelPlace } from "./containment.ts";

/** Linux fails with ELOOP after the same number. */
const maxLinks = 40;
const separators = process.platform === "win32" ? /[\\/]/ : sep;

export interface LinkWalk {
  /** The target with every link followed, whether or not it exists. */
  readonly realPath: string;
  /** The real paths of the links that were followed, in order. */
  readonly links: readonly string[];
}

/**
 * Follows every link of an absolute, normalised path, one name at a time. Unlike realpath, it
 * continues where nothing exists: it follows the text of a dangling link, so that the file the link
 * would create is known.
 *
 * Errors: `path-outside-workspace` on touching /proc, /dev or /sys; `not-a-file` for a cycle of
 * links; `permission-denied` for a directory that can't be searched; `input-invalid` for a link
 * whose text isn't UTF-8. In a view also `path-outside-workspace` for a link that leaves the root,
 * even if its text leads back in, because on the disk that is another file.
 */
export function followLinks(path: string, asked: string, views: readonly View[] = []): LinkWalk {
  let reached = parse(path).root;
  const links: string[] = [];
  const ahead = namesFrom(path);
  for (let name = ahead.pop(); name !== undefined; name = ahead.pop()) {
    if (name === "" || name === ".") continue;
    if (name === "..") {
      if (views.some(({ root }) => root === reached)) throw leadsOutside(asked);
      reached = dirname(reached);
      continue;
    }
    const next = join(reached, name);
    if (isKernelPlace(next)) throw kernelPlace(asked);
    const target = linkTextOf(placeIn(views, next), asked);
    if (target === null) {
      reached = next;
      continue;
    }
    links.push(next);
    if (links.length > maxLinks) throw circle(asked);
    const start = parse(target).root;
    if (start !== "" && views.some(({ root }) => isInside(root, next, sep))) {
      throw leadsOutside(asked);
    }
    reached = start || reached;
    ahead.push(...namesFrom(target));
  }
  return { realPath: reached, links };
}

/** The file's facts, without following a final link; null if nothing exists. */
export function statOf(path: string, asked: string): Stats | null {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) ?? null;
  } catch (error) {
    const code = systemCode(error);
    if (code === "ENOENT" || code === "ENOTDIR") return null;
    throw systemFailure(error, asked, "looked up");
  }
}

/** The names below the path's own root, last first. */
function namesFrom(path: string): string[] {
  return path.slice(parse(path).root.length).split(separators).reverse();
}

/** The link's target; null if it isn't a link, or is no longer one. */
function linkTextOf(path: string, asked: string): string | null {
  if (!statOf(path, asked)?.isSymbolicLink()) return null;
  const bytes = readLink(path, asked);
  if (bytes === null || isUtf8(bytes)) return bytes?.toString() ?? null;
  throw new ToolError(
    "input-invalid",
    `${shownPath(asked)} goes through a link whose text is not UTF-8, so it can't be followed.`,
  );
}

function readLink(path: string, asked: string): Buffer | null {
  try {
    return readlinkSync(path, "buffer");
  } catch (error) {
    if (isGone(error) || systemCode(error) === "EINVAL") return null;
    throw systemFailure(error, asked, "looked up");
  }
}

function circle(asked: string): ToolError {
  return new ToolError(
    "not-a-file",
    `${shownPath(asked)} leads through a cycle of links (more than ${maxLinks} links were ` +
      "followed). Remove a link or name another path.",
  );
}
