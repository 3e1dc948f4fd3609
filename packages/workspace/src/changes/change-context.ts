import type { Containment } from "../access/contained-directory.ts";
import type { ProcessLock } from "../locks/process-lock.ts";
import type { Litter } from "../temporary/litter.ts";
import type { FileVersions } from "../versions/file-versions.ts";

/** State shared by the changes of one workspace. */
export interface ChangeContext {
  readonly containment: Containment;
  readonly versions: FileVersions;
  readonly litter: Litter;
  /** Null if no directory for locks was given. */
  readonly processLock: ProcessLock | null;
}

/** Runs the decisive instant of a change while our other processes wait for these paths. */
export async function decisively<T>(
  { processLock }: ChangeContext,
  realPaths: readonly string[],
  change: () => T,
): Promise<T> {
  return processLock === null ? change() : processLock.hold(realPaths, change);
}
