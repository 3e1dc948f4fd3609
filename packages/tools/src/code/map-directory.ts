import type { ToolContext } from "@toolwright/core";
import { shownName } from "@toolwright/core/internal";
import type { FileSelection } from "../ripgrep/file-selection.ts";
import { listFiles } from "../ripgrep/list-files.ts";
import { endNotes, joinNotes } from "../search-report/search-notes.ts";
import { countOf, countText } from "../text/number-text.ts";
import { type AnalysedFile, analyseFiles } from "./analyse-files.ts";
import { languageNames } from "./languages.ts";
import { leftOutNote, withoutSymbolsNote } from "./left-out-note.ts";
import type { Outline, OutlinedFile } from "./outline.ts";
import { type RankedSymbol, rankSymbols } from "./rank-symbols.ts";
import { renderSymbol, showSymbol } from "./shown-symbol.ts";
import { MAX_MAPPED_KIBIBYTES, readSource, textOf } from "./source-text.ts";
import { countSymbols, unpackSymbol } from "./symbol.ts";

const MAX_FILES = 20_000;
/** Well below a tool's time limit, so that what is known by then can be shown. */
const MAX_SECONDS = 20;

/** The symbols below a directory that most other files mention, at most `limit`. */
export async function mapDirectory(
  context: ToolContext,
  selection: FileSelection,
  { name, limit }: { readonly name: string; readonly limit: number },
): Promise<Outline> {
  const deadline = AbortSignal.timeout(MAX_SECONDS * 1_000);
  const listed = await listFiles(context, selection, {
    order: "path",
    limit: MAX_FILES,
    opensAll: true,
  });
  const { files, skipped, late } = await analyseFiles(context, listed.files, deadline);
  if (listed.total === 0) return nothingIn(name);
  const { shown, changed } = await showBest(context, files, limit);
  const total = sum(files.map(({ analysis }) => countSymbols(analysis.symbols)));
  const count = sum(shown.map(({ symbols }) => symbols.length));
  const unread = listed.total - listed.files.length + late;
  const endings = endNotes(listed.end);
  const notes = joinNotes([
    count < total ? leftOutNote(files, shown) : withoutSymbolsNote(files),
    skipped > 0
      ? `${countOf(skipped, "file was", "files were")} left out: longer than ${MAX_MAPPED_KIBIBYTES} KiB, minified, or not readable as code.`
      : null,
    unread > 0
      ? `${countOf(unread, "file was", "files were")} not looked at, because there are too many for one call. Outline a directory below.`
      : null,
    changed > 0
      ? `${countOf(changed, "file was", "files were")} changed meanwhile, and not shown. Call again.`
      : null,
    ...endings,
  ]);
  const part = count === total ? "" : `; the ${countText(count)} that most other files mention`;
  const head = `${shownName(name)} (${countOf(files.length, "file")}, ${countOf(total, "symbol")}${part})`;
  return {
    content: [head, ...shown.map(renderFile), ...(notes === "" ? [] : ["", notes])].join("\n"),
    files: shown,
    isComplete: count === total && skipped + unread === 0 && endings.every((note) => note === null),
  };
}

async function showBest(
  context: ToolContext,
  files: readonly AnalysedFile[],
  limit: number,
): Promise<{ readonly shown: readonly OutlinedFile[]; readonly changed: number }> {
  const analyses = files.map(({ analysis }) => analysis);
  const shown: OutlinedFile[] = [];
  let changed = 0;
  for (const [index, places] of Map.groupBy(rankSymbols(analyses, limit), ({ file }) => file)) {
    const file = files[index];
    const outlined = file && (await showFile(context, file, places));
    if (outlined) shown.push(outlined);
    else changed += 1;
  }
  return { shown, changed };
}

/** Null for a file that has changed since it was analysed. */
async function showFile(
  { workspace, secretAround }: ToolContext,
  { file, key, analysis }: AnalysedFile,
  places: readonly RankedSymbol[],
): Promise<OutlinedFile | null> {
  const source = await readSource(workspace, file);
  if (source?.key !== key) return null;
  const text = textOf(source);
  const symbols = places.map(({ at }) =>
    showSymbol(unpackSymbol(analysis.symbols, at), text, secretAround),
  );
  return { path: file.path, symbols };
}

function renderFile({ path, symbols }: OutlinedFile): string {
  return [shownName(path), ...symbols.map(renderSymbol)].join("\n");
}

function nothingIn(name: string): Outline {
  return {
    content: `${shownName(name)} has no file of a known language below it. Known languages: ${languageNames.join(", ")}.`,
    files: [],
    isComplete: true,
  };
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}
