import { lstatSync } from "node:fs";

/** Whether there is surely nothing. Links aren't followed at the end. Never throws. */
export function isMissing(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) === undefined;
  } catch {
    return false;
  }
}
