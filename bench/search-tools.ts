// Question: does a model find the right tool among thousands by asking in its own words, how long does that take,
// and how much of its context do the tools cost that it isn't shown?
// Catalogue: the tools of four official MCP servers, listed live; 28 servers written by hand after the manner of
// public ones; those again under rivals' names, with the same tools; the rest generated from 32 fields' things and
// 16 verbs, so that most tools have near misses (same thing, other verb; same verb and thing, other server). It is
// made up: what it says of real catalogues is limited, most of all of the words that their vendors use.
// Queries, eight sets, reported apart. All are by hand; their authors knew what the catalogue holds, so every figure
// flatters, the held-out ones least.
// - "first author, tuned on": the author of servers, ranking and synonyms wrote them, partly as people speak and without a
//   server's name ("louder"); what they missed went into weights and synonyms.
// - "first author, kept back": his too, as a model asks that knows the servers, written after that and never tuned on.
//   History: a first set in plain words reached only 60 % at 10,000 tools; it became part of the tuning set, and this one
//   took its place.
//   Its figures were seen while the ranking was changed again, and nothing was chosen by them. When C was tuned on, they
//   counted with those of the other sets, and its last misses were read: the set is hardly kept back any more.
// - "blind A" and "blind B": a second author's, for tools that a seeded draw chose (blind-queries.ts). He wrote them with only
//   the tools' names and the way they are made up before him. A was measured first (66.7 % among the first five at 10,000),
//   then read and tuned on, together with the first author's tuning set. B was asked once when
//   that ranking was finished (80.8 %; the one before: 66.7 %), and was never read or tuned on since. But the second author wrote
//   B before the vocabulary and couldn't forget it: everyday words and phrases of B ("put away", "keep posted") stand in
//   both, so it flatters, too. Don't tune on B: write a new set.
// - "third author, tuned on": development-queries.ts says how. Of its last set, before its words went into the glossaries, 80.9 %
//   were among the first five at 10,000 tools (the ranking before: 56.4 %); the glossaries' author had the catalogue's names
//   before him, and many of the glossaries' lines are about things that stand in it.
// - "blind C": an author's to whom the ranking and its vocabulary were unknown, for tools that a seeded draw chose
//   (blind-c-queries.ts). Asked once: 87.5 % among the first five at 10,000 tools, 89.2 % at 1,000, 91.0 % at the fewest. Then
//   it was read, and weights, phrases and words were made with it, so it is no held-out set any more.
// - "blind D": another such author's, for tools of the same draw's second part (blind-d-queries.ts). Asked once: 82.5 % among
//   the first five at 10,000 tools, 83.3 % at 1,000, 88.5 % at the fewest. Then it was read, and phrases and weights were made
//   with it, so it is no held-out set any more, either.
// - "blind E": a third such author's, of a draw of its own (blind-e-queries.ts). Asked once when the ranking was finished:
//   91.7 % among the first five at 10,000 tools, 90.7 % at 1,000, 90.5 % at the fewest. Nothing was changed after. Don't tune
//   on it: write a new set.
// Right is the tool that the query is about. Where the query doesn't say whose, one of that name anywhere is right: for
// the blind sets that is mechanical (`functionOf`), so a tool that would do as well under another name counts as a miss. A
// query whose tool isn't in a small catalogue isn't asked there.
// Baselines: textbook BM25 over whole words, and the word scorer that the registry had before, in the same run.
import { createPolicy, createRegistry, createSession, type Tool } from "@toolwright/core";
import { createMemoryWorkspace } from "@toolwright/testing";
import { searchTools } from "@toolwright/tools";
import { describeMachine, goal, interleave, table } from "./support/measure.ts";
import { plainBm25, type Ranker, wordScorer } from "./tool-catalogue/baselines.ts";
import { blindA, blindB, type BlindQuery } from "./tool-catalogue/blind-queries.ts";
import { blindC } from "./tool-catalogue/blind-c-queries.ts";
import { blindD } from "./tool-catalogue/blind-d-queries.ts";
import { blindE } from "./tool-catalogue/blind-e-queries.ts";
import { type Catalogue, makeCatalogue } from "./tool-catalogue/catalogue.ts";
import type { CatalogueTool } from "./tool-catalogue/catalogue-tool.ts";
import { developmentQueries } from "./tool-catalogue/development-queries.ts";
import type { JudgedQuery } from "./tool-catalogue/judged-query.ts";
import { heldOutQueries } from "./tool-catalogue/held-out-queries.ts";
import { tuningQueries } from "./tool-catalogue/tuning-queries.ts";

interface Question {
  readonly query: string;
  /** What it is about, for people. */
  readonly wanted: string;
  readonly isRight: (tool: CatalogueTool) => boolean;
}

