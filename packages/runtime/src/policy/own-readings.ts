import { basename, dirname, join } from "node:path";
import type { PolicyLayer } from "@toolwright/core";
import { absoluteText } from "@toolwright/core/internal";
import { projectMemoryFile, userMemoryFile } from "../memory/memory-files.ts";
import { type Places, realDirectory } from "../places.ts";
import { readableSkillFolders } from "../skills/skill-folders.ts";

/**
 * Files and folders outside the workspace that a person keeps for models: remembered facts and skills. Reading
 * these needs no approval, unless a rule asks for it or denies it. Secrets in a folder still need it.
 *
 * Shapes: absolute paths, as named and with the links of their directories followed. A file that is a link itself
 * is not followed, because it could lead to a secret.
 */
export function ownReadings(places: Places): readonly string[] {
  if (places.ignoresUser === true) return [];
  const files = [userMemoryFile(places), projectMemoryFile(places)];
  const real = files.map((file) => join(realDirectory(dirname(file)), basename(file)));
  return [...new Set([...files, ...real, ...readableSkillFolders(places)])];
}

/** The rules that allow reading these paths, and everything below a folder. */
export function ownReadingLayer(paths: readonly string[]): PolicyLayer {
  const rules = paths.flatMap((path) => {
    const argument = absoluteText(path);
    if (argument === null) return [];
    return [argument, `${argument}/**`].map((pattern) => ({
      allow: `read(${pattern})`,
      protected: true as const,
    }));
  });
  return { name: "user", source: "built-in: remembered facts and skills", rules };
}
