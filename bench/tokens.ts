// Question: what do a profile's definitions cost a model in every request?
// Workload: the output of `toolwright tools`, as JSON without white space, counted in o200k_base.
// Baselines: captured from what these programs sent to a server on loopback, counted in the same manner.
// Source of the goals: 3,000 tokens for the default set, 8,500 for all built-in tools.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { encode } from "gpt-tokenizer/encoding/o200k_base";
import { profileNames } from "@toolwright/profiles";
import { describeMachine, goal, table } from "./support/measure.ts";

const bin = join(import.meta.dirname, "..", "packages", "cli", "bin", "toolwright.cjs");
const folder = mkdtempSync(join(tmpdir(), "toolwright-tokens-"));
const project = join(folder, "project");
mkdirSync(project);
const dialects = ["anthropic", "openai-chat", "openai-responses", "gemini"] as const;
const peers: readonly (readonly [string, number])[] = [
  ["pi 0.73", 1_061],
  ["codex 0.169", 3_616],
  ["gemini-cli-core 0.61, Gemini 3", 3_766],
  ["opencode 1.18", 4_727],
  ["Claude Code 2.1 with its tool search", 7_064],
];

function tokensOf(...words: readonly string[]): number {
  const printed = execFileSync(process.execPath, [bin, "tools", "--json", ...words], {
    cwd: project,
    encoding: "utf8",
    env: { PATH: process.env.PATH, HOME: join(folder, "home") },
  });
  const { tools } = JSON.parse(printed) as { readonly tools: unknown };
  return encode(JSON.stringify(tools)).length;
}

try {
  console.log(`Tokens of definitions. ${describeMachine()}\n`);
  const sets: readonly (readonly [string, readonly string[]])[] = [
    ...profileNames.map((name) => [name, ["--profile", name]] as const),
    ["canonical, --all-tools", ["--all-tools"]],
  ];
  const rows = sets.map(([name, words]) => [
    name,
    ...dialects.map((dialect) => String(tokensOf(...words, "--dialect", dialect))),
  ]);
  console.log(table([["profile", ...dialects], ...rows]));
  console.log(
    `\n${table([["others", "tokens"], ...peers.map(([name, count]) => [name, String(count)])])}\n`,
  );
  goal("the default set, as anthropic", tokensOf("--dialect", "anthropic"), 3_000, "tokens");
  goal(
    "all built-in tools, as anthropic",
    tokensOf("--all-tools", "--dialect", "anthropic"),
    8_500,
    "tokens",
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}
