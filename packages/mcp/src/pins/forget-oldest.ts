import { readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";

const maxServers = 1_000;

/**
 * Deletes the oldest files to make room for one more server. Only settings that the person wrote or trusts
 * add servers, so nobody can evict an accepted one unnoticed.
 */
export function forgetOldest(directory: string, max: number = maxServers): void {
  const files = namesIn(directory)
    .filter((name) => name.endsWith(".json"))
    .map((name) => join(directory, name));
  if (files.length < max) return;
  const byAge = files
    .map((file) => ({ file, usedAtMs: statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0 }))
    .sort((one, other) => one.usedAtMs - other.usedAtMs);
  for (const { file } of byAge.slice(0, files.length - max + 1)) rmSync(file, { force: true });
}

function namesIn(directory: string): readonly string[] {
  try {
    return readdirSync(directory);
  } catch {
    // The directory does not exist yet.
    return [];
  }
}
