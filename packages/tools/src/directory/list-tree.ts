import { ToolError, type WorkspaceAccess } from "@toolwright/core";
import type { DirectoryEntry, FileKind, ResolvedPath } from "@toolwright/core/ports";
import { joinPath } from "./join-path.ts";
import { maySee } from "./tree-read.ts";
import { describeLink } from "./describe-link.ts";

/** Large, and rarely wanted in the listing of a directory above them. */
const notOpenedByHabit: ReadonlySet<string> = new Set([".git", "node_modules"]);

export interface ListedEntry {
  readonly name: string;
  /** Relative to the directory that was listed. */
  readonly path: string;
  readonly kind: FileKind;
  /** A file's size in bytes; null for other kinds and for protected files. */
  readonly size: number | null;
  /** A link's target. */
  readonly target: string | null;
  /** Why a directory within the depth has no entries here. */
  readonly notOpened: "habit" | "limit" | "protected" | null;
  readonly children: readonly ListedEntry[];
  /** Entries of this directory that are not among its children. */
  readonly leftOut: number;
}

export interface ListedTree {
  readonly root: readonly ListedEntry[];
  /** The whole tree, each directory before its entries. */
  readonly entries: readonly ListedEntry[];
  /** The number of known entries that are not listed. */
  readonly leftOut: number;
  /** The number of unwanted entries in the listed directories. */
  readonly unwanted: number;
}

export interface ListTreeOptions {
  /** 1: the directory's own entries. */
  readonly depth: number;
  readonly maxEntries: number;
  /** Whether an entry is wanted, by its path relative to the directory. Default: all are. */
  readonly isWanted?: (path: string, kind: FileKind) => boolean;
}

type OpenEntry = { -readonly [Field in keyof ListedEntry]: ListedEntry[Field] } & {
  children: OpenEntry[];
};

/**
 * A directory's entries, listed level by level so that a limit cuts the deepest. Entries that the
 * policy doesn't let the call read are listed without details.
 *
 * Errors: those of the workspace for the directory itself.
 */
export async function listTree(
  workspace: WorkspaceAccess,
  path: string,
  { depth, maxEntries, isWanted = () => true }: ListTreeOptions,
): Promise<ListedTree> {
  const start = await workspace.resolve(path);
  let room = maxEntries;
  let leftOut = 0;
  let unwanted = 0;

  /** The entries of a directory that fit into the limit. */
  const take = async (directory: string, shown: string): Promise<[OpenEntry[], number]> => {
    const all = await workspace.list(directory);
    const listed = all
      .filter(({ name, kind }) => isWanted(joinPath(shown, name), kind))
      .sort(byKindAndName);
    unwanted += all.length - listed.length;
    const kept = listed.slice(0, room);
    room -= kept.length;
    leftOut += listed.length - kept.length;
    const entries: OpenEntry[] = [];
    for (const entry of kept) {
      const place = { directory, shown: joinPath(shown, entry.name), start };
      entries.push(await describeEntry(workspace, entry, place));
    }
    return [entries, listed.length - kept.length];
  };

  const [root] = await take(path, "");
  let level: readonly OpenEntry[] = root;
  for (let at = 2; at <= depth; at++) {
    const next: OpenEntry[] = [];
    for (const entry of level) {
      if (entry.kind !== "directory" || entry.notOpened !== null) continue;
      if (notOpenedByHabit.has(entry.name)) entry.notOpened = "habit";
      else if (room === 0) {
        entry.notOpened = "limit";
        leftOut++;
      } else {
        const below = await takeBelow(() => take(joinPath(path, entry.path), entry.path));
        if (below === null) entry.notOpened = "protected";
        else [entry.children, entry.leftOut] = below;
        next.push(...entry.children);
      }
    }
    level = next;
  }
  return { root, entries: flatten(root), leftOut, unwanted };
}

/** Null if the directory can't be read or is gone. */
async function takeBelow<Taken>(take: () => Promise<Taken>): Promise<Taken | null> {
  try {
    return await take();
  } catch (thrown) {
    if (!ToolError.isInstance(thrown) || thrown.code === "cancelled") throw thrown;
    return null;
  }
}

interface EntryPlace {
  /** The directory's path, for the workspace. */
  readonly directory: string;
  /** The entry's path, for display. */
  readonly shown: string;
  readonly start: ResolvedPath;
}

async function describeEntry(
  workspace: WorkspaceAccess,
  { name, kind }: DirectoryEntry,
  { directory, shown, start }: EntryPlace,
): Promise<OpenEntry> {
  const path = joinPath(directory, name);
  const isReadable = kind === "link" || (await maySee(workspace, start, path));
  return {
    name,
    path: shown,
    kind,
    size: kind === "file" && isReadable ? await sizeOf(workspace, path) : null,
    target: kind === "link" ? await describeLink(workspace, path) : null,
    notOpened: kind !== "link" && !isReadable ? "protected" : null,
    children: [],
    leftOut: 0,
  };
}

/** Null if the file is gone, or its name is not UTF-8. */
async function sizeOf(workspace: WorkspaceAccess, path: string): Promise<number | null> {
  return takeBelow(async () => (await workspace.stat(path))?.size ?? null);
}

function byKindAndName(a: DirectoryEntry, b: DirectoryEntry): number {
  const directories = Number(b.kind === "directory") - Number(a.kind === "directory");
  return directories !== 0 ? directories : a.name < b.name ? -1 : a.name > b.name ? 1 : 0;
}

function flatten(entries: readonly ListedEntry[]): readonly ListedEntry[] {
  return entries.flatMap((entry) => [entry, ...flatten(entry.children)]);
}