const sets = [
  { what: "blind E, held out", key: "E", questions: blindE.map(judgedQuestion) },
  { what: "blind D, tuned on", key: "D", questions: blindD.map(judgedQuestion) },
  { what: "blind C, tuned on", key: "C", questions: blindC.map(judgedQuestion) },
  { what: "blind B, held out", key: "B", questions: blindB.map(blindQuestion) },
  { what: "blind A, tuned on", key: "A", questions: blindA.map(blindQuestion) },
  { what: "third author, tuned on", key: "dev", questions: developmentQueries.map(blindQuestion) },
  { what: "first author, kept back", key: "kept", questions: heldOutQueries.map(question) },
  { what: "first author, tuned on", key: "tuning", questions: tuningQueries.map(question) },
] as const;

const sizes = [0, 1_000, 10_000] as const;

const wireName = ({ server, name }: CatalogueTool): string =>
  `mcp__${server}__${name}`.slice(0, 64);

/** Registered as an MCP client does it, a server after the other; one of a name that is taken is left out. */
async function registryOf(catalogue: Catalogue): Promise<ReturnType<typeof createRegistry>> {
  const registry = createRegistry();
  const byServer = Map.groupBy(catalogue.tools, ({ server }) => server);
  for (const [server, tools] of byServer) {
    await registry.register(tools.map(toolOf), { source: `mcp:${server}` });
  }
  return registry;
}

function toolOf(tool: CatalogueTool): Tool {
  return {
    name: wireName(tool),
    kind: "other",
    description: tool.description,
    input: tool.inputSchema,
    effects: () => [],
    execute: () => ({ content: "" }),
  };
}

interface Quality {
  /** How many of the queries are about a tool that is there. */
  readonly asked: number;
  readonly top1: number;
  readonly recall5: number;
  readonly reciprocal: number;
  readonly missed: readonly string[];
}

async function qualityOf(
  rank: Ranker,
  questions: readonly Question[],
  { tools }: Catalogue,
): Promise<Quality> {
  let top1 = 0;
  let recall5 = 0;
  let reciprocal = 0;
  let asked = 0;
  const missed: string[] = [];
  for (const { query, wanted, isRight } of questions) {
    const right = new Set(tools.filter(isRight).map(wireName));
    if (right.size === 0) continue;
    asked += 1;
    const place = (await rank(query, 10)).findIndex((name) => right.has(name));
    if (place === 0) top1 += 1;
    if (place >= 0 && place < 5) recall5 += 1;
    else missed.push(`${query} -> ${wanted}`);
    if (place >= 0) reciprocal += 1 / (place + 1);
  }
  const share = (sum: number): number => sum / asked;
  return {
    asked,
    top1: share(top1),
    recall5: share(recall5),
    reciprocal: share(reciprocal),
    missed,
  };
}

function question([query, wanted]: readonly [query: string, wanted: string]): Question {
  const right = wanted.split("|").map((each) => each.split("/"));
  const isRight = (tool: CatalogueTool): boolean =>
    right.some(
      ([server, name = ""]) =>
        sameName(tool.name, name) && (server === "*" || tool.server === server),
    );
  return { query, wanted, isRight };
}

function sameName(one: string, other: string): boolean {
  const plain = (name: string): string => name.toLowerCase().replaceAll(/[_-]/g, "");
  return plain(one) === plain(other);
}

/** Where the query names the server, that one's tool is meant; otherwise any of the same function. */
function blindQuestion([query, server, tool]: BlindQuery): Question {
  const wanted = functionOf({ server, name: tool });
  const isNamed = query.toLowerCase().replaceAll(/[ -]/g, "").includes(server);
  const isRight = (other: CatalogueTool): boolean =>
    (!isNamed || other.server === server) && functionOf(other) === wanted;
  return { query, wanted: `${isNamed ? server : "*"}/${tool}`, isRight };
}

/** The same, with what would serve as well. */
function judgedQuestion({ query, server, tool, alsoRight }: JudgedQuery): Question {
  const meant = blindQuestion([query, server, tool]);
  const others = new Set(alsoRight);
  const isNamed = query.toLowerCase().replaceAll(/[ -]/g, "").includes(server);
  const isRight = (other: CatalogueTool): boolean =>
    meant.isRight(other) ||
    ((!isNamed || other.server === server) && others.has(functionOf(other)));
  return { ...meant, isRight };
}

