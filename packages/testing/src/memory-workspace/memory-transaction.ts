import { ToolError } from "@toolwright/core";
import type { FileChange, FileVersion, ResolvedPath } from "@toolwright/core/ports";
import type { MemoryDisk, MemoryFile } from "./memory-disk.ts";

/** A change with resolved, permitted paths and the current nodes. */
export interface MemoryChange {
  readonly change: FileChange;
  /** The path written, deleted or moved away. */
  readonly source: ResolvedPath;
  /** The destination of a move. */
  readonly target: ResolvedPath | null;
  /** The node at `source`; null for a new file. */
  readonly file: MemoryFile | null;
}

/** Errors: `input-invalid` if two changes touch one path. */
export function assertApart(changes: readonly MemoryChange[]): void {
  const seen = new Set<string>();
  for (const { source, target } of changes) {
    for (const place of target === null ? [source] : [source, target]) {
      if (seen.has(place.realPath)) {
        throw new ToolError("input-invalid", `'${place.displayPath}' occurs in two changes.`);
      }
      seen.add(place.realPath);
    }
  }
}

/** Applies checked changes, which cannot fail any more. Returns the new files. */
export function makeChanges(
  disk: MemoryDisk,
  changes: readonly MemoryChange[],
  versionOf: (file: MemoryFile) => FileVersion,
): readonly (FileVersion | null)[] {
  for (const { change, source, target, file } of changes) {
    if (change.type === "delete") disk.remove(source.realPath);
    if (change.type === "write") {
      disk.put(source.realPath, change.bytes, change.mode ?? file?.mode);
    }
    if (change.type !== "move" || target === null) continue;
    disk.rename(source.realPath, target.realPath);
    if (change.bytes !== undefined) disk.put(target.realPath, change.bytes, file?.mode);
  }
  return changes.map(({ change, source, target }) => {
    const node = disk.at((target ?? source).realPath);
    return change.type === "delete" || node?.kind !== "file" ? null : versionOf(node);
  });
}
