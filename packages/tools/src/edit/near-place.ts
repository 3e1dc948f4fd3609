/** A place in a file that is much like a text. */
export interface NearPlace {
  /** 1-based. */
  readonly firstLine: number;
  /** How many of its lines are exactly as wanted. */
  readonly sameLines: number;
}

// A closing brace says little about a place, a long line much.
const MAX_LINE_WEIGHT = 40;
const MIN_SIMILARITY = 0.5;
const MAX_LINES_COMPARED = 20_000;
const MAX_WANTED_LINES = 200;
const MAX_PLACES_OF_A_LINE = 20;

/**
 * The places most like the wanted lines, best first, none overlapping a better one: by lines that
 * are the same but for white space, or, when there are none, by the letters of the longest line.
 */
export function findNearestPlaces(
  fileLines: readonly string[],
  wanted: readonly string[],
  maxPlaces: number,
): readonly NearPlace[] {
  const bySameLines = scoreBySameLines(fileLines, wanted);
  const scores = bySameLines.size > 0 ? bySameLines : scoreBySimilarLine(fileLines, wanted);
  const starts = [...scores].sort((a, b) => b[1] - a[1] || a[0] - b[0]).map(([start]) => start);
  const chosen: number[] = [];
  for (const start of starts) {
    if (chosen.length === maxPlaces) break;
    if (chosen.every((other) => Math.abs(other - start) >= wanted.length)) chosen.push(start);
  }
  return chosen.map((start) => ({
    firstLine: start + 1,
    sameLines: wanted.filter((line, index) => line === fileLines[start + index]).length,
  }));
}

/** 0-based first line of a place -> score. */
type Scores = Map<number, number>;

function scoreBySameLines(fileLines: readonly string[], wanted: readonly string[]): Scores {
  const scores: Scores = new Map();
  const places = new Map<string, number[]>();
  for (const [index, line] of wanted.slice(0, MAX_WANTED_LINES).entries()) {
    const key = withoutBlanks(line);
    const indexes = places.get(key) ?? [];
    if (key.length > 0 && indexes.length < MAX_PLACES_OF_A_LINE)
      places.set(key, [...indexes, index]);
  }
  for (const [lineIndex, line] of fileLines.entries()) {
    const key = withoutBlanks(line);
    for (const index of places.get(key) ?? []) {
      const start = lineIndex - index;
      if (start < 0) continue;
      const isSame = line === wanted[index];
      const weight = Math.min(key.length, MAX_LINE_WEIGHT) * (isSame ? 1 : 0.9);
      scores.set(start, (scores.get(start) ?? 0) + weight);
    }
  }
  // Braces alone are everywhere: they make no place.
  for (const [start, score] of scores) if (score < 3) scores.delete(start);
  return scores;
}

function scoreBySimilarLine(fileLines: readonly string[], wanted: readonly string[]): Scores {
  const scores: Scores = new Map();
  const lengths = wanted.map((line) => withoutBlanks(line).length);
  const index = lengths.indexOf(Math.max(...lengths));
  const target = withoutBlanks(wanted[index] ?? "");
  const targetPairs = pairsOf(target);
  for (const [lineIndex, line] of fileLines.slice(0, MAX_LINES_COMPARED).entries()) {
    const key = withoutBlanks(line.slice(0, target.length * 4));
    if (key.length < target.length / 2 || key.length > target.length * 2) continue;
    const similarity = similarityOf(targetPairs, pairsOf(key));
    if (similarity >= MIN_SIMILARITY && lineIndex >= index) {
      scores.set(lineIndex - index, similarity);
    }
  }
  return scores;
}

const withoutBlanks = (line: string): string => line.replaceAll(/\s+/g, "");

function pairsOf(text: string): ReadonlyMap<string, number> {
  const pairs = new Map<string, number>();
  for (let at = 0; at < text.length - 1; at++) {
    const pair = text.slice(at, at + 2);
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
  }
  return pairs;
}

/** 0 to 1: the share of neighbouring letters that both have (Dice's coefficient). */
function similarityOf(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
  let common = 0;
  let total = 0;
  for (const [pair, count] of a) {
    common += Math.min(count, b.get(pair) ?? 0);
    total += count;
  }
  for (const count of b.values()) total += count;
  return total === 0 ? 0 : (2 * common) / total;
}
