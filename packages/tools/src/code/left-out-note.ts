import { shownPath } from "@toolwright/core/internal";
import { countText } from "../text/number-text.ts";
import type { AnalysedFile } from "./analyse-files.ts";
import type { OutlinedFile } from "./outline.ts";
import { countSymbols } from "./symbol.ts";

const MAX_NAMED = 6;

/** Says where most of the symbols are that a map does not show. */
export function leftOutNote(
  files: readonly AnalysedFile[],
  shown: readonly OutlinedFile[],
): string {
  const shownIn = new Map(shown.map(({ path, symbols }) => [path, symbols.length]));
  const left = files.map(({ file: { path }, analysis }) => ({
    path,
    count: countSymbols(analysis.symbols) - (shownIn.get(path) ?? 0),
  }));
  const named = [...countByPart(left)]
    .filter(([, count]) => count > 0)
    .sort(([, a], [, b]) => b - a)
    .slice(0, MAX_NAMED)
    .map(([part, count]) => `${shownPath(part)} (${countText(count)})`);
  return `Most symbols that are not shown are in ${named.join(", ")}. Outline one of these, or raise limit.`;
}

/** Names the files that a complete map does not name; null if there are none. */
export function withoutSymbolsNote(files: readonly AnalysedFile[]): string | null {
  const paths = files
    .filter(({ analysis }) => countSymbols(analysis.symbols) === 0)
    .map(({ file }) => file.path);
  if (paths.length === 0) return null;
  const named = paths.slice(0, MAX_NAMED).map((path) => shownPath(path));
  const rest = paths.length - named.length;
  return `Without symbols: ${named.join(", ")}${rest > 0 ? ` and ${countText(rest)} more` : ""}.`;
}

/** Sums by the first part of the paths that is not common to all. */
function countByPart(
  left: readonly { readonly path: string; readonly count: number }[],
): ReadonlyMap<string, number> {
  const depth = commonDepth(left.map(({ path }) => path.split("/")));
  const counts = new Map<string, number>();
  for (const { path, count } of left) {
    const part = path
      .split("/")
      .slice(0, depth + 1)
      .join("/");
    counts.set(part, (counts.get(part) ?? 0) + count);
  }
  return counts;
}

/** How many directories all paths begin with. */
function commonDepth(paths: readonly (readonly string[])[]): number {
  const [first = []] = paths;
  let depth = 0;
  while (depth < first.length - 1 && paths.every((path) => path[depth] === first[depth]))
    depth += 1;
  return depth;
}
