import { ToolError, type WorkspaceAccess } from "@toolwright/core";
import type { DirectoryEntry, FileKind } from "@toolwright/core/ports";
import { joinPath } from "../directory/join-path.ts";

export interface ContentEntry {
  /** As asked for the workspace. */
  readonly path: string;
  /** Relative to the directory that was walked. */
  readonly below: string;
  readonly kind: FileKind;
  /** The policy doesn't let it be read unasked: a directory of this kind wasn't opened. */
  readonly isClosed: boolean;
}

export interface Contents {
  /** Each directory before what is in it. */
  readonly entries: readonly ContentEntry[];
  /** There are more than were asked for. */
  readonly isCut: boolean;
}

/**
 * Everything below a directory that is about to be moved or deleted, links as links.
 *
 * Errors: `input-invalid` for a name that no path can be made of; those of the workspace.
 */
export async function walkContents(
  workspace: WorkspaceAccess,
  directory: string,
  maxEntries: number,
): Promise<Contents> {
  const entries: ContentEntry[] = [];
  const open: Pick<ContentEntry, "path" | "below">[] = [{ path: directory, below: "" }];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const listed = await workspace.list(at.path);
    for (const { name, kind } of listed.toSorted(byName)) {
      if (entries.length === maxEntries) return { entries, isCut: true };
      if (name.includes("\ufffd")) throw lossyName(directory);
      const path = joinPath(at.path, name);
      const below = joinPath(at.below, name);
      // A link goes or stays as it is, whatever it leads to.
      const isClosed = kind !== "link" && !(await workspace.mayRead(path));
      entries.push({ path, below, kind, isClosed });
      if (kind === "directory" && !isClosed) open.push({ path, below });
    }
  }
  return { entries, isCut: false };
}

/** Whether two looks at a directory found the same names. */
export function isSameContents(one: Contents, other: Contents): boolean {
  return (
    one.isCut === other.isCut &&
    one.entries.length === other.entries.length &&
    one.entries.every(({ below, kind }, index) => {
      const entry = other.entries[index];
      return entry?.below === below && entry.kind === kind;
    })
  );
}

export interface ContentCounts {
  readonly files: number;
  readonly directories: number;
  readonly others: number;
}

export function countContents({ entries }: Contents): ContentCounts {
  const count = (kind: FileKind): number => entries.filter((entry) => entry.kind === kind).length;
  const files = count("file");
  const directories = count("directory");
  return { files, directories, others: entries.length - files - directories };
}

function byName(a: DirectoryEntry, b: DirectoryEntry): number {
  return a.name < b.name ? -1 : 1;
}

function lossyName(directory: string): ToolError {
  return new ToolError(
    "input-invalid",
    `'${directory}' holds a name that isn't UTF-8, which can't be told or checked from here, so nothing was changed. Rename or remove that file with a command first.`,
  );
}
