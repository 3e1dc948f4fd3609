import type { RegistryEntry } from "./registry.ts";

const weights = { exactName: 100, name: 8, title: 4, tag: 4, description: 1 };

/**
 * Entries that have at least one of the words, those with more and better placed words first;
 * equals keep their order. A tool that isn't worked out yet is found by its name.
 */
export function searchTools(
  entries: readonly RegistryEntry[],
  words: string,
): readonly RegistryEntry[] {
  const wanted = wordsOf(words);
  return entries
    .map((entry) => ({ entry, score: scoreOf(entry, wanted, words.trim()) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ entry }) => entry);
}

function scoreOf(entry: RegistryEntry, wanted: readonly string[], whole: string): number {
  const declarable = entry.tool?.declarable;
  const fields: readonly (readonly [readonly string[], number])[] = [
    [wordsOf(entry.name), weights.name],
    [wordsOf(declarable?.title ?? ""), weights.title],
    [wordsOf((entry.tool?.tool.tags ?? []).join(" ")), weights.tag],
    [wordsOf(declarable?.description ?? ""), weights.description],
  ];
  let score = entry.name === whole ? weights.exactName : 0;
  for (const word of wanted) {
    for (const [present, weight] of fields) {
      if (present.includes(word)) score += weight;
      else if (word.length > 2 && present.some((other) => other.startsWith(word))) {
        score += weight / 2;
      }
    }
  }
  return score;
}

/** `readFile`, `read_file` and "Read file" are the same two words. */
function wordsOf(text: string): readonly string[] {
  return text
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 0);
}
