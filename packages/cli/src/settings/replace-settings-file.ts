import { randomBytes } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";

/**
 * Replaces a settings file atomically, follows a link to it, and keeps its mode. Only this user can
 * read a new file.
 *
 * Errors: those of the file system.
 */
export function replaceSettingsFile(path: string, text: string): void {
  const isThere = existsSync(path);
  const real = isThere ? realpathSync(path) : path;
  if (!isThere) mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const mode = isThere ? statSync(real).mode & 0o777 : 0o600;
  const temporary = `${real}.${randomBytes(8).toString("hex")}.tmp`;
  try {
    writeFileSync(temporary, text, { flag: "wx", mode });
    renameSync(temporary, real);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}
