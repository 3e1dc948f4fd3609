import type { SourceText } from "./source-text.ts";
import { tokensOf } from "./tokens.ts";
import { plainTypography } from "./typography.ts";

/** A place that the wanted lines may refer to. */
export interface NearPlace {
  /** 0-based. */
  readonly first: number;
  /** 1 for the same lines, 0 for nothing in common. */
  readonly similarity: number;
}

/** A place that shares less than this isn't near. */
const minSimilarity = 0.5;
const maxWantedLines = 200;
/** Each word is searched in the whole file, so only the most distinctive ones are used. */
const maxWords = 24;
const maxHitsOfWord = 2_000;
const maxCompared = 60;
const maxComparedByLetters = 8;
/** In longer files, lines that share no word aren't compared by letters. */
const maxLinesByLetters = 5_000;
const maxLetters = 400;

/**
 * The places most similar to the wanted lines, best first, none overlapping a better one. Takes time
 * proportional to the file's size.
 */
export function findNearest(
  source: SourceText,
  wanted: readonly string[],
  maxPlaces: number,
): readonly NearPlace[] {
  const keys = wanted.slice(0, maxWantedLines).map(keyOf);
  const lastStart = Math.max(0, source.lineCount - keys.length);
  const byWords = compare(source, keys, startsByWords(source, keys, lastStart));
  const near = byWords.length > 0 ? byWords : compare(source, keys, startByLetters(source, keys));
  const chosen: NearPlace[] = [];
  for (const place of near) {
    if (chosen.length === maxPlaces) break;
    const overlaps = chosen.some(({ first }) => Math.abs(first - place.first) < keys.length);
    if (!overlaps) chosen.push(place);
  }
  return chosen;
}

function keyOf(line: string): string {
  return plainTypography(line).trim();
}

/** Ranks starts by words, then the best of them by letters, which takes longer. */
function compare(
  source: SourceText,
  keys: readonly string[],
  starts: readonly number[],
): readonly NearPlace[] {
  const tokens = keys.map(tokenSet);
  const placesBy = (
    firsts: readonly number[],
    shareOf: (ours: string, index: number) => number,
  ): NearPlace[] =>
    firsts
      .map((first) => {
        const shares = keys.map((_, index) =>
          shareOf(keyOf(source.lineText(first + index)), index),
        );
        return { first, similarity: shares.reduce((a, b) => a + b, 0) / keys.length };
      })
      .sort((a, b) => b.similarity - a.similarity || a.first - b.first);
  const byWords = (ours: string, index: number): number =>
    ours === keys[index] ? 1 : 0.9 * shareOf(tokenSet(ours), tokens[index] ?? new Set());
  const best = placesBy(starts, byWords).slice(0, maxComparedByLetters);
  const byLetters = (ours: string, index: number): number =>
    Math.max(byWords(ours, index), 0.9 * shareOf(pairsOf(ours), pairsOf(keys[index] ?? "")));
  return placesBy(
    best.map(({ first }) => first),
    byLetters,
  ).filter(({ similarity }) => similarity >= minSimilarity);
}

function tokenSet(line: string): ReadonlySet<string> {
  return new Set(tokensOf(line.slice(0, maxLetters)).map(({ key }) => key));
}

/** The share that both have in common, from 0 to 1. */
function shareOf(ours: ReadonlySet<string>, theirs: ReadonlySet<string>): number {
  let shared = 0;
  for (const part of ours) if (theirs.has(part)) shared += 1;
  return shared / Math.max(1, ours.size, theirs.size);
}

/** The starts of places that share a word with the wanted lines at the same line, most distinctive first. */
function startsByWords(
  source: SourceText,
  keys: readonly string[],
  lastStart: number,
): readonly number[] {
  const indexes = new Map<string, number[]>();
  keys.forEach((key, index) => {
    for (const word of new Set(key.match(/[\p{L}\p{N}_$]{3,}/gu))) {
      indexes.set(word, [...(indexes.get(word) ?? []), index]);
    }
  });
  const words = [...indexes.keys()].sort((a, b) => b.length - a.length).slice(0, maxWords);
  const votes = new Map<number, number>();
  for (const word of words) {
    const lines = linesWith(source, word);
    for (const line of lines) {
      for (const index of indexes.get(word) ?? []) {
        const start = Math.min(Math.max(0, line - index), lastStart);
        votes.set(start, (votes.get(start) ?? 0) + word.length / lines.length);
      }
    }
  }
  return [...votes]
    .sort((a, b) => b[1] - a[1] || a[0] - b[0])
    .slice(0, maxCompared)
    .map(([start]) => start);
}

function linesWith(source: SourceText, word: string): readonly number[] {
  const lines: number[] = [];
  let at = source.text.indexOf(word);
  while (at !== -1 && lines.length < maxHitsOfWord) {
    const line = source.lineIndexAt(at);
    lines.push(line);
    at = source.text.indexOf(word, source.lineStart(line + 1));
  }
  return lines;
}

/** The start of the place whose line is most similar to the longest wanted one, by pairs of letters. */
function startByLetters(source: SourceText, keys: readonly string[]): readonly number[] {
  if (source.lineCount > maxLinesByLetters) return [];
  let longest = 0;
  keys.forEach((key, index) => {
    if (key.length > (keys[longest]?.length ?? 0)) longest = index;
  });
  const wanted = pairsOf(keys[longest] ?? "");
  const starts: { readonly first: number; readonly similarity: number }[] = [];
  for (let line = longest; line < source.lineCount; line += 1) {
    const similarity = shareOf(pairsOf(keyOf(source.lineText(line))), wanted);
    if (similarity >= minSimilarity) starts.push({ first: line - longest, similarity });
  }
  return starts
    .sort((a, b) => b.similarity - a.similarity || a.first - b.first)
    .slice(0, maxCompared)
    .map(({ first }) => first);
}

/** Pairs of adjacent letters, ignoring case. */
function pairsOf(line: string): ReadonlySet<string> {
  const text = line.slice(0, maxLetters).toLowerCase();
  const pairs = new Set<string>();
  for (let at = 0; at + 1 < text.length; at += 1) pairs.add(text.slice(at, at + 2));
  return pairs;
}
