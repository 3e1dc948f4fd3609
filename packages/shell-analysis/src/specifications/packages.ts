import {
  type CommandFamily,
  type CommandShape,
  type Consequence,
  listsTree,
  oneOf,
  type OptionUse,
  reaches,
  reads,
  unknown,
} from "../specification/specification.ts";

/**
 * Package managers. Installing runs scripts of the packages, and most other subcommands run scripts
 * too, so only those that read are specified.
 *
 * Even with `--version` yarn, pnpm, bundle, composer and dotnet start programs that the project names
 * (`yarnPath`, `packageManager`, plugins, `global.json`). Their version is known only outside a project,
 * or left out.
 */
/** Files by which asdf and volta choose the program for a name. The environment keeps mise and pyenv from doing so. */
export const versionFiles = ".tool-versions .volta";

const installs: CommandShape = { specified: false, effects: [reaches("*")] };

/** The name of an npm setting, which must not be a password or token. */
function npmSetting(text: string): readonly Consequence[] {
  return /^[a-z-]+(?:\.[a-z-]+)*$/.test(text) && !/auth|pass|token|key|cert/.test(text)
    ? []
    : [unknown(`shows the setting ${text}, which may hold a secret`)];
}

const npmShown = "-l -a --json --long --all --parseable --package-lock-only --link --no-color -s";
const npmOptions: Readonly<Record<string, OptionUse>> = {
  "--depth": "number",
  "--omit --include": oneOf("dev optional peer prod"),
  "--loglevel": oneOf("silent error warn notice http info verbose silly"),
  "-w --workspace": "text",
  "--workspaces -ws --silent --quiet": {},
};

const registry: CommandShape = {
  flags: npmShown,
  options: npmOptions,
  operands: { rest: "text" },
  effects: [reads("package.json"), reaches("*")],
};

const npm: CommandShape = {
  // `.npmrc` may set addresses with environment variables in them, the cache and the global directory.
  chosenBy: ".npmrc .tool-versions .volta",
  informs: "--version -v --help -h",
  subcommands: {
    "ls list ll la": {
      flags: `${npmShown} --prod --dev`,
      options: { ...npmOptions, "--only": oneOf("prod production dev development") },
      operands: { rest: "text" },
      effects: [reads("package.json"), listsTree("node_modules")],
    },
    "explain why": {
      flags: "--json",
      operands: { rest: "text" },
      effects: [reads("package.json"), listsTree("node_modules")],
    },
    fund: {
      flags: "--json --no-browser",
      effects: [reads("package.json"), listsTree("node_modules")],
    },
    query: { operands: { rest: "text" }, effects: [reads("package.json")] },
    "root prefix bin": {},
    "view info show v": registry,
    "search find s": { ...registry, effects: [reaches("*")] },
    outdated: registry,
    "ping whoami": { effects: [reaches("*")] },
    audit: {
      flags: `${npmShown} --production`,
      options: {
        ...npmOptions,
        "--audit-level": oneOf("info low moderate high critical none"),
      },
      // `audit fix` installs.
      operands: { first: [oneOf("signatures")] },
      effects: [reads("package.json"), reads("package-lock.json"), reaches("*")],
    },
    // Without a name it lists the scripts.
    "run run-script": { noSubcommand: { effects: [reads("package.json")] }, subcommands: {} },
    pkg: {
      subcommands: {
        get: { operands: { rest: "text" }, effects: [reads("package.json")] },
        "set delete fix": { specified: false },
      },
    },
    "config c": {
      subcommands: {
        get: { operands: { first: [npmSetting] } },
        "set delete rm edit list ls fix": { specified: false },
      },
    },
    "install i in add ci clean-install update up upgrade dedupe uninstall remove rm r un rebuild":
      installs,
    "install-test it cit link ln publish unpublish deprecate dist-tag access owner team": installs,
    "exec x init create login logout adduser token hook org profile star doctor pack": installs,
  },
};

const otherNodeManager: CommandShape = {
  specified: false,
  subcommands: {
    "install i add update up upgrade dlx create init publish import fetch audit outdated": installs,
    "info view search npm login logout": installs,
  },
};

const pipShown: CommandShape["flags"] =
  "-v --verbose -q --quiet --no-color --disable-pip-version-check --no-input --isolated --require-virtualenv";

