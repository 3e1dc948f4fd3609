import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";

/** A file's language, as far as it matters to edits. */
export type Language = "script" | "c" | "python" | "markdown" | "json" | "yaml";

export interface SourceFile {
  readonly path: string;
  readonly language: Language;
}

const languages: readonly (readonly [RegExp, Language])[] = [
  [/\.[cm]?[jt]sx?$/, "script"],
  [/\.(?:c|h|cc|cpp|hpp)$/, "c"],
  [/\.py$/, "python"],
  [/\.md$/, "markdown"],
  [/\.json$/, "json"],
  [/\.ya?ml$/, "yaml"],
];

/** Leading white space is significant. */
export function isIndented(language: Language): boolean {
  return language === "python" || language === "yaml" || language === "markdown";
}

const minBytes = 500;
const maxBytes = 200_000;

/** A sample of the files of each language below some folders; missing folders are skipped. */
export function findSources(
  folders: readonly string[],
  wanted: Readonly<Partial<Record<Language, number>>>,
): { readonly files: readonly SourceFile[]; readonly missing: readonly string[] } {
  const found: SourceFile[] = [];
  const missing: string[] = [];
  for (const folder of folders) {
    const before = found.length;
    walk(folder, found);
    if (found.length === before) missing.push(folder);
  }
  const files = Object.entries(wanted).flatMap(([language, count]) => {
    const all = found.filter((file) => file.language === language);
    const step = Math.max(1, Math.floor(all.length / count));
    return all.filter((_, index) => index % step === 0).slice(0, count);
  });
  return { files, missing };
}

function walk(folder: string, found: SourceFile[]): void {
  let entries: readonly string[];
  try {
    entries = readdirSync(folder).sort();
  } catch {
    return;
  }
  for (const entry of entries) {
    if (entry === "node_modules" || entry === "dist" || entry.startsWith(".")) continue;
    const path = join(folder, entry);
    const stat = statSync(path, { throwIfNoEntry: false });
    if (stat?.isDirectory() === true) walk(path, found);
    const language = languages.find(([pattern]) => pattern.test(entry))?.[1];
    const isUsual = stat !== undefined && stat.size > minBytes && stat.size < maxBytes;
    if (language !== undefined && isUsual && stat.isFile()) found.push({ path, language });
  }
}
