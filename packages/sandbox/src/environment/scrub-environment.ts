import { isSecretVariable } from "@toolwright/core/internal";
import { delimiter, isAbsolute, normalize } from "node:path";
import { isWithin } from "../confinement/path-containment.ts";

export type Variables = Readonly<Record<string, string | undefined>>;

/**
 * The environment for programs that a model runs. It drops variables that make harmless programs run other
 * code, prompt or page their output, and those that look like secrets; its PATH has only absolute
 * directories.
 *
 * Dropped: loader and interpreter hooks (`LD_*`, `NODE_OPTIONS` …), variables that change how a shell reads a
 * command line (`BASH_ENV`, `IFS`, exported functions …), `GIT_*` except author and committer, pagers,
 * editors and password prompts, variables that npm sets for scripts, and names of secrets
 * (`isSecretVariable`).
 */
export function scrubEnvironment(environment: Variables): Record<string, string> {
  const scrubbed: Record<string, string> = {};
  for (const [name, value] of Object.entries(environment)) {
    if (value !== undefined && !isDropped(name) && !isOddLocale(name, value))
      scrubbed[name] = value;
  }
  return withSafePath({ ...scrubbed, ...quiet });
}

/** Sets variables; undefined removes them. */
export function overrideEnvironment(
  base: Readonly<Record<string, string>>,
  overrides: Variables,
): Record<string, string> {
  const environment: Record<string, string> = { ...base };
  for (const [name, value] of Object.entries(overrides)) {
    // Windows ignores the case of names; two spellings of one variable would both be passed on.
    const existing = isWindows ? findName(environment, name) : name;
    if (existing !== undefined) delete environment[existing];
    if (value !== undefined) environment[name] = value;
  }
  return withSafePath(environment);
}

const isWindows = process.platform === "win32";

/** Stops programs from waiting for a person or drawing. */
const quiet: Readonly<Record<string, string>> = {
  TERM: "dumb",
  NO_COLOR: "1",
  PAGER: "cat",
  GIT_PAGER: "cat",
  GIT_TERMINAL_PROMPT: "0",
  // Otherwise `git status` refreshes the index, which is a write.
  GIT_OPTIONAL_LOCKS: "0",
};

const droppedNames = new Set([
  // read by shells before or while they read the command line
  "BASH_ENV",
  "ENV",
  "ZDOTDIR",
  "SHELLOPTS",
  "BASHOPTS",
  "BASH_XTRACEFD",
  "BASH_COMPAT",
  "BASH_LOADABLES_PATH",
  "PROMPT_COMMAND",
  "PS4",
  "IFS",
  "CDPATH",
  "GLOBIGNORE",
  "EXECIGNORE",
  "FUNCNEST",
  "TMOUT",
  "POSIXLY_CORRECT",
  // the directory of translations, which bash expands
  "TEXTDOMAIN",
  "TEXTDOMAINDIR",
  // code and options for interpreters and build tools
  "NODE_OPTIONS",
  "NODE_REPL_EXTERNAL_MODULE",
  "PERL5OPT",
  "PERL5DB",
  "RUBYOPT",
  "PYTHONSTARTUP",
  "PYTHONINSPECT",
  "TAR_OPTIONS",
  "MAKEFLAGS",
  "MFLAGS",
  "MAKEFILES",
  "RIPGREP_CONFIG_PATH",
  "GREP_OPTIONS",
  "RSYNC_RSH",
  "CVS_RSH",
  // options, archives and programs of text and archive tools, invisible in the command line
  "TAPE",
  "RSH",
  "GZIP",
  "BZIP",
  "BZIP2",
  "XZ_OPT",
  "XZ_DEFAULTS",
  "UNZIP",
  "UNZIPOPT",
  "ZIPOPT",
  "ZIPINFO",
  "ZIPINFOOPT",
  "BC_ENV_ARGS",
  "AWKPATH",
  "AWKLIBPATH",
  "GAWK_READ_TIMEOUT",
  "ACKRC",
  "ACK_OPTIONS",
  "ACK_PAGER",
  "MAGIC",
  "LOCATE_PATH",
  "LOCATE_CONFIG",
  "FZF_DEFAULT_COMMAND",
  "FZF_DEFAULT_OPTS",
  "JQ_LIBRARY_PATH",
  "PS_PERSONALITY",
  "LSOF_OPTIONS",
  "_POSIX2_VERSION",
  // pagers, editors and prompts
  "PAGER",
  "MANPAGER",
  "MANOPT",
  "MORE",
  "SYSTEMD_PAGER",
  "SYSTEMD_LESS",
  "SYSTEMD_EDITOR",
  "DELTA_PAGER",
  "LESS",
  "LESSOPEN",
  "LESSCLOSE",
  "EDITOR",
  "VISUAL",
  "SSH_ASKPASS",
  "SSH_ASKPASS_REQUIRE",
  "SUDO_ASKPASS",
  // forced colours, which contradict NO_COLOR
  "COLORTERM",
  "FORCE_COLOR",
  "CLICOLOR_FORCE",
]);