const pip: CommandShape = {
  chosenBy: versionFiles,
  flags: pipShown,
  informs: "--version -V --help -h",
  subcommands: {
    list: {
      flags: `${pipShown} -l --local --user --not-required --pre -e --editable --include-editable
        --exclude-editable`,
      options: { "--format": oneOf("columns freeze json"), "--exclude": "text" },
    },
    show: { flags: `${pipShown} -f --files`, operands: { rest: "text" } },
    freeze: {
      flags: `${pipShown} -l --local --user --all --exclude-editable`,
      options: {
        "--exclude": "text",
        "-r --requirement": {
          value: "read",
          effects: [unknown("reads the files that its lines name")],
        },
      },
    },
    check: { flags: pipShown },
    "install download wheel index search uninstall lock": installs,
  },
};

const gem: CommandShape = {
  chosenBy: `${versionFiles} .gemrc`,
  informs: "--version -v --help -h",
  subcommands: {
    list: {
      flags: "-l --local -a --all -d --details --no-details --versions --no-versions -q --quiet",
      operands: { first: ["text"] },
    },
    "env environment": { operands: { first: ["text"] } },
    "install update uninstall fetch push search outdated": installs,
  },
};

const aptShown: CommandShape["flags"] = "-a --all-versions -q --quiet -n --names-only -f --full";

const apt: CommandShape = {
  informs: "--version -v --help -h",
  subcommands: {
    list: {
      flags: `${aptShown} --installed --upgradable --upgradeable --manual-installed -v --verbose`,
      operands: { rest: "text" },
    },
    "show search policy depends rdepends": { flags: aptShown, operands: { rest: "text" } },
    [`install remove purge update upgrade full-upgrade dist-upgrade autoremove reinstall source
      download build-dep satisfy changelog`]: installs,
  },
};

/** The lists of installed packages are the system's own, not the user's files. */
const systemPackages: CommandFamily = [
  { names: "apt apt-get aptitude", ...apt },
  {
    names: "apt-cache",
    informs: "--version -v --help -h",
    subcommands: {
      [`show showpkg showsrc search policy depends rdepends pkgnames madison stats unmet
        dumpavail`]: {
        flags: `${aptShown} -i --important --installed --recurse --no-all-versions`,
        operands: { rest: "text" },
      },
    },
  },
  {
    names: "dpkg",
    flags: `-l --list -s --status -L --listfiles -S --search -p --print-avail -C --audit
      --get-selections --print-architecture --print-foreign-architectures --compare-versions`,
    options: { "-c --contents -I --info": { operands: { rest: "read" } } },
    operands: { rest: "text" },
    informs: "--version --help -?",
  },
  {
    names: "dpkg-query",
    flags: "-l --list -s --status -L --listfiles -S --search -p --print-avail -W --show --no-pager",
    options: { "-f --showformat": "text" },
    operands: { rest: "text" },
    informs: "--version --help -?",
  },
  {
    names:
      "yum dnf microdnf zypper pacman apk rpm snap flatpak nix nix-env port choco winget scoop",
    specified: false,
    effects: [reaches("*")],
    informs: "--version --help",
  },
  {
    names: "brew",
    specified: false,
    informs: "--version -v --help -h --prefix --cellar",
    subcommands: {
      "install upgrade update uninstall reinstall fetch tap search info outdated bundle": installs,
    },
  },
];

export const packages: CommandFamily = [
  { names: "npm", ...npm },
  { names: "pnpm yarn yarnpkg", ...otherNodeManager, informsOutside: "--version -v" },
  {
    names: "bun",
    ...otherNodeManager,
    chosenBy: versionFiles,
    informs: "--version -v --revision --help -h",
  },
  // npx reads no project for these options: npm 11, bin/npx-cli.js and lib/npm.js.
  {
    names: "npx",
    specified: false,
    effects: [reaches("*")],
    chosenBy: versionFiles,
    informs: "--version -v",
  },
  { names: "pnpx bunx uvx pipx dlx", specified: false, effects: [reaches("*")] },
  { names: "corepack", specified: false, effects: [reaches("*")], informs: "--version -v" },
  { names: "pip pip3", ...pip },
  {
    names: "uv",
    specified: false,
    informs: "--version -V",
    subcommands: {
      "add remove sync lock publish self tool python": installs,
      pip: { specified: false, subcommands: { "install sync compile uninstall": installs } },
    },
  },
  {
    names: "poetry pipenv conda mamba micromamba pdm hatch rye",
    specified: false,
    subcommands: {
      "install add remove update upgrade sync lock publish create search self tool python env":
        installs,
      pip: { specified: false, subcommands: { "install sync compile uninstall": installs } },
    },
  },
  { names: "gem", ...gem },
  {
    names: "bundle",
    specified: false,
    informsOutside: "--version -v",
    subcommands: { "install add update remove outdated": installs },
  },
  {
    names: "bundler composer",
    specified: false,
    subcommands: { "install add update require remove outdated create-project": installs },
  },
  ...systemPackages,
];
