import { linkSync, renameSync, unlinkSync } from "node:fs";
import type { ContainedDirectory } from "../access/contained-directory.ts";
import { systemCode } from "../access/failures.ts";
import { statIn } from "./replaced-file.ts";

/** File systems without hard links, and kernels that refuse them for files of others. */
export const withoutLinks = new Set([
  "EPERM",
  "ENOTSUP",
  "EOPNOTSUPP",
  "ENOSYS",
  "EMLINK",
  "EACCES",
]);

/**
 * Gives a file a new name that nothing has yet; false when something has. Renaming would replace
 * it, so the new name is a hard link and the old one goes away after; where there are no hard links
 * the look right before the rename must do.
 */
export function renameToNew(from: string, directory: ContainedDirectory, name: string): boolean {
  try {
    linkSync(from, directory.at(name));
  } catch (error) {
    const code = systemCode(error) ?? "";
    if (code === "EEXIST") return false;
    if (!withoutLinks.has(code)) throw error;
    if (statIn(directory, name) !== null) return false;
    renameSync(from, directory.at(name));
    return true;
  }
  try {
    unlinkSync(from);
  } catch (error) {
    unlinkSync(directory.at(name));
    throw error;
  }
  return true;
}
