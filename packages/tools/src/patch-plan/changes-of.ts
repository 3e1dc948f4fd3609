import { type Effect, deletion, write } from "@toolwright/core";
import type { FileChange } from "@toolwright/core/ports";
import type { ContentReader, PatchedFile } from "./patched-file.ts";

/**
 * The changes that a whole patch makes to the current files.
 *
 * Errors: those of reading a file whose content replaces another file's.
 */
export async function changesOf(
  files: readonly PatchedFile[],
  reader: ContentReader,
): Promise<readonly FileChange[]> {
  const moved = new Set<PatchedFile>();
  const moves: FileChange[] = [];
  for (const file of files) {
    const origin = originToMove(file, moved);
    if (origin === null) continue;
    moved.add(origin).add(file);
    const bytes = file.current?.bytes ?? null;
    moves.push({
      type: "move",
      from: origin.path,
      to: file.path,
      // A moved file existed.
      replaces: origin.version ?? "",
      ...(bytes !== null && { bytes }),
    });
  }
  const others: FileChange[] = [];
  for (const file of files) {
    const change = moved.has(file) ? null : await changeOf(file, reader);
    if (change !== null) others.push(change);
  }
  return [...others, ...moves];
}

export function effectsOf(change: FileChange): readonly Effect[] {
  switch (change.type) {
    case "write":
      return [write(change.path, change.replaces === null ? "create" : "modify")];
    case "delete":
      return [deletion(change.path)];
    case "move":
      return [deletion(change.from), write(change.to, "create")];
  }
}

/** The file that moved to this new path, and to no other. */
function originToMove(
  { version, current }: PatchedFile,
  moved: ReadonlySet<PatchedFile>,
): PatchedFile | null {
  const origin = current?.origin ?? null;
  if (version !== null || origin === null || moved.has(origin)) return null;
  return origin.current === null ? origin : null;
}

async function changeOf(file: PatchedFile, reader: ContentReader): Promise<FileChange | null> {
  const { path, version, current } = file;
  if (current === null)
    return version === null ? null : { type: "delete", path, replaces: version };
  const isUntouched = current.origin === file && current.bytes === null;
  if (isUntouched) return null;
  return { type: "write", path, bytes: await reader.bytesOf(current), replaces: version };
}
