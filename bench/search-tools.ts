// Question: does a model that uses `search_tools` find the right tool among the first five, and how long does
// a search take?
// Catalogue: the tools listed by public MCP servers of the npm registry (live-tools/tools.json, recorded by
// live-tools/record.ts).
// Queries: live-tools/queries.json. Their author wrote them before the ranking ran on this catalogue, and had
// seen the names of servers and tools but not the descriptions.
// - `seen` and `heldOut`: queries of a model that has a task and has seen names. Split alternately; only
// misses of `seen` were examined. These have the goal. They are easy, as the baseline shows: a model that
// knows names uses them.
// - `taskWords`: queries in the words of a task instead of names. Counted without a goal.
// A query succeeds if one of the tools for the task is found.
// Baseline: BM25 over the same words without fields, stemming and synonyms.
import { readFileSync } from "node:fs";
import type { SearchableTool } from "@toolwright/core";
import { rankTools } from "@toolwright/tools";
import { goal, describeMachine, interleave, table } from "./support/measure.ts";
import type { RecordedServer } from "./live-tools/recorded-server.ts";

interface Query {
  readonly query: string;
  /** `server/tool` of each tool for the task. */
  readonly right: readonly string[];
}

type Rank = (query: string, tools: readonly SearchableTool[]) => readonly string[];

const servers = read<readonly RecordedServer[]>("tools.json");
const sets = read<Readonly<Record<string, readonly Query[]>>>("queries.json");
const tools = servers.flatMap(searchableTools);
const rankers: Readonly<Record<string, Rank>> = {
  search_tools: rankTools,
  "plain BM25": plainBm25,
};

const rows = [["queries", "ranker", "recall@1", "recall@5"]];
let worst = 1;
for (const [set, queries] of Object.entries(sets)) {
  for (const [name, rank] of Object.entries(rankers)) {
    const places = queries.map(({ query, right }) => placeOf(rank(query, tools), right));
    const recall = (limit: number): number =>
      places.filter((place) => place < limit).length / queries.length;
    const percent = (limit: number): string => `${(100 * recall(limit)).toFixed(1)} %`;
    rows.push([`${queries.length} ${set}`, name, percent(1), percent(5)]);
    if (name === "search_tools" && set !== "taskWords") worst = Math.min(worst, recall(5));
    if (set === "seen" && name === "search_tools") printMissed(queries, places);
  }
}

console.log(`${tools.length} tools of ${servers.length} servers. ${describeMachine()}\n`);
console.log(table(rows));

const asked = Object.values(sets).flat();
const firstMs = timeOf(() => rankTools("first query", servers.flatMap(searchableTools)));
const spreads = await interleave(
  Object.entries(rankers).map(([name, rank]) => ({
    name,
    run(times) {
      for (let at = 0; at < times; at += 1) rank(asked[at % asked.length]?.query ?? "", tools);
    },
  })),
  { rounds: 7, times: asked.length },
);
const queryMs = (spreads.get("search_tools")?.median ?? Number.NaN) / 1_000;
console.log(`\nFirst query: ${firstMs.toFixed(1)} ms. A query: ${queryMs.toFixed(2)} ms\n`);
goal("not found among the first five, the worse of seen and heldOut", 1 - worst, 0.15, "share");
goal("a query", queryMs, 5, "ms");

function read<Content>(file: string): Content {
  return JSON.parse(
    readFileSync(new URL(`live-tools/${file}`, import.meta.url), "utf8"),
  ) as Content;
}

function searchableTools({ server, tools: listed }: RecordedServer): readonly SearchableTool[] {
  return listed.map(({ name, description, parameters }) => ({
    name: `mcp__${server}__${name}`,
    source: server,
    title: name,
    tags: [],
    description,
    inputSchema: {
      type: "object",
      properties: Object.fromEntries(parameters.map((each) => [each, {}])),
    },
  }));
}

function placeOf(ranked: readonly string[], right: readonly string[]): number {
  const names = new Set(right.map((each) => `mcp__${each.replace("/", "__")}`));
  const place = ranked.findIndex((name) => names.has(name));
  return place === -1 ? Number.POSITIVE_INFINITY : place;
}

function printMissed(queries: readonly Query[], places: readonly number[]): void {
  const missed = queries.filter((_, at) => (places[at] ?? 0) >= 5);
  for (const { query, right } of missed) console.log(`missed: ${query} (${right.join(", ")})`);
}

function timeOf(work: () => unknown): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

function plainBm25(query: string, all: readonly SearchableTool[]): readonly string[] {
  const documents = all.map(({ name, description, inputSchema }) => ({
    name,
    words: plainWords(
      `${name} ${description} ${Object.keys(inputSchema["properties"] ?? {}).join(" ")}`,
    ),
  }));
  const usual = documents.reduce((sum, { words }) => sum + words.length, 0) / documents.length;
  const terms = plainWords(query).map((word) => {
    const count = documents.filter(({ words }) => words.includes(word)).length;
    return { word, rarity: Math.log(1 + (documents.length - count + 0.5) / (count + 0.5)) };
  });
  const scoreOf = (words: readonly string[]): number =>
    terms.reduce((sum, { word, rarity }) => {
      const count = words.filter((each) => each === word).length;
      return sum + (rarity * 2.2 * count) / (count + 1.2 * (0.25 + (0.75 * words.length) / usual));
    }, 0);
  return documents
    .map(({ name, words }) => ({ name, score: scoreOf(words) }))
    .sort((one, other) => other.score - one.score)
    .map(({ name }) => name);
}

function plainWords(text: string): readonly string[] {
  return text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
}