/** What a tool is called without its server's name, in one way of writing and without plurals. */
function functionOf({ server, name }: Pick<CatalogueTool, "server" | "name">): string {
  const words = name
    .replaceAll(/([a-z])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .split(/[_-]/)
    .map((word) => word.replace(/s+$/, ""));
  const isPrefixed = words.length > 1 && words[0] === server.replace(/s+$/, "");
  return words.slice(isPrefixed ? 1 : 0).join(" ");
}

const rows: string[][] = [["tools", "queries", "ranker", "top-1", "recall@5", "MRR"]];
const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;
let blindRecall = 1;
let keptBackRecall = 1;
let slowest = 0;
const times: string[][] = [
  ["tools", "ranker", "ms a query", "ms to register", "ms to index", "ms after a change"],
];

for (const size of sizes) {
  const catalogue = await makeCatalogue(size);
  const { counts } = catalogue;
  const registerStart = performance.now();
  const registry = await registryOf(catalogue);
  const registering = performance.now() - registerStart;
  const registered = new Set(registry.list().map(({ name }) => name));
  const ranked = [...new Map(catalogue.tools.map((tool) => [wireName(tool), tool])).values()]
    .filter((tool) => registered.has(wireName(tool)))
    .map((tool) => ({ name: wireName(tool), description: tool.description }));
  console.log(
    `${registered.size} tools: ${counts.real} of real servers, ${counts.written} written, ${counts.copies} copies, ${counts.generated} generated`,
  );
  const indexStart = performance.now();
  await registry.search("anything");
  const indexing = performance.now() - indexStart;
  const rankers: readonly (readonly [string, Ranker])[] = [
    [
      "search_tools",
      async (query, limit) => (await registry.search(query, { limit })).map(({ name }) => name),
    ],
    ["plain BM25", plainBm25(ranked)],
    ["word scorer", wordScorer(ranked)],
  ];
  for (const { what, key, questions } of sets) {
    for (const [name, rank] of rankers) {
      const { asked, top1, recall5, reciprocal, missed } = await qualityOf(
        rank,
        questions,
        catalogue,
      );
      rows.push([
        String(registered.size),
        `${asked} ${what}`,
        name,
        percent(top1),
        percent(recall5),
        reciprocal.toFixed(3),
      ]);
      if (name !== "search_tools") continue;
      if (key === "E") blindRecall = Math.min(blindRecall, recall5);
      if (key === "kept") keptBackRecall = Math.min(keptBackRecall, recall5);
      // What was held out isn't to be looked at while tuning.
      if (process.env["SHOW_MISSED"] === key)
        console.log(missed.map((each) => `  missed: ${each}`).join("\n"));
    }
  }
  const changed = catalogue.tools[0] as CatalogueTool;
  const changeStart = performance.now();
  await registry.replace(
    { ...toolOf(changed), description: "Something else." },
    { source: `mcp:${changed.server}` },
  );
  await registry.search("anything");
  const updating = performance.now() - changeStart;
  const spreads = await interleave(
    rankers.map(([name, rank]) => ({
      name,
      async run(repeats) {
        for (let index = 0; index < repeats; index += 1)
          await rank(heldOutQueries[index % heldOutQueries.length]?.[0] ?? "", 5);
      },
    })),
    { rounds: 7, times: heldOutQueries.length },
  );
  for (const [name, { median }] of spreads) {
    const isOurs = name === "search_tools";
    if (isOurs) slowest = Math.max(slowest, median / 1_000);
    times.push([
      String(registered.size),
      name,
      (median / 1_000).toFixed(3),
      ...(isOurs
        ? [registering.toFixed(0), indexing.toFixed(0), updating.toFixed(1)]
        : ["", "", ""]),
    ]);
  }
}

/** What a model is shown of the tools of the first servers, deferred and not. */
async function tokensOf(
  count: number,
): Promise<{ readonly deferred: number; readonly whole: number }> {
  const { tools } = await makeCatalogue(Math.max(count, 2_000));
  const chosen =
    count > 500
      ? tools.slice(0, count)
      : tools.filter(({ server }) => server !== "everything").slice(0, count);
  const registry = await registryOf({
    tools: chosen,
    counts: { real: 0, written: 0, copies: 0, generated: 0 },
  });
  const workspace = createMemoryWorkspace({});
  await registry.register([searchTools], { source: "builtin" });
  const declared = async (deferToolsOver: { readonly tools?: number }): Promise<number> => {
    const session = await createSession({
      registry,
      workspace,
      policy: createPolicy({ mode: "default", roots: workspace.roots, layers: [] }),
      deferToolsOver,
    });
    return Math.ceil(Buffer.byteLength(JSON.stringify(session.declare("openai-responses"))) / 4);
  };
  return { deferred: await declared({ tools: 1 }), whole: await declared({}) };
}

const sixty = await tokensOf(60);
const thousands = await tokensOf(5_000);

console.log(`\nFinding tools. ${describeMachine()}\n`);
console.log(table(rows));
console.log();
console.log(table(times));
console.log();
console.log(
  table([
    ["tools", "tokens deferred", "tokens whole", "share"],
    ["60", String(sixty.deferred), String(sixty.whole), percent(sixty.deferred / sixty.whole)],
    [
      "5,000",
      String(thousands.deferred),
      String(thousands.whole),
      percent(thousands.deferred / thousands.whole),
    ],
  ]),
);
console.log();
goal(
  "blind E (held out) missed among the first five, the worst size",
  1 - blindRecall,
  0.1,
  "share",
);
goal("first author's kept back missed, the worst size", 1 - keptBackRecall, 0.1, "share");
goal("a query, the slowest size", slowest, 5, "ms");
goal("deferred index of 60 tools", sixty.deferred, 600, "tokens");
