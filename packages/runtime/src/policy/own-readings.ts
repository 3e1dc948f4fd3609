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
export function ownReadings(places: Places): OwnReadings {
  if (places.ignoresUser === true) return { files: [], folders: [] };
  const files = [userMemoryFile(places), projectMemoryFile(places)];
  const real = files.map((file) => join(realDirectory(dirname(file)), basename(file)));
  return { files: [...new Set([...files, ...real])], folders: readableSkillFolders(places) };
}

export interface OwnReadings {
  readonly files: readonly string[];
  readonly folders: readonly string[];
}

/** The rules that allow reading the files, the folders and everything below these. */
export function ownReadingLayer({ files, folders }: OwnReadings): PolicyLayer {
  const allow = (argument: string) => ({ allow: `read(${argument})`, protected: true }) as const;
  const rules = [
    ...files.flatMap((path) => absoluteText(path) ?? []).map(allow),
    ...folders
      .flatMap((path) => absoluteText(path) ?? [])
      .flatMap((argument) => [allow(argument), allow(`${argument}/**`)]),
  ];
  return { name: "user", source: "built-in: remembered facts and skills", rules };
}
