import type { SearchableTool } from "@toolwright/core";
import { stem } from "./stem.ts";
import { synonymsOf } from "./synonyms.ts";
import { documentOf, nameKey, type ToolDocument } from "./tool-document.ts";
import { wordsOf } from "./words.ts";

/** How fast repetitions of a word lose weight: BM25's k1. */
const saturation = 0.8;
/** The weight of a synonym of a word in the query. */
const synonymWeight = 0.6;
/** The part of a score that depends on the share of a tool's name in the query. */
const nameShare = 0.3;
/** The factor for a tool's score if the query names another server. */
const otherServerShare = 0.6;
/** Tools below this share of the best score don't match. */
const minShare = 0.3;

const maxQueryCharacters = 2_000;
const maxQueryWords = 40;

/** A word of a query. */
interface Term {
  /** The stems that match it, with their weights. */
  readonly stems: ReadonlyMap<string, number>;
  /** Rare words say more: BM25's inverse document frequency. */
  readonly rarity: number;
}

/**
 * The names of the tools that match a query, best first. Equal matches keep their order. A tool that the query
 * calls by its name comes first.
 *
 * Ranked by BM25F over names, titles, tags, servers, descriptions and names of parameters: S. Robertson,
 * H. Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond" (2009), 3.6.
 */
export function rankTools(query: string, tools: readonly SearchableTool[]): readonly string[] {
  const documents = tools.map(documentOf);
  const text = query.slice(0, maxQueryCharacters);
  const terms = termsOf(text, documents);
  const servers = serversNamed(text, documents);
  const scored = documents
    .map((document) => ({ document, score: scoreOf(document, terms, servers) }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score);
  const least = (scored[0]?.score ?? 0) * minShare;
  const fitting = scored.flatMap(({ document, score }) => (score < least ? [] : document.name));
  const key = nameKey(text);
  const named = documents.flatMap(({ name, keys }) => (keys.includes(key) ? name : []));
  return [...new Set([...named, ...fitting])];
}

function termsOf(query: string, documents: readonly ToolDocument[]): readonly Term[] {
  const words = [...new Set(wordsOf(query).map(stem))].slice(0, maxQueryWords);
  const asked = new Set(words);
  return words.map((word) => {
    // In "event calendar", the calendar doesn't count as a synonym of the event.
    const others = [...synonymsOf(word)].filter((other) => !asked.has(other));
    const stems = new Map([...others.map((other) => [other, synonymWeight] as const), [word, 1]]);
    const count = documents.filter((document) => strengthIn(document, stems) > 0).length;
    const rarity = Math.log(1 + (documents.length - count + 0.5) / (count + 0.5));
    return { stems, rarity };
  });
}

/** The words of the query that are names of servers. */
function serversNamed(query: string, documents: readonly ToolDocument[]): ReadonlySet<string> {
  const words = new Set(wordsOf(query).map(stem));
  return new Set(
    documents.flatMap(({ sourceWords }) => [...sourceWords].filter((word) => words.has(word))),
  );
}

function scoreOf(
  document: ToolDocument,
  terms: readonly Term[],
  servers: ReadonlySet<string>,
): number {
  const { nameWords, sourceWords } = document;
  let score = 0;
  for (const { stems, rarity } of terms) score += rarity * strengthIn(document, stems);
  if (score === 0) return 0;
  const asked = new Set(terms.flatMap(({ stems }) => [...stems.keys()]));
  const named = [...nameWords].filter((word) => asked.has(word)).length;
  score *= 1 - nameShare + (nameShare * named) / Math.max(1, nameWords.size);
  const isOther = servers.size > 0 && ![...sourceWords].some((word) => servers.has(word));
  return isOther ? score * otherServerShare : score;
}

/** How strongly a tool matches a word, from 0 to 1, by its best stem. */
function strengthIn({ weights }: ToolDocument, stems: Term["stems"]): number {
  let best = 0;
  for (const [text, nearness] of stems) {
    const weight = weights.get(text) ?? 0;
    best = Math.max(best, (nearness * weight) / (saturation + weight));
  }
  return best;
}
