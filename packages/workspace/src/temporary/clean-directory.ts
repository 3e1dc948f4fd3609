import { type Stats, lstatSync, readdirSync, unlinkSync } from "node:fs";
import type { ContainedDirectory } from "../access/contained-directory.ts";
import { systemCode } from "../access/failures.ts";
import { type ProcessIdentity, isRunning } from "./process-identity.ts";
import { writerOf } from "./temporary-name.ts";

/** For writers on another machine, in another container or before a restart. */
const unknownWriterMaxAgeMs = 60 * 60 * 1000;

/**
 * Removes the temporary files that our killed writers left in a directory. Touches only regular
 * files that have our name pattern, belong to this user, and whose writer has ended.
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
      // The file is gone, or the system protects it. Neither is a reason to fail a write.
      if (systemCode(error) === null) throw error;
    }
  }
}

/** Whether the process that left something behind has ended. Its age decides if that is unknown. */
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
    // The directory can be written but not listed.
    if (systemCode(error) === "EACCES" || systemCode(error) === "EBADF") return [];
    throw error;
  }
}
