import { lstat, readdir, rmdir, unlink } from "node:fs/promises";
import { join } from "node:path";
import { outputDirectoryName, outputFileName } from "./output-places.ts";

export interface Retention {
  /** Outputs last written before this are removed. Milliseconds since 1970. */
  readonly oldestMs: number;
  /** The oldest outputs are removed until the total is at most this. */
  readonly maxTotalBytes: number;
  readonly isInUse: (path: string) => boolean;
}

interface FoundOutput {
  readonly path: string;
  readonly size: number;
  readonly modifiedAtMs: number;
}

/**
 * Removes outputs of all workspaces that are too old or exceed the total size. Touches only files
 * named and placed like outputs, and never rejects; files that can't be removed are left for the
 * next time.
 */
export async function reapOutputs(directory: string, retention: Retention): Promise<void> {
  const folders = (await namesIn(directory)).filter((name) => outputDirectoryName.test(name));
  const found: FoundOutput[] = [];
  for (const folder of folders) found.push(...(await outputsIn(join(directory, folder))));
  let total = found.reduce((sum, { size }) => sum + size, 0);
  for (const { path, size, modifiedAtMs } of found.toSorted(byAge)) {
    const goes = modifiedAtMs < retention.oldestMs || total > retention.maxTotalBytes;
    if (!goes || retention.isInUse(path)) continue;
    await quietly(() => unlink(path));
    total -= size;
  }
  // `rmdir` fails for directories that aren't empty.
  for (const folder of folders) await quietly(() => rmdir(join(directory, folder)));
}

function byAge(one: FoundOutput, other: FoundOutput): number {
  return one.modifiedAtMs - other.modifiedAtMs;
}

async function outputsIn(folder: string): Promise<readonly FoundOutput[]> {
  const found: FoundOutput[] = [];
  for (const name of await namesIn(folder)) {
    if (!outputFileName.test(name)) continue;
    const path = join(folder, name);
    const stats = await lstat(path).catch(() => null);
    if (stats?.isFile()) found.push({ path, size: stats.size, modifiedAtMs: stats.mtimeMs });
  }
  return found;
}

async function namesIn(directory: string): Promise<readonly string[]> {
  return readdir(directory).catch(() => []);
}

async function quietly(act: () => Promise<void>): Promise<void> {
  await act().catch(() => undefined);
}
