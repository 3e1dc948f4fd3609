import type { DeclarableTool } from "../declaration/declarable-tool.ts";
import type { RegisteredTool, ToolSource } from "../registry/registered-tool.ts";
import { ownNameOf } from "../registry/own-name.ts";
import { stem } from "./stem.ts";
import { actions } from "./action-words.ts";
import { descriptionWordsOf, nameWordsOf, wordsOf } from "./words.ts";

/** What a search knows of one tool: how much each of its words says about it, from 0 to 1. */
export interface ToolDocument {
  readonly name: string;
  /** Its name, and that without the server's part, as they are compared: see `nameKey`. */
  readonly keys: readonly string[];
  readonly impacts: ReadonlyMap<string, number>;
  /** The words of its own name, without the server's, and what part of the name each is; together 1. */
  readonly nameShares: ReadonlyMap<string, number>;
  /** The same for tools that are called alike but for their servers. */
  readonly subject: string;
  /** The same for tools that do something with the same. */
  readonly thing: string;
  /** The words of the server's name. */
  readonly source: ReadonlySet<string>;
}

interface Field {
  /** How much more a word in it says than one in a description. */
  readonly weight: number;
  /** How many words it usually has: in a longer one each says less. */
  readonly usualWords: number;
}

// BM25F: S. Robertson, H. Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond" (2009), 3.6. Usual
// lengths stand where it has averages, so that a tool's words weigh the same whatever else there is.
const fields = {
  name: { weight: 6, usualWords: 3 },
  title: { weight: 3, usualWords: 3 },
  tags: { weight: 2.5, usualWords: 4 },
  source: { weight: 7, usualWords: 1 },
  summary: { weight: 5, usualWords: 9 },
  description: { weight: 1, usualWords: 20 },
  parameterName: { weight: 0.8, usualWords: 5 },
  parameterText: { weight: 0.4, usualWords: 20 },
} satisfies Readonly<Record<string, Field>>;

type FieldName = keyof typeof fields;

/** How soon more of the same word says nothing more. */
const saturation = 0.8;
/** How much the length of a field matters, from 0 to 1. */
const lengthShare = 0.5;

const documents = new WeakMap<DeclarableTool, ToolDocument>();

/** Of a tool that is compiled: worked out once, whoever shows it. */
export function documentOf(tool: RegisteredTool): ToolDocument {
  let document = documents.get(tool.declarable);
  if (document === undefined) documents.set(tool.declarable, (document = makeDocument(tool)));
  return document;
}

/** Of one that isn't worked out yet: all that is known is its name. */
export function documentOfName(name: string, source: ToolSource): ToolDocument {
  return document(name, source, new Map([["name", nameWordsOf(ownNameOf(name, source))]]));
}

function makeDocument({ name, source, tool, declarable }: RegisteredTool): ToolDocument {
  const [summary, rest] = summaryAndRest(declarable.description);
  const parameterNames: string[] = [];
  const parameterTexts: string[] = [];
  for (const { name: parameter, text } of parametersOf(declarable.inputSchema)) {
    parameterNames.push(...wordsOf(parameter));
    parameterTexts.push(...descriptionWordsOf(text));
  }
  return document(
    name,
    source,
    new Map<FieldName, readonly string[]>([
      ["name", nameWordsOf(ownNameOf(name, source))],
      ["title", wordsOf(declarable.title)],
      ["tags", (tool.tags ?? []).flatMap(wordsOf)],
      ["summary", descriptionWordsOf(summary)],
      ["description", descriptionWordsOf(rest)],
      ["parameterName", parameterNames],
      ["parameterText", parameterTexts],
    ]),
  );
}

function document(
  name: string,
  source: ToolSource,
  words: ReadonlyMap<FieldName, readonly string[]>,
): ToolDocument {
  const counts = new Map<string, number>();
  const count = (field: FieldName, list: readonly string[]): void => {
    const { weight, usualWords } = fields[field];
    const length = 1 - lengthShare + (lengthShare * list.length) / usualWords;
    for (const word of list) {
      const text = stem(word);
      counts.set(text, (counts.get(text) ?? 0) + weight / length);
    }
  };
  for (const [field, list] of words) count(field, list.slice(0, maxWordsInField));
  const sourceWords = wordsOf(source.replace(/^mcp:/, ""));
  count("source", sourceWords);
  const impacts = new Map<string, number>();
  for (const [text, weight] of counts) impacts.set(text, weight / (saturation + weight));
  const sourceStems = new Set(sourceWords.map(stem));
  const nameShares = nameSharesOf(words.get("name") ?? [], sourceStems);
  return {
    name,
    keys: [nameKey(name), nameKey(ownNameOf(name, source))],
    impacts,
    nameShares,
    subject: nameShares.size === 0 ? name : [...nameShares.keys()].join(" "),
    thing: [...nameShares.keys()].filter((word) => !verbs.has(word)).join(" "),
    source: sourceStems,
  };
}

/** What is likely meant when a query says nothing of what is to be done: a name says less by them. */
const plainActions = new Set(
  "get list read search find query retrieve fetch show view api create set".split(" ").map(stem),
);
const plainActionWeight = 0.5;

/** What says only what is done with a thing: "get_page_history" is for pages. */
const verbs = new Set(
  [...actions, "batch bulk comment history"].flatMap((group) => group.split(" ").map(stem)),
);

function nameSharesOf(
  words: readonly string[],
  source: ReadonlySet<string>,
): ReadonlyMap<string, number> {
  const own = [...new Set(words.slice(0, maxWordsInField).map(stem))].filter(
    (word) => !source.has(word),
  );
  const weightOf = (word: string): number => (plainActions.has(word) ? plainActionWeight : 1);
  const all = own.reduce((sum, word) => sum + weightOf(word), 0);
  return new Map(own.map((word) => [word, weightOf(word) / all]));
}

/** Nobody reads more, and a server may send anything. */
const maxWordsInField = 400;

/** `readFile`, `read-file` and "read file" name the same tool. */
export function nameKey(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, "");
}

function summaryAndRest(description: string): readonly [string, string] {
  const end = /[.!?](?:\s|$)|\n/.exec(description);
  const at = end === null ? description.length : end.index + 1;
  return [description.slice(0, at), description.slice(at)];
}

interface Parameter {
  readonly name: string;
  readonly text: string;
}

const maxDepth = 3;

function parametersOf(schema: unknown, depth = 0): readonly Parameter[] {
  if (typeof schema !== "object" || schema === null || depth > maxDepth) return [];
  const { properties, items } = schema as Readonly<Record<string, unknown>>;
  const own = Object.entries(properties ?? {}).flatMap(([name, property]) => [
    { name, text: textOf(property) },
    ...parametersOf(property, depth + 1),
  ]);
  return [...own, ...parametersOf(items, depth + 1)];
}

function textOf(schema: unknown): string {
  if (typeof schema !== "object" || schema === null) return "";
  const { description, enum: choices } = schema as Readonly<Record<string, unknown>>;
  const words = Array.isArray(choices)
    ? choices.filter((choice) => typeof choice === "string")
    : [];
  return [typeof description === "string" ? description : "", ...words].join(" ");
}
