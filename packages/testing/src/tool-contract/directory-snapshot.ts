import { hash } from "node:crypto";
import type { Dirent } from "node:fs";
import { lstatSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";

/**
 * The content of some directories by absolute path: `file 644 <sha256>`, `link <target>`, `directory 755` or
 * `other`. Excludes times, because reading changes them.
 */
export type DirectorySnapshot = Readonly<Record<string, string>>;

export interface DirectoryChange {
  readonly path: string;
  readonly change: "created" | "modified" | "deleted";
  readonly isDirectory: boolean;
}

// Captured before patching, so that the kit's own reads are not observed.
const disk = { lstatSync, readdirSync, readFileSync, readlinkSync };

export function takeSnapshot(directories: readonly string[]): DirectorySnapshot {
  const found: Record<string, string> = {};
  for (const directory of directories) collect(directory, found);
  return found;
}

/** Sorted by path. */
export function compareSnapshots(
  before: DirectorySnapshot,
  after: DirectorySnapshot,
): readonly DirectoryChange[] {
  const paths = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...paths].sort().flatMap((path): DirectoryChange[] => {
    const old = before[path];
    const now = after[path];
    if (old === now) return [];
    const change = old === undefined ? "created" : now === undefined ? "deleted" : "modified";
    return [{ path, change, isDirectory: (now ?? old ?? "").startsWith("directory") }];
  });
}

function collect(directory: string, found: Record<string, string>): void {
  let entries: Dirent[];
  try {
    entries = disk.readdirSync(directory, { withFileTypes: true });
  } catch {
    const isThere = disk.lstatSync(directory, { throwIfNoEntry: false }) !== undefined;
    if (isThere) found[directory] = "unreadable";
    return;
  }
  found[directory] = `directory ${modeOf(directory)}`;
  for (const entry of entries) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) collect(path, found);
    else if (entry.isSymbolicLink()) found[path] = `link ${disk.readlinkSync(path)}`;
    else found[path] = entry.isFile() ? describeFile(path) : "other";
  }
}

function describeFile(path: string): string {
  try {
    return `file ${modeOf(path)} ${hash("sha256", disk.readFileSync(path), "hex")}`;
  } catch {
    return `file ${modeOf(path)} unreadable`;
  }
}

/** The mode of an entry; unknown if it has just vanished. */
function modeOf(path: string): string {
  const stats = disk.lstatSync(path, { throwIfNoEntry: false });
  return stats === undefined ? "gone" : (stats.mode & 0o7777).toString(8);
}
