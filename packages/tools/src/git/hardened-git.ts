/**
 * What a git that nobody was asked about may not do: run programs that the repository's own
 * configuration names for watching files, showing differences, converting text or checking
 * signatures, follow a bare repository that was checked out as a folder, take locks, refresh the
 * index, or fetch objects that are missing.
 *
 * Source: git-config(1), and that git reads GIT_CONFIG_COUNT after all files.
 */
const settings: readonly (readonly [string, string])[] = [
  ["core.fsmonitor", "false"],
  ["core.untrackedCache", "false"],
  ["safe.bareRepository", "explicit"],
  ["log.showSignature", "false"],
  ["core.hooksPath", "/dev/null"],
  ["diff.autoRefreshIndex", "false"],
  // Other values make git look into submodules, under the settings of each.
  ["diff.submodule", "short"],
  ["diff.ignoreSubmodules", "dirty"],
  ["status.submoduleSummary", "false"],
  ["submodule.recurse", "false"],
  // `remerge` writes objects, and runs merge drivers.
  ["log.diffMerges", "separate"],
  ["core.alternateRefsCommand", "false"],
  ["grep.fallbackToNoIndex", "false"],
  ["gpg.program", "false"],
  ["gpg.openpgp.program", "false"],
  ["gpg.x509.program", "false"],
  ["gpg.ssh.program", "false"],
];

/** Subcommands that take `--no-ext-diff` and `--no-textconv`. */
const comparing = "log show whatchanged diff-tree blame annotate format-patch shortlog".split(" ");

const hardening = "--no-ext-diff --no-textconv";

/** Else git starts another one in each submodule, under that one's settings, whatever `.gitmodules` says. */
const quietSubmodules = "--ignore-submodules=dirty";

/**
 * bash takes a function from a variable. This one puts those options in, and lets `describe
 * --dirty` ask `status`, as it would write the index. Names that it lists go through `toolwright_names`, when that
 * is there: see `guardedPrograms`.
 */
const gitFunction = `() {
  local -a before=()
  while [ "$#" -gt 0 ]; do
    case "$1" in
      -c|-C) before+=("\${@:1:2}"); shift; [ "$#" -eq 0 ] || shift ;;
      -*) before+=("$1"); shift ;;
      *) break ;;
    esac
  done
  case "\${1-}" in
    diff|diff-index|diff-files) set -- "$1" ${hardening} ${quietSubmodules} "\${@:2}" ;;
    status) set -- status ${quietSubmodules} "\${@:2}" ;;
    ${comparing.join("|")}) set -- "$1" ${hardening} "\${@:2}" ;;
    grep) set -- grep --no-textconv "\${@:2}" ;;
    stash) case "\${2-}" in show|list) set -- stash "$2" ${hardening} "\${@:3}" ;; esac ;;
    reflog)
      case "\${2-}" in
        show) set -- reflog show ${hardening} "\${@:3}" ;;
        list|exists|expire|delete|drop|write) ;;
        *) set -- reflog show ${hardening} "\${@:2}" ;;
      esac ;;
  esac
  local word mark= lists= ends=
  if [ "\${1-}" = describe ]; then
    local -a others=()
    for word in "$@"; do
      case "$word" in --dirty) mark=-dirty ;; --dirty=*) mark="\${word#*=}" ;; *) others+=("$word") ;; esac
    done
    if [ -n "$mark" ]; then
      word="$(command git \${before[@]+"\${before[@]}"} "\${others[@]}")" || return
      command git \${before[@]+"\${before[@]}"} status --porcelain ${quietSubmodules} --untracked-files=no | command grep -q . && word="$word$mark"
      builtin printf '%s\\n' "$word"
      return
    fi
  fi
  case "\${1-}" in ls-files) lists=1 ;; esac
  for word in "$@"; do
    case "$word" in
      --name-only|--files-with-matches) lists=1 ;;
      --*) ;;
      -z) ends=1 ;;
      -*l*) [ "$1" != grep ] || lists=1 ;;
    esac
  done
  if [ -n "$lists" ] && [ -z "$ends" ] && declare -F toolwright_names >/dev/null; then
    toolwright_names git \${before[@]+"\${before[@]}"} "$@"
    return
  fi
  command git \${before[@]+"\${before[@]}"} "$@"
}`;

const variables = {
  GIT_OPTIONAL_LOCKS: "0",
  GIT_TERMINAL_PROMPT: "0",
  GIT_PAGER: "cat",
  // What is missing in a partial clone would be fetched, by programs that its configuration names.
  GIT_NO_LAZY_FETCH: "1",
  GIT_ALLOW_PROTOCOL: "none",
} as const;

/**
 * Variables for a git that was decided by its effects alone, also one that another program starts. `emptied` are
 * settings of the repository that name programs for files, as `filter.x.clean`: they get an empty value.
 */
export function hardenedGitWithout(emptied: readonly string[]): Readonly<Record<string, string>> {
  const all = [...settings, ...emptied.map((key) => [key, ""] as const)];
  return {
    ...variables,
    GIT_CONFIG_COUNT: String(all.length),
    ...Object.fromEntries(
      all.flatMap(([key, value], index) => [
        [`GIT_CONFIG_KEY_${index}`, key],
        [`GIT_CONFIG_VALUE_${index}`, value],
      ]),
    ),
  };
}

/**
 * Makes bash start git with those options, and bash takes half a millisecond to read it. Only what bash itself
 * starts goes through it: who decides a command line has to see to it that no other program starts git.
 */
export const hardenedGitInBash: Readonly<Record<string, string>> = {
  "BASH_FUNC_git%%": gitFunction,
};
