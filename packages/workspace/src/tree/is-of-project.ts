import { lstatSync } from "node:fs";
import { dirname, join } from "node:path";
import { placeIn, type View } from "@toolwright/core/ports";
import { isIgnored, levelsAbove } from "./ignore-level.ts";

/**
 * Whether a directory below a root belongs to the root's own project: no part of the way there is ignored, in
 * `node_modules` or `.git`, or a repository of its own. False in case of doubt.
 *
 * Shapes: `root` and `directory` are real absolute paths.
 */
export function isOfProject(root: string, directory: string, views: readonly View[] = []): boolean {
  try {
    return isOwn(placeIn(views, root), placeIn(views, directory));
  } catch {
    // An ignore file or a directory that can't be read.
    return false;
  }
}

function isOwn(root: string, directory: string): boolean {
  for (let at = directory; at !== root; at = dirname(at)) {
    const above = dirname(at);
    if (above === at) return false;
    const name = at.slice(above.length + 1);
    if (name === "node_modules" || name === ".git") return false;
    if (lstatSync(join(at, ".git"), { throwIfNoEntry: false }) !== undefined) return false;
    if (isIgnored(levelsAbove(at), `${above}/`, name, true)) return false;
  }
  return true;
}
