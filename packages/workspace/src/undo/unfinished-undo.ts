import { readdirSync } from "node:fs";
import { join } from "node:path";
import { systemCode } from "../access/failures.ts";

/** The directory that records the plans of undos. */
export function restoreRecordsIn(stateDirectory: string): string {
  return join(stateDirectory, "undo");
}

/** Whether an undo may have been interrupted, so that `recoverUndo` is needed. A cheap check. */
export function hasUnfinishedUndo(stateDirectory: string): boolean {
  try {
    return readdirSync(restoreRecordsIn(stateDirectory)).length > 0;
  } catch (error) {
    if (systemCode(error) === null) throw error;
    return false;
  }
}
