import { mkdirSync, readdirSync, rmdirSync } from "node:fs";
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { readProcess } from "../../process-tree/linux-processes.ts";

/** A directory that is there only to be mounted on. */
export interface Placeholder {
  /** Removes it, unless somebody else still needs it or has put something into it. Never throws. */
  release(): void;
}

/**
 * Makes an empty directory where something is to be mounted that doesn't exist.
 *
 * A mount goes with the directory that it is on, in every sandbox that has one there, so the
 * directory must stay until the last of them has ended, whichever process started it. Each has an
 * empty directory in it as its claim: removing the placeholder fails as long as there is a claim, as
 * one step of the file system. A claim names its process by number and start time, so that those of
 * dead ones can be told and taken away. Directories rather than files: version control doesn't see them.
 *
 * Returns null when we couldn't create it, which the command then can't either.
 */
export function placePlaceholder(path: string): Placeholder | null {
  const claim = join(path, `${claimPrefix}${ownIdentity()}-${randomBytes(6).toString("hex")}`);
  for (;;) {
    const made = makeDirectory(path);
    if (made === "failed") return null;
    const isOurs = made === "made" || isPlaceholder(path);
    const claimed = makeDirectory(claim);
    if (claimed === "made") {
      return {
        release() {
          removeEmpty(claim);
          if (isOurs) removeEmpty(path);
        },
      };
    }
    // Another command has just removed it after its end.
    if (claimed === "failed" && listOrNone(path) !== null) return null;
  }
}

/** Whether a directory is only a placeholder, perhaps of a runtime that was killed. */
export function isPlaceholder(path: string): boolean {
  const names = listOrNone(path);
  if (names === null || names.length === 0) return false;
  if (!names.every((name) => name.startsWith(claimPrefix))) return false;
  for (const name of names) if (!isClaimOfLiving(name)) removeEmpty(join(path, name));
  return true;
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
    // Somebody has a claim on it or put something into it, or it is gone already: not ours to remove.
  }
}

function listOrNone(path: string): string[] | null {
  try {
    return readdirSync(path);
  } catch {
    return null;
  }
}
