import { readdirSync } from "node:fs";
import { systemCode } from "../access/failures.ts";

/** The names in a directory; empty if it is missing or can't be read. */
export function namesIn(directory: string): readonly string[] {
  try {
    return readdirSync(directory);
  } catch (error) {
    if (systemCode(error) === null) throw error;
    return [];
  }
}
