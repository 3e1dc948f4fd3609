import { readdirSync } from "node:fs";
import { join } from "node:path";
import { systemCode } from "../access/failures.ts";

/** Where it is recorded what an undo is about to do. */
export function restoreRecordsIn(stateDirectory: string): string {
  return join(stateDirectory, "undo");
}

/** Whether an undo may have been cut off, so that `recoverUndo` has something to do: a look at names. */
export function hasUnfinishedUndo(stateDirectory: string): boolean {
  try {
    return readdirSync(restoreRecordsIn(stateDirectory)).length > 0;
  } catch (error) {
    if (systemCode(error) === null) throw error;
    return false;
  }
}
