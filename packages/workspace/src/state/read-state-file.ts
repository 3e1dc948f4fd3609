import { closeSync, fstatSync, lstatSync, openSync, readFileSync } from "node:fs";
import { kindOf } from "../access/failures.ts";
import { readFileFlags } from "../access/open-flags.ts";

/**
 * The bytes of one of our own state files. Anything but a regular file is refused: opening a FIFO
 * without a writer would block for ever, and we create no links or devices.
 *
 * Errors: those of the file system; `EISDIR` or `ENOTSUP` for anything but a regular file.
 */
export function readStateFile(file: string): Buffer {
  const descriptor = openSync(file, readFileFlags);
  try {
    const stats = fstatSync(descriptor);
    if (!stats.isFile()) throw notRegular(file, kindOf(stats));
    return readFileSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Checks a file that a library is about to open; a missing file is fine. Errors: as above. */
export function expectRegular(file: string): void {
  const stats = lstatSync(file, { throwIfNoEntry: false });
  if (stats === undefined || stats.isFile()) return;
  throw notRegular(file, kindOf(stats));
}

function notRegular(file: string, kind: string): NodeJS.ErrnoException {
  const message = `'${file}' is a ${kind}, not a regular file`;
  return Object.assign(new Error(message), {
    code: kind === "directory" ? "EISDIR" : "ENOTSUP",
    path: file,
  });
}
