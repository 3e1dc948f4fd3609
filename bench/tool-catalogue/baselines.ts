/** A tool as the plain rankers see it. */
export interface RankedTool {
  readonly name: string;
  readonly description: string;
}

export type Ranker = (
  query: string,
  limit: number,
) => readonly string[] | Promise<readonly string[]>;

/**
 * BM25 as it is in textbooks, over whole lower-case words of name and description, without stems,
 * parts of words, other words for the same, or fields.
 */
export function plainBm25(tools: readonly RankedTool[]): Ranker {
  const documents = tools.map(({ name, description }) => plainWords(`${name} ${description}`));
  const average = documents.reduce((sum, words) => sum + words.length, 0) / documents.length;
  const holders = new Map<string, Map<number, number>>();
  documents.forEach((words, index) => {
    for (const word of words) {
      const counts = holders.get(word) ?? new Map<number, number>();
      counts.set(index, (counts.get(index) ?? 0) + 1);
      holders.set(word, counts);
    }
  });
  return (query, limit) => {
    const scores = new Map<number, number>();
    for (const word of new Set(plainWords(query))) {
      const counts = holders.get(word);
      if (counts === undefined) continue;
      const rarity = Math.log(1 + (documents.length - counts.size + 0.5) / (counts.size + 0.5));
      for (const [index, count] of counts) {
        const length = 0.25 + (0.75 * (documents[index]?.length ?? 0)) / average;
        const score = (rarity * count * 2.2) / (count + 1.2 * length);
        scores.set(index, (scores.get(index) ?? 0) + score);
      }
    }
    return best(scores, tools, limit);
  };
}

/** What the registry had before: words of the query that are, or begin, words of a tool, weighed by place. */
export function wordScorer(tools: readonly RankedTool[]): Ranker {
  const documents = tools.map(({ name, description }) => ({
    name: plainWords(name),
    description: plainWords(description),
  }));
  return (query, limit) => {
    const scores = new Map<number, number>();
    const wanted = plainWords(query);
    documents.forEach(({ name, description }, index) => {
      let score = 0;
      for (const word of wanted) {
        for (const [words, weight] of [
          [name, 12],
          [description, 1],
        ] as const) {
          if (words.includes(word)) score += weight;
          else if (word.length > 2 && words.some((other) => other.startsWith(word)))
            score += weight / 2;
        }
      }
      if (score > 0) scores.set(index, score);
    });
    return best(scores, tools, limit);
  };
}

function best(
  scores: ReadonlyMap<number, number>,
  tools: readonly RankedTool[],
  limit: number,
): readonly string[] {
  return Array.from(scores)
    .toSorted(([a, one], [b, other]) => other - one || a - b)
    .slice(0, limit)
    .map(([index]) => tools[index]?.name ?? "");
}

function plainWords(text: string): readonly string[] {
  return text
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
}
