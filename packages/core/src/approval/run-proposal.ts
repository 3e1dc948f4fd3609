import type { RunEffect } from "../effects/kinds/run.ts";
import { programName } from "../policy/path-names.ts";

/** Programs whose first word says what they do. For other programs, only the exact command is proposed. */
const commandPrograms = wordSet(
  "apt apt-get aws az bazel brew bun bundle cabal cargo composer conda dart dnf docker dotnet",
  "firebase flutter fly gcloud gem gh git glab go gradle gradlew helm heroku just kubectl lerna mix",
  "mvn mvnw netlify next ng npm nuxt nx pants pip pip3 pnpm podman poetry rake rebar3 rush rustup",
  "sbt stack swift systemctl terraform tofu turbo uv vercel vite wrangler yarn yum zig",
);

/** Programs that do one job, with any arguments. */
const singleJobs = wordSet(
  "ava biome ctest eslint jest mocha mypy oxlint phpunit prettier pyright pytest rspec rubocop ruff",
  "shellcheck tsc vitest",
);

/** Interpreters: with a script's name first they run that script; with an option first, any code. */
const interpreters = /^(?:node|nodejs|bun|deno|python|pypy|perl|ruby|php)[\d.]*$/;

/** First words that run another program or any code. */
const freeCommands: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ["aws", wordSet("ssm")],
  ["bun", wordSet("create exec repl x")],
  ["bundle", wordSet("exec console")],
  ["cargo", wordSet("install")],
  ["composer", wordSet("exec")],
  ["conda", wordSet("run")],
  ["docker", wordSet("buildx compose exec run")],
  ["gh", wordSet("alias api codespace extension")],
  ["git", wordSet("bisect config difftool filter-branch mergetool rebase submodule")],
  ["go", wordSet("generate run tool")],
  ["kubectl", wordSet("debug exec run")],
  ["mix", wordSet("run")],
  ["npm", wordSet("create exec explore init x")],
  ["nx", wordSet("exec run-commands")],
  ["pnpm", wordSet("create dlx exec")],
  ["podman", wordSet("exec run")],
  ["poetry", wordSet("run shell")],
  ["stack", wordSet("exec runghc")],
  ["uv", wordSet("run tool")],
  ["yarn", wordSet("create dlx exec node")],
]);

const scriptRunners = wordSet("bun composer npm pnpm yarn");
const plainWord = /^[A-Za-z][\w:-]*$/;

/**
 * The first words by which a command may be allowed, followed by any others: `npm test`. Null when
 * only the exact command may be allowed, because its first words don't say enough.
 */
export function widerCommand({ program, words }: RunEffect): readonly string[] | null {
  const operands = words.slice(1);
  const fixed = fixedOperands(programName(program).toLowerCase(), operands);
  return fixed === null ? null : [program, ...operands.slice(0, fixed)];
}

/** How many operands say what the command does; null when they don't say it. */
function fixedOperands(name: string, operands: readonly string[]): number | null {
  const [first = "", second = ""] = operands;
  if (singleJobs.has(name)) return 0;
  if (commandPrograms.has(name) && plainWord.test(first)) {
    if (freeCommands.get(name)?.has(first) === true) return null;
    const isScript = scriptRunners.has(name) && (first === "run" || first === "run-script");
    if (!isScript) return 1;
    return plainWord.test(second) ? 2 : null;
  }
  return interpreters.test(name) && /^[\w./@-]+\.\w+$/.test(first) && !first.startsWith("-")
    ? 1
    : null;
}

function wordSet(...lines: readonly string[]): ReadonlySet<string> {
  return new Set(lines.join(" ").split(" "));
}
