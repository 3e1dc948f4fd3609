import { closeSync, openSync } from "node:fs";
import { systemCode } from "../access/failures.ts";
import { expectRegular } from "../state/read-state-file.ts";
import { sqlite } from "../state/sqlite.ts";

/** SQLite's SQLITE_BUSY. */
const busy = 5;

/**
 * Locks a file for as long as this process lives, or until it is disposed. The lock is the kernel's, taken through
 * SQLite, so a killed process leaves none. Null if another process, or this one, holds it.
 *
 * Errors: those of the file system and of SQLite.
 */
export function lockFile(path: string): Disposable | null {
  expectRegular(path);
  createOnce(path);
  const database = new (sqlite().DatabaseSync)(path, { timeout: 0 });
  try {
    database.exec("BEGIN EXCLUSIVE");
  } catch (error) {
    database.close();
    if (error instanceof Error && "errcode" in error && error.errcode === busy) return null;
    throw error;
  }
  return { [Symbol.dispose]: () => database.close() };
}

/** An existing file isn't opened: closing it would end the lock that this process may hold. */
function createOnce(path: string): void {
  try {
    closeSync(openSync(path, "ax", 0o600));
  } catch (error) {
    if (systemCode(error) !== "EEXIST") throw error;
  }
}
