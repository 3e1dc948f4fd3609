import { type Dirent, type Stats, closeSync, fstatSync, lstatSync, readdirSync } from "node:fs";
import { basename, dirname } from "node:path";
import { ToolError } from "@toolwright/core";
import { shownPath } from "@toolwright/core/internal";
import type { DirectoryEntry, FileKind, FileStat, FileVersion } from "@toolwright/core/ports";
import type { FoundPath } from "../paths/path-resolver.ts";
import type { FileVersions } from "../versions/file-versions.ts";
import type { TooManyBytes } from "../versions/read-whole.ts";
import { type Containment, type OpenedFile, baseOf } from "./contained-directory.ts";
import { PathMoved, isGone, kindOf, notADirectory, notAFile } from "./failures.ts";

/** The found file, opened for reading; the caller closes the descriptor. */
export function openFound(
  containment: Containment,
  { asked, resolved, stats }: FoundPath,
): OpenedFile {
  if (stats === null || stats.isSymbolicLink()) throw new PathMoved();
  // Checked before opening, because opening a FIFO or a device has effects.
  if (!stats.isFile()) throw notAFile(asked, kindOf(stats));
  const { realPath, root } = resolved;
  const descriptor = containment.openFile(baseOf(root, realPath), realPath);
  const opened = fstatSync(descriptor);
  if (opened.isFile()) return { descriptor, stats: opened };
  closeSync(descriptor);
  throw notAFile(asked, kindOf(opened));
}

/** The version of the found file; null if none was found. */
export function versionOf(
  { containment, versions }: { readonly containment: Containment; readonly versions: FileVersions },
  found: FoundPath,
): FileVersion | null {
  if (found.stats === null) return null;
  const { descriptor } = openFound(containment, found);
  try {
    return versions.ofFile(descriptor, found.resolved.realPath);
  } finally {
    closeSync(descriptor);
  }
}

/** The entries of a found directory; links aren't followed. */
export function listFound(
  containment: Containment,
  { asked, resolved, stats }: FoundPath,
): readonly DirectoryEntry[] {
  if (stats === null || stats.isSymbolicLink()) throw new PathMoved();
  if (!stats.isDirectory()) throw notADirectory(asked);
  const { realPath, root } = resolved;
  const directory = containment.lookInto(baseOf(root, realPath), realPath);
  try {
    return readdirSync(directory.here, { withFileTypes: true }).map((entry) => ({
      name: entry.name,
      kind: fileKind(entry),
    }));
  } finally {
    directory.close();
  }
}

/** The facts of a found entry, looked up in its own directory. */
export function statFound(
  containment: Containment,
  { resolved, stats }: FoundPath,
): FileStat | null {
  if (stats === null) return null;
  const { realPath, root } = resolved;
  // A root, including the file system's, has no directory above it that may be used.
  if (realPath === baseOf(root, realPath)) return fileStat(stats);
  const directory = containment.lookInto(baseOf(root, realPath), dirname(realPath));
  try {
    return fileStat(lstatSync(directory.at(basename(realPath))));
  } catch (error) {
    if (isGone(error)) return null;
    throw error;
  } finally {
    directory.close();
  }
}

export function tooLarge(asked: string, error: TooManyBytes, maxBytes: number): ToolError {
  return new ToolError(
    "file-too-large",
    `${shownPath(asked)} has ${error.bytes} bytes; at most ${maxBytes} can be read at once. Read a ` +
      "part of it.",
    { cause: error, details: { bytes: error.bytes, maxBytes } },
  );
}

function fileStat(stats: Stats): FileStat {
  return {
    kind: fileKind(stats),
    size: stats.size,
    modifiedAtMs: stats.mtimeMs,
    mode: stats.mode & 0o7777,
  };
}

function fileKind(entry: Stats | Dirent): FileKind {
  if (entry.isFile()) return "file";
  if (entry.isDirectory()) return "directory";
  return entry.isSymbolicLink() ? "link" : "other";
}
