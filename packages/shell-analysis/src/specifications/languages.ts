import { versionFiles } from "./packages.ts";
import {
  type Argument,
  type CommandFamily,
  type CommandShape,
  type Consequence,
  type OptionUse,
  reads,
  unknown,
  unknownOption,
} from "../specification/specification.ts";

/**
 * Interpreters, compilers and code checkers. They run code, or load the project's settings and plugins,
 * so only their version is specified. pytest, jest and vitest may load the project's files even for
 * their version, which is specified only outside the project. python's json.tool and node's --check are specified
 * under a guard.
 */
const version: CommandShape = { specified: false, chosenBy: versionFiles, informs: "--version" };

/** A file that bash checks without running it. `+n` would be an option that runs it after all. */
function checkedScript(text: string): readonly Consequence[] {
  if (text.startsWith("+")) return [unknownOption(text)];
  return [{ type: "path", use: "read", path: text }];
}

/**
 * Syntax that bash and smaller shells read differently: `$'…'`, `[[ a > b ]]`, `((touch x))`, `&>`,
 * `<<<`. Text that contains it is unknown when such a shell runs it.
 */
const differsInSh =
  /\$['"]|\[\[|(?<!\$)\(\(|&>|[|;]&|<<<|[<>]\(|(?<!\$)\{[^}\s]|\b(?:function|coproc|select|time|declare|typeset|let|local|source)\b|(?:^|[\s;|&])[\w.]+(?:\+=|=\()/m;

/** The text of `sh -c`, which must have no syntax that shells read differently. */
export function smallShellScript(text: string): readonly Consequence[] {
  if (differsInSh.test(text)) {
    return [unknown("runs text that shells read differently")];
  }
  return [{ type: "script", text }];
}

function shell(script: "script" | typeof smallShellScript): CommandShape {
  const checks: OptionUse = { operands: { first: [checkedScript], rest: "text", none: [] } };
  return {
    // Left out: `-l`, `-i` and `--rcfile`, which load settings; `-s`, which runs its input.
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
      none: [unknown("runs its input")],
    },
    informs: "--version --help",
  };
}

const jsonToolOption =
  /^--(?:sort-keys|no-ensure-ascii|json-lines|compact|no-indent|tab|indent=\d{1,3})$/;

/**
 * `-m json.tool`, options, then at most one file. The guard reads the same words: it starts python isolated and
 * outside the project, whose modules would otherwise be loaded, and opens the file itself.
 */
function jsonTool([flag, name, ...words]: readonly Argument[]): readonly Consequence[] | null {
  if (flag?.text !== "-m" || name?.text !== "json.tool") return null;
  if ([flag, name, ...words].some(({ kind }) => kind !== "static")) return null;
  const texts = words.map(({ text }) => text);
  const last = texts.at(-1);
  const isFile = last !== undefined && !last.startsWith("-");
  const options = isFile ? texts.slice(0, -1) : texts;
  if (!options.every((text) => jsonToolOption.test(text))) return null;
  if (!isFile) return [];
  // Bash itself connects for `< /dev/tcp/…`.
  return last === "" || last.startsWith("/dev/") ? null : [reads(last)];
}

/**
 * `--check FILE`, with one file of JavaScript. The guard ensures that it is a file and no link, as node would take
 * `main` from the `package.json` of a directory. For the kind of module, node reads the nearest `package.json`.
 */
function nodeCheck(words: readonly Argument[]): readonly Consequence[] | null {
  const [flag, file, ...more] = words;
  if (flag?.kind !== "static" || file?.kind !== "static" || more.length > 0) return null;
  if (!/^(?:--check|-c)$/.test(flag.text) || !/^[^-].*\.[cm]?js$/s.test(file.text)) return null;
  return [reads(file.text), { type: "above", name: "package.json", path: file.text }];
}

export const languages: CommandFamily = [
  { names: "bash", ...shell("script") },
  { names: "sh dash ash", ...shell(smallShellScript) },
  {
    // Their languages differ from bash.
    names: "zsh ksh mksh fish csh tcsh nu pwsh powershell elvish xonsh",
    specified: false,
    informs: "--version",
  },
  {
    names: "node nodejs",
    specified: false,
    chosenBy: versionFiles,
    informs: "--version -v --help -h",
    underGuard: nodeCheck,
  },
  { names: "deno", specified: false, chosenBy: versionFiles, informs: "--version -V --help -h" },
  { names: "tsx ts-node swc-node babel-node", specified: false },
  {
    names:
      "python python2 python3 python3.9 python3.10 python3.11 python3.12 python3.13 pypy pypy3",
    specified: false,
    chosenBy: versionFiles,
    informs: "--version -V -VV --help -h",
    underGuard: jsonTool,
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
