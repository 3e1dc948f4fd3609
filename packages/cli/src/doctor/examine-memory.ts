import { together } from "@toolwright/core/internal";
import { phrase } from "../language/phrase.ts";
import { existsSync } from "node:fs";
import { type Places, projectMemoryFile, userMemoryFile } from "@toolwright/runtime/internal";
import { type Check, ok } from "./check.ts";

/** Names the files of remembered facts, which people may edit. */
export function examineMemory(places: Places): Check {
  const files = [userMemoryFile(places), projectMemoryFile(places)].map((path) =>
    existsSync(path) ? path : phrase("{path} (no facts yet)", { path }),
  );
  return ok("memory", together(files));
}
