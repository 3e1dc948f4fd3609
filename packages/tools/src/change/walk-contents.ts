import { ToolError, type WorkspaceAccess } from "@toolwright/core";
import type { DirectoryEntry, FileKind } from "@toolwright/core/ports";
import { joinPath } from "../directory/join-path.ts";

export interface ContentEntry {
  /** The path to pass to the workspace. */
  readonly path: string;
  /** Relative to the directory that was walked. */
  readonly below: string;
  readonly kind: FileKind;
  /** Whether reading it needs approval. Such a directory is not opened. */
  readonly isClosed: boolean;
}

export interface Contents {
  /** Each directory comes before its contents. */
  readonly entries: readonly ContentEntry[];
  /** Whether there are more entries than the limit. */
  readonly isCut: boolean;
}

/**
 * Everything below a directory that is about to be moved or deleted. Links are not followed.
 *
 * Errors: `input-invalid` for a name that is not UTF-8; those of the workspace.
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
      // A link itself is moved or deleted, so its target needs no check.
      const isClosed = kind !== "link" && !(await workspace.mayRead(path));
      entries.push({ path, below, kind, isClosed });
      if (kind === "directory" && !isClosed) open.push({ path, below });
    }
  }
  return { entries, isCut: false };
}

/** Whether two walks of a directory found the same names. */
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
    `'${directory}' contains a name that isn't UTF-8, which can't be checked, so nothing was changed. Rename or remove that file with a command first.`,
  );
}
