/**
 * What a git that nobody was asked about may not do: run programs that the repository's own
 * configuration names for watching files, showing differences or converting text, follow a bare
 * repository that was checked out as a folder, or take locks.
 *
 * Source: git-config(1), and that git reads GIT_CONFIG_COUNT after all files.
 */
const settings: readonly (readonly [string, string])[] = [
  ["core.fsmonitor", "false"],
  ["core.untrackedCache", "false"],
  ["safe.bareRepository", "explicit"],
  ["log.showSignature", "false"],
  ["core.hooksPath", "/dev/null"],
];

/** Subcommands that take `--no-ext-diff` and `--no-textconv`. */
const comparing =
  "diff log show whatchanged diff-tree diff-index diff-files blame annotate format-patch shortlog".split(
    " ",
  );

const hardening = ["--no-ext-diff", "--no-textconv"] as const;

/** Git's words, the subcommand first, with the options that keep it from starting programs. */
export function hardenedWords(words: readonly string[]): readonly string[] {
  const [subcommand = "", ...rest] = words;
  if (comparing.includes(subcommand)) return [subcommand, ...hardening, ...rest];
  if (subcommand === "grep") return [subcommand, "--no-textconv", ...rest];
  if (subcommand === "stash" && rest[0] === "show") {
    return [subcommand, "show", ...hardening, ...rest.slice(1)];
  }
  return words;
}

/** The same for bash, which takes a function from a variable. */
const gitFunction = `() {
  case "\${1-}" in
    ${comparing.join("|")}) set -- "$1" ${hardening.join(" ")} "\${@:2}" ;;
    grep) set -- grep --no-textconv "\${@:2}" ;;
    stash) if [ "\${2-}" = show ]; then set -- stash show ${hardening.join(" ")} "\${@:3}"; fi ;;
  esac
  command git "$@"
}`;

/** Variables for a git that was decided by its effects alone. */
export const hardenedGitVariables: Readonly<Record<string, string>> = {
  GIT_OPTIONAL_LOCKS: "0",
  GIT_TERMINAL_PROMPT: "0",
  GIT_PAGER: "cat",
  GIT_CONFIG_COUNT: String(settings.length),
  ...Object.fromEntries(
    settings.flatMap(([key, value], index) => [
      [`GIT_CONFIG_KEY_${index}`, key],
      [`GIT_CONFIG_VALUE_${index}`, value],
    ]),
  ),
};

/**
 * They make bash start git so. Only what bash itself starts goes through it: who decides a command line
 * has to see to it that no other program starts git.
 */
export const hardenedGitInBash: Readonly<Record<string, string>> = {
  ...hardenedGitVariables,
  "BASH_FUNC_git%%": gitFunction,
};
