import { mkdirSync, readdirSync, rmdirSync } from "node:fs";
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { readProcess } from "../../process-tree/linux-processes.ts";

/** A directory that exists only as a mount point. */
export interface Placeholder {
  /** The directory in it that keeps it while it is in use; null if the placeholder itself was there before. */
  readonly claim: string | null;
  /** Removes it unless it is still in use or has other content. Never throws. */
  release(): void;
}

/**
 * Creates an empty directory as the mount point for a missing path.
 *
 * Removing a directory removes the mounts on it in every sandbox, so it must stay until the last sandbox has
 * ended, whichever process started it. Each sandbox therefore puts an empty directory into it as a claim:
 * removing the placeholder then fails atomically. A claim names its process by number and start time, so that
 * claims of dead processes can be recognised and removed. Claims are directories because version control
 * ignores empty ones.
 *
 * Returns null when we cannot create it; the command cannot either.
 */
export function placePlaceholder(path: string): Placeholder | null {
  const claim = join(path, `${claimPrefix}${ownIdentity()}-${randomBytes(6).toString("hex")}`);
  for (;;) {
    const made = makeDirectory(path);
    if (made === "failed") return null;
    const isOurs = made === "made" || isPlaceholder(path);
    const claimed = makeDirectory(claim);
    if (claimed === "made") {
      removeDeadClaims(path);
      return {
        claim: isOurs ? claim : null,
        release() {
          removeEmpty(claim);
          if (isOurs) removeEmpty(path);
        },
      };
    }
    // Another command removed it after its own end; try again.
    if (claimed === "failed" && listOrNone(path) !== null) return null;
  }
}

/** Whether a directory is only a placeholder, perhaps one left by a killed runtime. */
export function isPlaceholder(path: string): boolean {
  const names = listOrNone(path);
  return names !== null && areClaims(names);
}

/** Whether a directory with these names is a placeholder. */
export function areClaims(names: readonly string[]): boolean {
  // The claims stay: without any, nobody would know that the directory is ours.
  return names.length > 0 && names.every((name) => name.startsWith(claimPrefix));
}

function removeDeadClaims(path: string): void {
  for (const name of listOrNone(path) ?? []) {
    if (name.startsWith(claimPrefix) && !isClaimOfLiving(name)) removeEmpty(join(path, name));
  }
}

const claimPrefix = ".toolwright-sandbox-";

function isClaimOfLiving(name: string): boolean {
  const [processId, startTime] = name.slice(claimPrefix.length).split("-");
  return startTime !== undefined && readProcess(Number(processId))?.startTime === startTime;
}

let identity: string | undefined;

function ownIdentity(): string {
  identity ??= `${process.pid}-${readProcess(process.pid)?.startTime ?? "0"}`;
  return identity;
}

function makeDirectory(path: string): "made" | "exists" | "failed" {
  try {
    mkdirSync(path);
    return "made";
  } catch (thrown) {
    return (thrown as NodeJS.ErrnoException).code === "EEXIST" ? "exists" : "failed";
  }
}

function removeEmpty(path: string): void {
  try {
    rmdirSync(path);
  } catch {
    // It has a claim or other content, or is already gone.
  }
}

function listOrNone(path: string): string[] | null {
  try {
    return readdirSync(path);
  } catch {
    return null;
  }
}
