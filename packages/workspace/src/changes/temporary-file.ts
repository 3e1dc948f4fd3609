import {
  type BigIntStats,
  closeSync,
  fchmodSync,
  fchownSync,
  fsync,
  openSync,
  readFileSync,
  unlinkSync,
  write,
} from "node:fs";
import { promisify } from "node:util";
import type { ContainedDirectory } from "../access/contained-directory.ts";
import { PathMoved, isGone, systemCode } from "../access/failures.ts";
import { newFileFlags } from "../access/open-flags.ts";
import { temporaryName } from "../temporary/temporary-name.ts";

const written = promisify(write);
const flushed = promisify(fsync);

/** A file that is complete and on the disk, but doesn't have its final name yet. */
export interface TemporaryFile {
  readonly path: string;
  readonly descriptor: number;
  /** Removes it, if it still exists under this name. */
  remove(): void;
}

export interface TemporaryContent {
  readonly bytes: Uint8Array;
  readonly mode: number | undefined;
  /** The file whose owner and mode are copied; null for a new file. */
  readonly replaced: BigIntStats | null;
}

/** Creates one in the directory, readable by this user alone until it is complete. */
export async function makeTemporaryFile(
  directory: ContainedDirectory,
  { bytes, mode, replaced }: TemporaryContent,
  name: string = temporaryName(),
): Promise<TemporaryFile> {
  const path = directory.at(name);
  const descriptor = openNew(path);
  const remove = (): void => removeIfThere(path);
  try {
    await writeAll(descriptor, bytes);
    if (replaced !== null) takeOverOwner(descriptor, replaced);
    fchmodSync(descriptor, mode ?? modeOf(replaced));
    await flushed(descriptor);
    return { path, descriptor, remove };
  } catch (error) {
    closeSync(descriptor);
    remove();
    throw error;
  }
}

function openNew(path: string): number {
  try {
    return openSync(path, newFileFlags, 0o600);
  } catch (error) {
    if (isGone(error)) throw new PathMoved(error);
    throw error;
  }
}

async function writeAll(descriptor: number, bytes: Uint8Array): Promise<void> {
  for (let position = 0; position < bytes.byteLength; ) {
    const rest = bytes.byteLength - position;
    const { bytesWritten } = await written(descriptor, bytes, position, rest, position);
    position += bytesWritten;
  }
}

/** Setuid and setgid aren't copied: the kernel also clears them when a file is written. */
function modeOf(replaced: BigIntStats | null): number {
  return replaced === null ? 0o666 & ~currentUmask() : Number(replaced.mode) & 0o777;
}

export function takeOverOwner(descriptor: number, { uid, gid }: BigIntStats): void {
  try {
    fchownSync(descriptor, Number(uid), Number(gid));
  } catch (error) {
    // Only root may give a file away; for others it becomes the writer's own.
    if (systemCode(error) !== "EPERM") throw error;
  }
}

/** `process.umask()` sets the umask to 0 for an instant, which affects files of other threads. */
function currentUmask(): number {
  if (process.platform !== "linux") return process.umask();
  const [, octal] = /^Umask:\s*([0-7]+)$/m.exec(readFileSync("/proc/self/status", "utf8")) ?? [];
  return octal === undefined ? process.umask() : Number.parseInt(octal, 8);
}

export function removeIfThere(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if (!isGone(error)) throw error;
  }
}
