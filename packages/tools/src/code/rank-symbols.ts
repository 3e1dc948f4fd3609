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
  /** The symbol around it; null outside all others. */
  readonly parent: Candidate | null;
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
  const isMentioned = ({ score }: Candidate): boolean => score > 0;
  // Most symbols are mentioned nowhere, and sorting them would take the longest.
  const best = candidates.filter(isMentioned).sort((a, b) => b.score - a.score);
  const chosen = new Set<Candidate>();
  for (const each of [...best, ...candidates.filter((other) => !isMentioned(other))]) {
    const added = [...withParents(each)].filter((other) => !chosen.has(other));
    if (chosen.size + added.length > limit) break;
    for (const other of added) chosen.add(other);
  }
  return candidates.filter((candidate) => chosen.has(candidate));
}

function* withParents(candidate: Candidate): Generator<Candidate> {
  for (let at: Candidate | null = candidate; at !== null; at = at.parent) yield at;
}

function candidatesOf(files: readonly FileAnalysis[]): readonly Candidate[] {
  const names = countNames(files);
  const found: Candidate[] = [];
  for (const [file, { symbols }] of files.entries()) {
    const around: Candidate[] = [];
    for (let at = 0; at < symbols.length; at += packedLength) {
      const depth = packedNumber(symbols, at, "depth");
      const parent = around[depth - 1] ?? null;
      const name = names.get(packedNumber(symbols, at, "nameHash"));
      const own = name === undefined ? 0 : scoreOf(name, packedNumber(symbols, at, "weight"));
      const score = parent === null ? own : Math.min(insideWorth * own, insideMost * parent.score);
      const candidate = { file, at, parent, score };
      around[depth] = candidate;
      found.push(candidate);
    }
  }
  return found;
}

interface NameCounts {
  /** How many files define a symbol of the name. */
  definers: number;
  /** How many files have the word. */
  mentions: number;
}

function scoreOf({ definers, mentions }: NameCounts, weight: number): number {
  return (Math.max(0, mentions - definers) / definers) * (weight / 100);
}

/** By the hash of the name. */
function countNames(files: readonly FileAnalysis[]): ReadonlyMap<number, NameCounts> {
  const counts = new Map<number, NameCounts>();
  for (const file of files) {
    for (const name of namesIn(file)) {
      const known = counts.get(name);
      if (known === undefined) counts.set(name, { definers: 1, mentions: 0 });
      else known.definers += 1;
    }
  }
  for (const { words } of files) {
    for (const word of words) {
      const known = counts.get(word);
      if (known !== undefined) known.mentions += 1;
    }
  }
  return counts;
}

function namesIn({ symbols }: FileAnalysis): ReadonlySet<number> {
  const names = new Set<number>();
  for (let at = 0; at < symbols.length; at += packedLength) {
    names.add(packedNumber(symbols, at, "nameHash"));
  }
  names.delete(0);
  return names;
}
