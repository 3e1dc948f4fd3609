import { readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";

const maxServers = 1_000;

/**
 * Makes room for one more server. Only a person's settings, or a project that they trust, bring
 * new servers, so nobody can press an accepted one out unnoticed.
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
    // Not there yet.
    return [];
  }
}
