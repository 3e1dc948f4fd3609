import { type BigIntStats, mkdirSync, renameSync, rmdirSync } from "node:fs";
import { basename, dirname, sep } from "node:path";
import { ToolError } from "@toolwright/core";
import { shownPath } from "@toolwright/core/internal";
import { PathMoved, changed, systemCode } from "../access/failures.ts";
import { isInside } from "../paths/containment.ts";
import type { FoundPath } from "../paths/path-resolver.ts";
import { type ChangeContext, decisively } from "./change-context.ts";
import { type DirectoryChain, openExisting, openOrMake } from "./directory-chain.ts";
import { renameToNew } from "./rename-new.ts";
import { statIn } from "./replaced-file.ts";

export interface PathMove {
  readonly from: FoundPath;
  readonly to: FoundPath;
  readonly checkRevoked: () => void;
}

/**
 * Moves a file, a link (itself) or a directory to an unused name, creating missing parents.
 *
 * Errors: `file-changed` if the name is in use; `input-invalid` into itself or onto another file
 * system; `cancelled`; `PathMoved`; the system's.
 */
export async function movePath(context: ChangeContext, move: PathMove): Promise<void> {
  const { from, to } = move;
  if (from.resolved.realPath !== to.resolved.realPath) {
    if (isInside(from.resolved.realPath, to.resolved.realPath, sep)) throw intoItself(move);
  }
  const source = openExisting(parentOf(context, from));
  try {
    const target = openOrMake(parentOf(context, to));
    try {
      await decisively(context, [from.resolved.realPath, to.resolved.realPath], () => {
        move.checkRevoked();
        if (!source.directory.isInPlace() || !target.directory.isInPlace()) throw new PathMoved();
        rename(move, source, target);
      });
      await target.sync();
      await source.sync();
    } catch (error) {
      target.undo();
      throw error;
    } finally {
      target.close();
    }
  } finally {
    source.close();
  }
}

function parentOf({ containment }: ChangeContext, { resolved }: FoundPath) {
  return { containment, root: resolved.root, realPath: dirname(resolved.realPath) };
}

function rename({ from, to }: PathMove, source: DirectoryChain, target: DirectoryChain): void {
  const oldName = basename(from.resolved.realPath);
  const newName = basename(to.resolved.realPath);
  const stats = statIn(source.directory, oldName);
  if (stats === null) throw new PathMoved();
  const old = source.directory.at(oldName);
  try {
    const isMoved = stats.isDirectory()
      ? renameDirectory(old, target, newName)
      : renameEntry(old, stats, target, newName);
    if (!isMoved) throw changed(to.asked, "already exists, and a move overwrites nothing.");
  } catch (error) {
    if (systemCode(error) !== "EXDEV") throw error;
    throw new ToolError(
      "input-invalid",
      `${shownPath(to.asked)} is on another file system than ${shownPath(from.asked)}, and a move ` +
        "can't cross file systems. Copy it and delete the original.",
      { cause: error },
    );
  }
}

function renameEntry(
  old: string,
  stats: BigIntStats,
  target: DirectoryChain,
  name: string,
): boolean {
  // Except on Linux, a hard link to a link would link to its target.
  if (!stats.isSymbolicLink() || process.platform === "linux") {
    return renameToNew(old, target.directory, name);
  }
  if (statIn(target.directory, name) !== null) return false;
  renameSync(old, target.directory.at(name));
  return true;
}

/**
 * A directory can't be hard-linked, but it may replace an empty one. Creating an empty directory
 * reserves the name, and fails if the name is in use. If something is put into it in the meantime,
 * the rename fails.
 */
function renameDirectory(old: string, { directory }: DirectoryChain, name: string): boolean {
  const path = directory.at(name);
  if (process.platform === "win32") {
    if (statIn(directory, name) !== null) return false;
    renameSync(old, path);
    return true;
  }
  try {
    mkdirSync(path);
  } catch (error) {
    if (systemCode(error) === "EEXIST") return false;
    throw error;
  }
  try {
    renameSync(old, path);
    return true;
  } catch (error) {
    rmdirSync(path);
    if (systemCode(error) === "ENOTEMPTY") return false;
    throw error;
  }
}

function intoItself({ from, to }: PathMove): ToolError {
  return new ToolError(
    "input-invalid",
    `${shownPath(from.asked)} can't be moved into itself (${shownPath(to.asked)}).`,
  );
}
