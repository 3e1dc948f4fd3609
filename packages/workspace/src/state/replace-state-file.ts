import { randomBytes } from "node:crypto";
import {
  closeSync,
  fchmodSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";

export interface ReplaceOptions {
  /** Whether an existing file keeps its permissions. Default: false. */
  readonly keepsMode?: boolean;
}

/**
 * Replaces one of our own state files atomically, and a link by a file. Only this user can read it, unless it keeps
 * other permissions.
 *
 * Errors: those of the file system.
 */
export function replaceStateFile(
  file: string,
  text: string | Uint8Array,
  { keepsMode = false }: ReplaceOptions = {},
): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const temporary = `${file}.${randomBytes(8).toString("hex")}.tmp`;
  try {
    const descriptor = openSync(temporary, "wx", 0o600);
    try {
      const former = keepsMode ? lstatSync(file, { throwIfNoEntry: false }) : undefined;
      if (former?.isFile() === true) fchmodSync(descriptor, former.mode & 0o777);
      writeFileSync(descriptor, text);
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    renameSync(temporary, file);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}
