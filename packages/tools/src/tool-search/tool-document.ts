import type { SearchableTool } from "@toolwright/core";
import { stem } from "./stem.ts";
import { wordsOf } from "./words.ts";

/** The data of a tool for the ranking. */
export interface ToolDocument {
  readonly name: string;
  /** The keys of its name, with and without the server's: see `nameKey`. */
  readonly keys: readonly string[];
  /** BM25F's weighted term frequency of each stem. */
  readonly weights: ReadonlyMap<string, number>;
  /** The stems in its own name, without the server's. */
  readonly nameWords: ReadonlySet<string>;
  /** The stems in its server's name. */
  readonly sourceWords: ReadonlySet<string>;
}

/**
 * The weight of a word in each field, and the field's usual number of words: in a longer field each word counts
 * less. BM25F uses averages over all tools; constants make a tool's weights independent of other tools.
 */
const fields = {
  name: { weight: 6, usualWords: 3 },
  title: { weight: 3, usualWords: 3 },
  tags: { weight: 2.5, usualWords: 4 },
  source: { weight: 7, usualWords: 1 },
  summary: { weight: 5, usualWords: 9 },
  description: { weight: 1, usualWords: 20 },
  parameters: { weight: 0.8, usualWords: 5 },
} satisfies Readonly<Record<string, { readonly weight: number; readonly usualWords: number }>>;

/** How much the length of a field matters, from 0 to 1. */
const lengthShare = 0.5;
/** Limits the work, because a server may send anything. */
const maxFieldCharacters = 4_000;

const documents = new WeakMap<SearchableTool, ToolDocument>();

/** Cached per tool, so that a change of one tool costs only that tool. */
export function documentOf(tool: SearchableTool): ToolDocument {
  let document = documents.get(tool);
  if (document === undefined) documents.set(tool, (document = makeDocument(tool)));
  return document;
}

function makeDocument(tool: SearchableTool): ToolDocument {
  const { name, source, title, tags, description, inputSchema } = tool;
  const ownName = ownNameOf(name);
  const [summary, rest] = summaryAndRest(description.slice(0, maxFieldCharacters));
  const texts = {
    name: ownName,
    title: title === name ? "" : title,
    tags: tags.join(" "),
    source,
    summary,
    description: rest,
    parameters: parameterNames(inputSchema).join(" "),
  } satisfies Record<keyof typeof fields, string>;
  const weights = new Map<string, number>();
  for (const [field, { weight, usualWords }] of Object.entries(fields)) {
    const words = stemsOf(texts[field as keyof typeof fields]);
    const length = 1 - lengthShare + (lengthShare * words.length) / usualWords;
    for (const word of words) weights.set(word, (weights.get(word) ?? 0) + weight / length);
  }
  const sourceWords = new Set(stemsOf(source));
  return {
    name,
    keys: [nameKey(name), nameKey(ownName)],
    weights,
    nameWords: new Set(stemsOf(ownName).filter((word) => !sourceWords.has(word))),
    sourceWords,
  };
}

/** The name without the server's: `create_issue` for `mcp__github__create_issue`. */
function ownNameOf(name: string): string {
  return /^mcp__.+?__(.+)$/.exec(name)?.[1] ?? name;
}

function stemsOf(text: string): readonly string[] {
  return wordsOf(text.slice(0, maxFieldCharacters)).map(stem);
}

/** A key that is equal for `readFile`, `read-file` and "read file". */
export function nameKey(text: string): string {
  return text.toLowerCase().replaceAll(/[\s_-]+/g, "");
}

function summaryAndRest(description: string): readonly [string, string] {
  const end = /[.!?](?:\s|$)|\n/.exec(description);
  const at = end === null ? description.length : end.index + 1;
  return [description.slice(0, at), description.slice(at)];
}

const maxDepth = 3;

function parameterNames(schema: unknown, depth = 0): readonly string[] {
  if (typeof schema !== "object" || schema === null || depth > maxDepth) return [];
  const { properties, items } = schema as Readonly<Record<string, unknown>>;
  const own = Object.entries(properties ?? {}).flatMap(([name, property]) => [
    name,
    ...parameterNames(property, depth + 1),
  ]);
  return [...own, ...parameterNames(items, depth + 1)];
}
