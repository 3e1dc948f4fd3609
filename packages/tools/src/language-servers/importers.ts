import type { ProcessHost, WorkspaceAccess } from "@toolwright/core";
import type { LanguageServerUse } from "@toolwright/core/ports";
import { basename, dirname, join } from "node:path";
import { runRipgrep } from "../ripgrep/run-ripgrep.ts";
import type { ServerProgram } from "./checker.ts";
import { readTextOrNull } from "./read-text.ts";

const MAX_FOUND_BYTES = 64 * 1024;
/** More files are not looked into. */
const MAX_READ = 200;
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

/** The words in lines that only one of the texts has. */
export function changedWords(
  before: string | null | undefined,
  after: string | null | undefined,
): readonly string[] {
  const old = (before ?? "").split("\n");
  const now = (after ?? "").split("\n");
  const [known, shown] = [new Set(old), new Set(now)];
  const lines = [
    ...old.filter((line) => !shown.has(line)),
    ...now.filter((line) => !known.has(line)),
  ];
  return lines.flatMap(wordsOf);
}

/**
 * The same files, those first that a change most likely breaks: they import a changed file by its relative path,
 * then they have words of the changed lines that few others have.
 */
export async function likelyBrokenFirst(
  files: readonly string[],
  { changed, words }: { readonly changed: readonly string[]; readonly words: ReadonlySet<string> },
  workspace: WorkspaceAccess,
): Promise<readonly string[]> {
  const targets = new Set(changed.map(withoutExtension));
  const direct = new Set<string>();
  const mentions = new Map<string, readonly string[]>();
  const counts = new Map<string, number>();
  for (const path of files.slice(0, MAX_READ)) {
    const text = (await readTextOrNull(workspace, path)) ?? "";
    const mentioned = [...new Set(wordsOf(text))].filter((word) => words.has(word));
    for (const word of mentioned) counts.set(word, (counts.get(word) ?? 0) + 1);
    mentions.set(path, mentioned);
    if (importsOf(path, text).some((target) => targets.has(target))) direct.add(path);
  }
  const weight = (path: string): number =>
    (mentions.get(path) ?? []).reduce(
      (sum, word) => sum + 1 / (counts.get(word) ?? 1),
      direct.has(path) ? words.size : 0,
    );
  return files.toSorted((one, other) => weight(other) - weight(one));
}

/** The relative paths in a text's strings, as absolute paths without extension. */
function importsOf(path: string, text: string): readonly string[] {
  return Array.from(text.matchAll(/["'](\.{1,2}\/[^"'\n]*)["']/g), ([, target = ""]) =>
    withoutExtension(join(dirname(path), target)),
  );
}

/** A folder stands for its index. */
function withoutExtension(path: string): string {
  return path.replace(/\.\w+$/, "").replace(/\/index$/, "");
}

function wordsOf(text: string): readonly string[] {
  return text.match(/[\p{L}_$][\p{L}\p{N}_$]{2,}/gu) ?? [];
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
