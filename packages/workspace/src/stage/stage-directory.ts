import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { systemCode } from "../access/failures.ts";
import { namesIn } from "../state/names-in.ts";
import { isOver } from "../temporary/clean-directory.ts";
import { ownIdentity } from "../temporary/process-identity.ts";
import { parseRecordName, recordName } from "../transaction/transaction-record.ts";

/** The directory with everything that belongs to stages. */
function stagesIn(stateDirectory: string): string {
  return join(stateDirectory, "stages");
}

/** Whether there is a stage, perhaps one of a killed process. A cheap check. */
export function hasStages(stateDirectory: string): boolean {
  return namesIn(stagesIn(stateDirectory)).length > 0;
}

/** Makes a directory for one stage. Its name says whose it is, so that the next start can remove it. */
export function makeStageDirectory(stateDirectory: string): string {
  const directory = join(stagesIn(stateDirectory), recordName(ownIdentity()));
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  return directory;
}

/** Removes the stages of processes that have ended. */
export function removeLeftStages(stateDirectory: string): void {
  const all = stagesIn(stateDirectory);
  for (const name of namesIn(all)) {
    const owner = parseRecordName(name)?.owner;
    const path = join(all, name);
    const stats = statSync(path, { throwIfNoEntry: false });
    if (owner !== undefined && stats !== undefined && isOver(owner, stats)) removeTree(path);
  }
}

/** Removes a directory with everything in it, also directories that nobody may enter. Never throws. */
export function removeTree(path: string): void {
  for (let tries = 0; tries < 3; tries++) {
    try {
      rmSync(path, { recursive: true, force: true });
      return;
    } catch (error) {
      if (systemCode(error) === null) throw error;
      makeEnterable(path);
    }
  }
}

/** Links are not followed. */
function makeEnterable(path: string): void {
  try {
    if (!lstatSync(path).isDirectory()) return;
    chmodSync(path, 0o700);
    for (const entry of readdirSync(path, { withFileTypes: true })) {
      if (entry.isDirectory()) makeEnterable(join(path, entry.name));
    }
  } catch (error) {
    // It is gone, or isn't ours: the removal tells.
    if (systemCode(error) === null) throw error;
  }
}

/** The time of a change that happens now, by the clock of the file system. */
export function fileClock(directory: string): bigint {
  const path = join(directory, "clock");
  writeFileSync(path, "");
  const { ctimeNs } = lstatSync(path, { bigint: true });
  unlinkSync(path);
  return ctimeNs;
}
