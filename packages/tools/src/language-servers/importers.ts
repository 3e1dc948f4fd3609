import type { ProcessHost } from "@toolwright/core";
import type { LanguageServerUse } from "@toolwright/core/ports";
import { basename, dirname, join } from "node:path";
import { runRipgrep } from "../ripgrep/run-ripgrep.ts";
import type { ServerProgram } from "./checker.ts";

const MAX_FOUND_BYTES = 64 * 1024;
/** Names that say nothing; their folder is what others import. */
const nameless: ReadonlySet<string> = new Set(["index", "mod", "lib", "main", "__init__"]);

/**
 * Files that seem to import one of these, nearest first: their lines with an import name the file. Finds none
 * rather than failing.
 */
export async function findImporters(
  changed: readonly string[],
  program: ServerProgram,
  use: LanguageServerUse,
  processes: ProcessHost,
): Promise<readonly string[]> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    await runRipgrep(
      { processes, signal: use.signal, workspace: use.workspace },
      {
        arguments: [
          "--files-with-matches",
          "--null",
          "--glob",
          "!**/node_modules/**",
          ...Object.keys(program.languages).flatMap((extension) => ["--glob", `*${extension}`]),
          "--regexp",
          `\\b(?:import|from|require|include|use|mod)\\b.*\\b(?:${changed.map(importedName).join("|")})\\b`,
          "./",
        ],
        cwd: program.folder,
        onOutput(chunk) {
          chunks.push(Buffer.from(chunk));
          bytes += chunk.byteLength;
          return bytes < MAX_FOUND_BYTES;
        },
      },
    );
  } catch {
    return [];
  }
  const names = Buffer.concat(chunks).toString("utf8").split("\0").slice(0, -1);
  const found = names.map((name) => join(program.folder, name));
  const nearness = (path: string): number =>
    Math.max(...changed.map((each) => sharedLength(path, dirname(each))));
  return found
    .filter((path) => !changed.includes(path))
    .toSorted((one, other) => nearness(other) - nearness(one));
}

function importedName(path: string): string {
  const stem = basename(path).replace(/\..*$/, "");
  const name = nameless.has(stem) ? basename(dirname(path)) : stem;
  return name.replaceAll(/[^\p{L}\p{N}_]/gu, (character) => `\\${character}`);
}

function sharedLength(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}
