/**
 * Settings for a git that runs without approval. They keep it from running programs that the
 * repository's configuration names (for watching files, showing differences, converting text or
 * checking signatures), using a bare repository that was checked out as a folder, taking locks,
 * refreshing the index, and fetching missing objects.
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
  // Other values make git look into submodules, with their own settings.
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

/** Otherwise git runs in each submodule with that one's settings, whatever `.gitmodules` says. */
const quietSubmodules = "--ignore-submodules=dirty";

/**
 * bash takes functions from variables. This one adds those options, and makes `describe --dirty` use
 * `status`, because it would write the index itself. Listed names go through `toolwright_names` if that is
 * defined: see `guardedPrograms`.
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
  // A partial clone would fetch missing objects by programs that its configuration names.
  GIT_NO_LAZY_FETCH: "1",
  GIT_ALLOW_PROTOCOL: "none",
} as const;

/**
 * Variables for a git that was allowed by its effects alone, including one that another program starts. `emptied`
 * lists the repository's settings that name programs for files, such as `filter.x.clean`; they become empty.
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
 * Makes bash start git with those options; reading it takes bash half a millisecond. It covers only a git that
 * bash itself starts, so the decision about a command line must rule out that other programs start git.
 */
export const hardenedGitInBash: Readonly<Record<string, string>> = {
  "BASH_FUNC_git%%": gitFunction,
};
