import { type BigIntStats, closeSync, renameSync } from "node:fs";
import { basename, dirname } from "node:path";
import { ToolError } from "@toolwright/core";
import { shownPath } from "@toolwright/core/internal";
import type { FileVersion } from "@toolwright/core/ports";
import { PathMoved, changed } from "../access/failures.ts";
import type { FoundPath } from "../paths/path-resolver.ts";
import { type ChangeContext, decisively } from "./change-context.ts";
import { type DirectoryChain, openExisting, openOrMake } from "./directory-chain.ts";
import { type Expectation, checkWritable, expectFile, expectSameFile } from "./replaced-file.ts";
import { renameToNew } from "./rename-new.ts";
import { type TemporaryFile, makeTemporaryFile } from "./temporary-file.ts";

export interface FileWrite {
  readonly found: FoundPath;
  readonly bytes: Uint8Array;
  /** The version that is replaced; null for a new file. */
  readonly replaces: FileVersion | null;
  /** Permission bits. Default: those of the replaced file, or 0666 without the umask. */
  readonly mode: number | undefined;
  /** Throws if the call is over: then nothing may change any more. */
  readonly checkRevoked: () => void;
}

/**
 * Writes the bytes to a real path entirely or not at all: writes a temporary file beside it,
 * flushes and renames it. Missing parents of a new file are created, and removed again on failure.
 *
 * Errors: `file-changed`, `not-a-file`, `cancelled`; `PathMoved` when the path must be resolved
 * again; the system's.
 */
export async function writeFile(context: ChangeContext, write: FileWrite): Promise<FileVersion> {
  const { root, realPath } = write.found.resolved;
  const place = { containment: context.containment, root, realPath: dirname(realPath) };
  const chain = write.replaces === null ? openOrMake(place) : openExisting(place);
  try {
    return await writeIn(context, write, chain);
  } catch (error) {
    chain.undo();
    throw error;
  } finally {
    chain.close();
  }
}

async function writeIn(
  context: ChangeContext,
  { found, bytes, replaces, mode, checkRevoked }: FileWrite,
  chain: DirectoryChain,
): Promise<FileVersion> {
  const { asked } = found;
  const { realPath, root } = found.resolved;
  const { directory } = chain;
  const name = basename(realPath);
  const expectation = { directory, name, asked, version: replaces };
  const before = expectFile(expectation);
  if (before !== null) checkWritable(directory, name);
  context.litter.beforeWriting(directory, root);
  const temporary = await makeTemporaryFile(directory, { bytes, mode, replaced: before });
  try {
    await decisively(context, [realPath], () => {
      checkRevoked();
      if (!directory.isInPlace()) throw new PathMoved();
      expectSameFile(expectation, before);
      place(temporary, expectation, before);
    });
    await syncPlaced(chain, asked);
    return context.versions.ofWritten(temporary.descriptor, realPath, bytes);
  } finally {
    closeSync(temporary.descriptor);
    temporary.remove();
  }
}

function place(
  temporary: TemporaryFile,
  { directory, name, asked }: Expectation,
  before: BigIntStats | null,
): void {
  if (before !== null) {
    renameSync(temporary.path, directory.at(name));
  } else if (!renameToNew(temporary.path, directory, name)) {
    throw changed(asked, "was created by another process in the meantime. Read it first.");
  }
}

/** The file exists by now, so the error must not suggest otherwise. */
async function syncPlaced(chain: DirectoryChain, asked: string): Promise<void> {
  try {
    await chain.sync();
  } catch (cause) {
    throw new ToolError(
      "internal",
      `${shownPath(asked)} was written, but the system could not confirm that it is on the disk.`,
      { cause },
    );
  }
}
