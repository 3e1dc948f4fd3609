import { linkSync, renameSync, unlinkSync } from "node:fs";
import type { ContainedDirectory } from "../access/contained-directory.ts";
import { systemCode } from "../access/failures.ts";
import { statIn } from "./replaced-file.ts";

/** From file systems without hard links, and kernels that refuse links to other users' files. */
export const withoutLinks = new Set([
  "EPERM",
  "ENOTSUP",
  "EOPNOTSUPP",
  "ENOSYS",
  "EMLINK",
  "EACCES",
]);

/**
 * Gives a file a new, unused name; false if the name is in use. A rename would replace an existing
 * file, so the new name is a hard link and the old one is removed afterwards. Without hard links, a
 * look right before the rename must do.
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
