import { lstatSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isOwnerGone, ownIdentity } from "../guard/leftovers.ts";

const namePattern = /^toolwright-(?:filter|probe|proxy|command)-[A-Za-z0-9]{6}$/;
const ownerName = "owner";
let hasReaped = false;

/**
 * The real path of a new directory of this process, to be removed by the caller. The first call removes those that
 * killed processes left.
 */
export function makeTemporaryDirectory(kind: "filter" | "probe" | "proxy" | "command"): string {
  if (!hasReaped) reapTemporaryDirectories(tmpdir());
  hasReaped = true;
  const directory = realpathSync(mkdtempSync(join(tmpdir(), `toolwright-${kind}-`)));
  const owner = ownIdentity();
  if (owner !== null) writeFileSync(join(directory, ownerName), owner, { mode: 0o600 });
  return directory;
}

/** Removes directories whose process has ended. Never throws. */
export function reapTemporaryDirectories(parent: string): void {
  for (const name of namesIn(parent)) {
    const directory = join(parent, name);
    if (!namePattern.test(name) || !isOwn(directory)) continue;
    if (!isOwnerGone(join(directory, ownerName))) continue;
    quietly(() => rmSync(directory, { recursive: true, force: true }));
  }
}

/** What others may write to could be swapped for a link while it is removed. */
function isOwn(directory: string): boolean {
  const stats = quietly(() => lstatSync(directory));
  const isPrivate = stats !== null && stats.isDirectory() && (stats.mode & 0o077) === 0;
  return isPrivate && stats.uid === process.getuid?.();
}

function namesIn(directory: string): readonly string[] {
  return quietly(() => readdirSync(directory)) ?? [];
}

function quietly<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    // Somebody else removed it, or may not be looked at.
    return null;
  }
}
