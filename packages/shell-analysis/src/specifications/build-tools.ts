import { versionFiles } from "./packages.ts";
import {
  type CommandFamily,
  type CommandShape,
  type Consequence,
  oneOf,
  reaches,
  shows,
} from "../specification/specification.ts";

/**
 * Programs that build and test. All run code of the project, so little is specified. rustup may start
 * `cargo` and `rustc` from a place that the project's `rust-toolchain.toml` names, and mvn takes
 * options from `.mvn`. So not even `--version` is harmless in a project.
 */
const getsModules: CommandShape = { specified: false, effects: [reaches("*")] };

function goVariable(text: string): readonly Consequence[] {
  return oneOfGo.has(text) ? [] : [shows(text)];
}

const oneOfGo: ReadonlySet<string> = new Set(
  `GOOS GOARCH GOPATH GOROOT GOVERSION GOMOD GOMODCACHE GOCACHE GOBIN GOENV GOEXE GOHOSTARCH
  GOHOSTOS GOTOOLDIR GOWORK GO111MODULE GOTOOLCHAIN CGO_ENABLED CC CXX AR GOFLAGS GOTMPDIR`.split(
    /\s+/,
  ),
);

export const buildTools: CommandFamily = [
  {
    names:
      "make gmake bmake ninja cmake ctest meson scons bazel buck just task rake invoke tox nox",
    specified: false,
    informs: "--version --help",
  },
  {
    names: "mvn",
    specified: false,
    informsOutside: "--version -v",
  },
  {
    names: "mvnw gradle gradlew ant sbt lein mill dotnet msbuild xcodebuild swift swiftc zig",
    specified: false,
  },
  {
    names: "cargo",
    specified: false,
    informsOutside: "--version -V",
    subcommands: {
      "install add update fetch publish search login owner yank": getsModules,
      "build b check c test t bench run r doc d clippy": { specified: false },
    },
  },
  {
    names: "rustup",
    specified: false,
    effects: [reaches("*")],
    informsOutside: "--version -V",
  },
  { names: "rustc rustfmt rustdoc", specified: false, informsOutside: "--version -V" },
  { names: "cargo-clippy", specified: false },
  {
    names: "go",
    chosenBy: versionFiles,
    informs: "help -h",
    subcommands: {
      version: { flags: "-m -v", operands: { rest: "read-tree" }, oneDash: true },
      env: { flags: "-json", operands: { rest: goVariable, none: [] }, oneDash: true },
      help: { operands: { rest: "text" } },
      "get mod install work": getsModules,
      "build run test vet generate fmt fix list doc tool clean bug": { specified: false },
    },
  },
  {
    names: "gofmt",
    flags: "-d -e -l -s",
    options: { "-r": "text", "-w": { operands: { rest: "modify-tree" } } },
    operands: { rest: "read-tree" },
    oneDash: true,
  },
  {
    names: "turbo nx lerna rush moon vite webpack rollup esbuild swc tsup parcel",
    specified: false,
  },
  {
    names: "pre-commit lefthook husky lint-staged",
    specified: false,
  },
  {
    names: "shellcheck",
    chosenBy: ".shellcheckrc shellcheckrc",
    flags: "-C --color --list-optional --norc",
    options: {
      "-f --format": oneOf("checkstyle diff gcc json json1 quiet tty"),
      "-s --shell": oneOf("sh bash dash ksh busybox"),
      "-S --severity": oneOf("error warning info style"),
      "-e --exclude -i --include -o --enable -W --wiki-link-count": "text",
    },
    operands: { rest: "read" },
    informs: "-V --version --help",
  },
];
