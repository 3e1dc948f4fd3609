import type { FileAnalysis } from "./analysis.ts";
import { packedLength, packedNumber } from "./symbol.ts";

/** A symbol of one of several files. */
export interface RankedSymbol {
  /** The index of the file. */
  readonly file: number;
  /** Where the symbol's numbers begin. */
  readonly at: number;
}

interface Candidate extends RankedSymbol {
  readonly score: number;
  /** Its index among the candidates; null outside all others. */
  readonly parent: number | null;
}

/** A symbol in another one is worth at most this part of it, as most such names are common words. */
const insideWorth = 0.3;
const insideMost = 0.5;

/**
 * The symbols that most other files mention, at most `limit`, in the order of files and texts. Each comes after
 * the symbols around it.
 *
 * A name counts for every file that has it, whether or not it means this symbol; names that several files define
 * count for each of them in part.
 */
export function rankSymbols(
  files: readonly FileAnalysis[],
  limit: number,
): readonly RankedSymbol[] {
  const candidates = candidatesOf(files);
  const best = candidates
    .map((_, index) => index)
    .sort((a, b) => scoreAt(candidates, b) - scoreAt(candidates, a));
  const chosen = new Set<number>();
  for (const index of best) {
    const added = [...withParents(candidates, index)].filter((each) => !chosen.has(each));
    if (chosen.size + added.length > limit) break;
    for (const each of added) chosen.add(each);
  }
  return candidates.filter((_, index) => chosen.has(index));
}

function scoreAt(candidates: readonly Candidate[], index: number): number {
  return candidates[index]?.score ?? 0;
}

function* withParents(candidates: readonly Candidate[], index: number): Generator<number> {
  for (let at: number | null = index; at !== null; at = candidates[at]?.parent ?? null) yield at;
}

function candidatesOf(files: readonly FileAnalysis[]): readonly Candidate[] {
  const definers = countFiles(files, namesIn);
  const mentions = countFiles(files, ({ words }) => words, definers);
  const found: Candidate[] = [];
  for (const [file, { symbols }] of files.entries()) {
    const around: number[] = [];
    for (let at = 0; at < symbols.length; at += packedLength) {
      const depth = packedNumber(symbols, at, "depth");
      const parent = depth === 0 ? null : (around[depth - 1] ?? null);
      const name = packedNumber(symbols, at, "nameHash");
      const count = definers.get(name) ?? 1;
      const others = Math.max(0, (mentions.get(name) ?? 0) - count);
      const own = ((others / count) * packedNumber(symbols, at, "weight")) / 100;
      const most = parent === null ? own : insideMost * scoreAt(found, parent);
      const score = parent === null ? own : Math.min(insideWorth * own, most);
      around[depth] = found.push({ file, at, parent, score }) - 1;
    }
  }
  return found;
}

function namesIn({ symbols }: FileAnalysis): ReadonlySet<number> {
  const names = new Set<number>();
  for (let at = 0; at < symbols.length; at += packedLength) {
    names.add(packedNumber(symbols, at, "nameHash"));
  }
  names.delete(0);
  return names;
}

/** How many files have each number, of `wanted` ones. */
function countFiles(
  files: readonly FileAnalysis[],
  numbersOf: (file: FileAnalysis) => Iterable<number>,
  wanted?: ReadonlyMap<number, number>,
): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const file of files) {
    for (const number of numbersOf(file)) {
      if (wanted === undefined || wanted.has(number)) {
        counts.set(number, (counts.get(number) ?? 0) + 1);
      }
    }
  }
  return counts;
}