const droppedPrefixes = ["LD_", "DYLD_", "BASH_FUNC_", "GIT_", "BAT_", "ZSTD_"] as const;

/** The author and committer: set by people and CI, and they run nothing. */
const gitIdentity = /^GIT_(?:AUTHOR|COMMITTER)_(?:NAME|EMAIL|DATE)$/;

/** npm's registry settings only: those of an outer script would mislead a nested npm. */
const npmVariable = /^npm_/i;
const npmSource = /^npm_config_(?:registry|cache|cafile|proxy|https_proxy|noproxy)$/i;

function isDropped(name: string): boolean {
  const key = isWindows ? name.toUpperCase() : name;
  if (droppedNames.has(key) || isSecretVariable(key.toLowerCase())) return true;
  if (npmVariable.test(key)) return !npmSource.test(key);
  return droppedPrefixes.some((prefix) => key.startsWith(prefix)) && !gitIdentity.test(key);
}

/**
 * Locales in which half a character may be a backslash or a backquote. Command lines are UTF-8; in such a
 * locale, a shell would read other commands than those approved.
 */
function isOddLocale(name: string, value: string): boolean {
  return (
    /^(?:LANG$|LC_)/.test(name) &&
    /big5|gbk|gb18030|s-?jis|shift|johab|uhc|^zh_(?:TW|HK)(?:@|$)/i.test(value)
  );
}

const defaultPath = isWindows ? "" : "/usr/local/bin:/usr/bin:/bin";

/** Drops empty and relative entries, which would run programs from the current directory. */
function withSafePath(environment: Record<string, string>): Record<string, string> {
  const name = (isWindows ? findName(environment, "PATH") : "PATH") ?? "PATH";
  const path = environment[name];
  const entries = (path ?? "").split(delimiter).filter((entry) => isAbsolute(entry));
  environment[name] = entries.length > 0 ? entries.join(delimiter) : defaultPath;
  return environment;
}

/** The environment with a PATH without these directories and those below them. */
export function withoutPlaces(
  environment: Readonly<Record<string, string>>,
  places: readonly string[],
): Record<string, string> {
  const name = (isWindows ? findName(environment, "PATH") : "PATH") ?? "PATH";
  const kept = pathOf(environment).filter(
    (entry) => !places.some((place) => isWithin(normalize(entry), place)),
  );
  return withSafePath({ ...environment, [name]: kept.join(delimiter) });
}

/** The directories on the PATH, in order. */
export function pathOf(environment: Readonly<Record<string, string>>): readonly string[] {
  const name = isWindows ? findName(environment, "PATH") : "PATH";
  return (environment[name ?? "PATH"] ?? "").split(delimiter).filter((entry) => entry !== "");
}

function findName(environment: Readonly<Record<string, string>>, name: string): string | undefined {
  const wanted = name.toUpperCase();
  return Object.keys(environment).find((key) => key.toUpperCase() === wanted);
}
