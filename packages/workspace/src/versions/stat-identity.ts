import type { BigIntStats } from "node:fs";
import type { FileVersion } from "@toolwright/core/ports";

/** FAT stores times in steps of two seconds; a change within that step may leave them unchanged. */
const coarsestTimeMs = 2000n;
/** A kernel with 100 ticks a second stores times in steps of 10 ms; the rest is a safety margin. */
const tickMs = 50n;

/**
 * An identity that stays the same only if the file wasn't touched, provided it wasn't recent then.
 */
export function identityVersion(stats: BigIntStats): FileVersion {
  return `stat:${stats.dev}:${stats.ino}:${stats.size}:${stats.mtimeNs}:${stats.ctimeNs}`;
}

/**
 * Whether the file changed so recently that another change might not alter its times. Digits below
 * a millisecond show that the file system stores fine-grained times.
 */
export function isRecent({ mtimeMs, ctimeMs, ctimeNs }: BigIntStats): boolean {
  const since = BigInt(Date.now()) - (ctimeNs % 1_000_000n === 0n ? coarsestTimeMs : tickMs);
  return mtimeMs >= since || ctimeMs >= since;
}
