import { versionFiles } from "./packages.ts";
import {
  type CommandFamily,
  type CommandShape,
  type Consequence,
  type OptionUse,
  unknown,
} from "../specification/specification.ts";

/**
 * Interpreters, compilers and what checks code. They run code they are given, or load the project's
 * settings and plugins: nothing but their version is specified, and that of pytest, jest and vitest,
 * which may load the project's files first, only outside of it.
 */
const version: CommandShape = { specified: false, chosenBy: versionFiles, informs: "--version" };

/** A file that bash checks without running it. `+n` would be an option that runs it all the same. */
function checkedScript(text: string): readonly Consequence[] {
  if (text.startsWith("+")) return [unknown(`has the option ${text}, which isn't known`)];
  return [{ type: "path", use: "read", path: text }];
}

/**
 * What bash reads in one way and a smaller shell in another: `$'…'`, `[[ a > b ]]`, `((touch x))`,
 * `&>`, `<<<`. Text with one of these isn't understood when such a shell runs it.
 */
const differsInSh =
  /\$['"]|\[\[|(?<!\$)\(\(|&>|[|;]&|<<<|[<>]\(|(?<!\$)\{[^}\s]|\b(?:function|coproc|select|time|declare|typeset|let|local|source)\b|(?:^|[\s;|&])[\w.]+(?:\+=|=\()/m;

/** The text of `sh -c`, if bash reads it in the same way. */
export function smallShellScript(text: string): readonly Consequence[] {
  if (differsInSh.test(text)) {
    return [unknown("is given text that not every shell reads in the same way")];
  }
  return [{ type: "script", text }];
}

function shell(script: "script" | typeof smallShellScript): CommandShape {
  const checks: OptionUse = { operands: { first: [checkedScript], rest: "text", none: "stdin" } };
  return {
    // `-l`, `-i` and `--rcfile` load settings; `-s` reads what to run.
    flags: "-e -u -x -v -f -C -h -m -B --noprofile --norc",
    options: {
      "-n": checks,
      "-c": { operands: { first: [script], rest: "text", none: [] } },
      "-o": { value: { choices: ["pipefail", "errexit", "nounset", "xtrace", "noclobber"] } },
      "-l --login": { unspecified: true },
    },
    stopsAtOperand: true,
    operands: {
      first: ["program"],
      rest: "text",
      none: [unknown("runs what it reads from its input")],
    },
    informs: "--version --help",
  };
}

export const languages: CommandFamily = [
  { names: "bash", ...shell("script") },
  { names: "sh dash ash", ...shell(smallShellScript) },
  {
    // Their language is another one.
    names: "zsh ksh mksh fish csh tcsh nu pwsh powershell elvish xonsh",
    specified: false,
    informs: "--version",
  },
  {
    names: "node nodejs",
    specified: false,
    chosenBy: versionFiles,
    informs: "--version -v --help -h",
  },
  { names: "deno", specified: false, chosenBy: versionFiles, informs: "--version -V --help -h" },
  { names: "tsx ts-node swc-node babel-node", specified: false },
  {
    names:
      "python python2 python3 python3.9 python3.10 python3.11 python3.12 python3.13 pypy pypy3",
    specified: false,
    chosenBy: versionFiles,
    informs: "--version -V -VV --help -h",
  },
  { names: "ipython jupyter", specified: false },
  {
    names: "ruby irb",
    specified: false,
    chosenBy: versionFiles,
    informs: "--version -v --help -h",
  },
  { names: "perl", specified: false, chosenBy: versionFiles, informs: "--version -v --help -h" },
  { names: "php", specified: false, chosenBy: versionFiles, informs: "--version -v --help -h" },
  {
    names: "lua luajit lua5.4 Rscript R julia ghc",
    specified: false,
    chosenBy: versionFiles,
    informs: "--version -v",
  },
  { names: "elixir iex erl escript ocaml scala kotlin kotlinc groovy clojure", ...version },
  {
    names: "java javac jar javap",
    specified: false,
    chosenBy: versionFiles,
    informs: "-version --version -help --help",
  },
  {
    names: "gcc g++ cc c++ clang clang++ cpp ld as gfortran",
    specified: false,
    informs: "--version -dumpversion -dumpmachine --help",
  },
  { names: "tsc", specified: false, informs: "--version -v --help -h" },
  { names: "eslint prettier", specified: false, informs: "--version --help" },
  { names: "biome oxlint stylelint tslint standard xo", ...version },
  { names: "ruff", specified: false, informs: "--version -V --help -h" },
  { names: "mypy", specified: false, informs: "--version -V --help -h" },
  { names: "black isort flake8 pylint pyright bandit", ...version },
  { names: "golangci-lint rubocop ktlint clang-format clang-tidy", specified: false },
  {
    names: "pytest jest vitest mocha",
    specified: false,
    informsOutside: "--version",
  },
  {
    names: "py.test ava playwright cypress phpunit rspec",
    specified: false,
  },
  { names: "osascript tclsh wish expect ts awk-script", specified: false },
];
