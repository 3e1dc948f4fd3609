import type { BigIntStats } from "node:fs";
import type { FileVersion } from "@toolwright/core/ports";

/** FAT keeps times to two seconds; within that a change may leave them as they were. */
const coarsestTimeMs = 2000n;
/** A kernel with 100 ticks a second keeps times to 10 ms; this leaves room for its clock. */
const tickMs = 50n;

/** What tells that a file wasn't touched since, provided that it wasn't recent then. */
export function identityVersion(stats: BigIntStats): FileVersion {
  return `stat:${stats.dev}:${stats.ino}:${stats.size}:${stats.mtimeNs}:${stats.ctimeNs}`;
}

/**
 * Whether the file changed so lately that another change might leave its times as they are: within
 * what its file system tells times apart by, which digits below a millisecond show to be fine.
 */
export function isRecent({ mtimeMs, ctimeMs, ctimeNs }: BigIntStats): boolean {
  const since = BigInt(Date.now()) - (ctimeNs % 1_000_000n === 0n ? coarsestTimeMs : tickMs);
  return mtimeMs >= since || ctimeMs >= since;
}
