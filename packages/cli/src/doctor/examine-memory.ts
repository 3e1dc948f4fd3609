import { existsSync } from "node:fs";
import { type Places, projectMemoryFile, userMemoryFile } from "@toolwright/runtime/internal";
import { type Check, ok } from "./check.ts";

/** Names the files of remembered facts, which people may edit. */
export function examineMemory(places: Places): Check {
  const files = [userMemoryFile(places), projectMemoryFile(places)].map((path) =>
    existsSync(path) ? path : `${path} (no facts yet)`,
  );
  return ok("memory", files.join(", "));
}
