/**
 * How well a name answers what was typed so far; null when it doesn't. All typed characters must
 * be there in their order, the first at the start of a word; those at the start of a word, and in
 * a row, count for more.
 */
export function matchScore(query: string, name: string): number | null {
  const wanted = query.toLowerCase();
  const given = name.toLowerCase();
  if (given.startsWith(wanted)) return 10_000 - name.length;
  const starts = Array.from(given.matchAll(/[a-z0-9]+/g), ({ index }) => index);
  const scores = starts
    .map((start) => scoreFrom(wanted, given, start))
    .filter((score) => score > 0);
  return scores.length === 0 ? null : Math.max(...scores) - name.length / 100;
}

/** 0 when the characters aren't there. */
function scoreFrom(wanted: string, given: string, start: number): number {
  if (given[start] !== wanted[0]) return 0;
  let score = 0;
  let at = start;
  for (const character of wanted) {
    const found = given.indexOf(character, at);
    if (found === -1) return 0;
    const isWordStart = found === 0 || /[^a-z0-9]/.test(given[found - 1] ?? "");
    score += isWordStart ? 10 : found === at ? 5 : 1;
    at = found + 1;
  }
  return score;
}

/** Those that match, best first; equals keep their order. */
export function bestMatches<T>(
  query: string,
  items: readonly T[],
  nameOf: (item: T) => string,
): readonly T[] {
  return items
    .map((item) => ({ item, score: matchScore(query, nameOf(item)) }))
    .filter((match): match is { item: T; score: number } => match.score !== null)
    .sort((a, b) => (query === "" ? 0 : b.score - a.score))
    .map(({ item }) => item);
}
