// Question: what does one policy decision cost, and does the cost grow with the number of rules?
// Workload: deciding one read inside a workspace under 0, 100 and 10,000 rules. Nine rules in ten name a
// folder (`src/team-7/module-42/**`), one a suffix at any depth (`**/*.gen-7.ts`); modelled on the settings
// of large repositories, seeded.
// Baselines in the same run: trying each rule in turn, as most agents do, with a regular expression for each
// glob, and with picomatch if a development tool installed it. They build no proof and know no protected
// paths.
// Source of the goal: with 10,000 rules, at most 50 microseconds a decision.
import { createRequire } from "node:module";
import { createPolicy, type Decision, type Effect, type Policy, type Rule } from "@toolwright/core";
import { type Contestant, describeMachine, goal, interleave, table } from "./support/measure.ts";

type Decide = (path: string) => Decision;
type Matcher = (path: string) => boolean;

const root = "/home/dev/app";
const rounds = 15;
const ours = "toolwright, with proof";

const picomatch = loadPicomatch();
console.log(`Policy, microseconds a decision. ${describeMachine()}`);
for (const count of [0, 100, 10_000]) await compare(count);

async function compare(count: number): Promise<void> {
  const random = createRandom(count + 1);
  const rules = makeRules(count, random);
  const paths = makePaths(Math.max(count, 1), random);
  const started = performance.now();
  const policy = createPolicy({
    layers: [{ name: "user", source: "bench", rules }],
    mode: "default",
    roots: [root],
    home: "/home/dev",
  });
  const madeMs = performance.now() - started;
  const candidates = new Map<string, Decide>([[ours, indexed(policy)]]);
  if (count > 0) {
    candidates.set("linear, regular expressions", linear(rules, toRegExp));
    if (picomatch !== null) candidates.set("linear, picomatch", linear(rules, picomatch));
  }
  checkSameAnswers(candidates, paths);

  // Slow contestants make fewer decisions a round; their figures are scaled.
  const repeats = (name: string): number => (name !== ours && count > 1_000 ? 1 : 500);
  const contestants = Array.from(candidates, ([name, decide]) =>
    contestantOf(name, decide, paths, repeats(name)),
  );
  const figures = await interleave(contestants, { rounds, times: 40 });
  const scaled = (name: string, figure: number): number => figure / repeats(name);
  const base = scaled(ours, figures.get(ours)?.median ?? Number.NaN);
  console.log(`\n${count} rules, made into a policy in ${madeMs.toFixed(0)} ms`);
  console.log(
    table([
      ["what", "median", "middle half", "ratio"],
      ...Array.from(figures, ([name, { median, low, high }]) => [
        name,
        scaled(name, median).toFixed(2),
        `${scaled(name, low).toFixed(2)}-${scaled(name, high).toFixed(2)}`,
        `x${(scaled(name, median) / base).toFixed(1)}`,
      ]),
    ]),
  );
  if (count === 10_000) goal("a decision under 10,000 rules", base, 50, "µs");
}

/** A small seeded generator (mulberry32), so that every run uses the same rules and paths. */
function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * below);
  };
}

function makeRules(count: number, random: (below: number) => number): readonly Rule[] {
  return Array.from({ length: count }, (_, index): Rule => {
    const decision = (["deny", "ask", "allow"] as const)[random(3)] ?? "ask";
    const pattern =
      index % 10 === 9
        ? `read(**/*.gen-${random(count)}.ts)`
        : `read(src/team-${random(40)}/module-${random(count)}/**)`;
    return { [decision]: pattern };
  });
}

function makePaths(rules: number, random: (below: number) => number): readonly string[] {
  return Array.from({ length: 2_000 }, () => {
    const name = random(5) === 0 ? `a.gen-${random(rules)}.ts` : `file-${random(1_000)}.ts`;
    return `${root}/src/team-${random(40)}/module-${random(rules)}/lib/${name}`;
  });
}

function indexed(policy: Policy): Decide {
  return (path) => {
    const effect: Effect = { type: "read", path, realPath: path };
    return policy.decide({ effects: [effect], tool: "read_file", agent: "main" }).decision;
  };
}

/** Tries each rule in turn: deny before ask; unnamed paths may be read. */
function linear(rules: readonly Rule[], compile: (glob: string) => Matcher): Decide {
  const compiled = rules.map((rule) => {
    const decision: Decision =
      rule.deny !== undefined ? "deny" : rule.ask !== undefined ? "ask" : "allow";
    const pattern = rule.deny ?? rule.ask ?? rule.allow ?? "";
    return { decision, matches: compile(pattern.slice("read(".length, -1)) };
  });
  return (path) => {
    const relative = path.slice(root.length + 1);
    let isAsked = false;
    for (const { decision, matches } of compiled) {
      if (decision === "allow" || !matches(relative)) continue;
      if (decision === "deny") return "deny";
      isAsked = true;
    }
    return isAsked ? "ask" : "allow";
  };
}

/** Enough for the globs above. */
function toRegExp(glob: string): Matcher {
  const source = glob
    .replaceAll(/[.+^${}()|[\]\\]/g, "\\$&")
    .replaceAll("**/", "(?:.*/)?")
    .replaceAll("/**", "(?:/.*)?")
    .replaceAll(/(?<![.)])\*/g, "[^/]*");
  const expression = new RegExp(`^${source}$`);
  return (path) => expression.test(path);
}

function loadPicomatch(): ((glob: string) => Matcher) | null {
  try {
    // It has no declarations here; only a matcher made from a glob is used.
    const make = createRequire(import.meta.url)("picomatch") as (
      glob: string,
      options: { readonly dot: boolean },
    ) => Matcher;
    return (glob) => make(glob, { dot: true });
  } catch {
    console.log("picomatch is not installed: left out.");
    return null;
  }
}

function checkSameAnswers(candidates: ReadonlyMap<string, Decide>, paths: readonly string[]): void {
  for (const path of paths.slice(0, 500)) {
    const answers = new Set([...candidates.values()].map((decide) => decide(path)));
    if (answers.size > 1) throw new Error(`The candidates disagree on ${path}.`);
  }
}

function contestantOf(
  name: string,
  decide: Decide,
  paths: readonly string[],
  repeats: number,
): Contestant {
  let next = 0;
  let consumed = 0;
  return {
    name,
    run(times) {
      for (let index = times * repeats; index > 0; index -= 1) {
        next = (next + 1) % paths.length;
        consumed += decide(paths[next] ?? root).length;
      }
      if (consumed === 0) throw new Error("Nothing was decided.");
    },
  };
}
