import { type Stats, lstatSync, readdirSync, unlinkSync } from "node:fs";
import type { ContainedDirectory } from "../access/contained-directory.ts";
import { systemCode } from "../access/failures.ts";
import { type ProcessIdentity, isRunning } from "./process-identity.ts";
import { writerOf } from "./temporary-name.ts";

/** Of a writer on another machine, in another container or before a restart nothing is known. */
const unknownWriterMaxAgeMs = 60 * 60 * 1000;

/**
 * Removes the temporary files that killed writers of ours left in a directory. Touches nothing but
 * regular files of our own name pattern and of this user, whose writer runs no more.
 */
export function cleanDirectory(directory: ContainedDirectory): void {
  for (const name of readableNames(directory)) {
    const writer = writerOf(name);
    if (writer === null) continue;
    const path = directory.at(name);
    try {
      const stats = lstatSync(path);
      if (stats.isFile() && isOurs(stats) && isOver(writer, stats)) unlinkSync(path);
    } catch (error) {
      // Gone by itself, or not ours to remove: either way nothing to fail a write for.
      if (systemCode(error) === null) throw error;
    }
  }
}

/** Whether nobody can be writing what a process left behind; judged by age when it can't be told. */
export function isOver(writer: ProcessIdentity, { mtimeMs }: Stats): boolean {
  const running = isRunning(writer);
  return running === null ? Date.now() - mtimeMs > unknownWriterMaxAgeMs : !running;
}

function isOurs({ uid }: Stats): boolean {
  return process.getuid === undefined || process.getuid() === uid;
}

function readableNames(directory: ContainedDirectory): readonly string[] {
  try {
    return readdirSync(directory.here);
  } catch (error) {
    // A directory that may be written but not listed.
    if (systemCode(error) === "EACCES" || systemCode(error) === "EBADF") return [];
    throw error;
  }
}
