/** Programs that a project's files can choose or replace, even for `--version`; the last ones through asdf or volta. */
const chosenByProject = [
  "cargo",
  "rustc",
  "rustfmt",
  "rustdoc",
  "rustup",
  "yarn",
  "yarnpkg",
  "pnpm",
  "mvn",
  "bundle",
  "pytest",
  "jest",
  "vitest",
  "mocha",
  ..."node nodejs npm npx bun deno python python3 pip pip3 ruby gem perl php java javac go".split(
    " ",
  ),
];

/** The uses in which each program's guard calls one of these functions. */
const guardedUses: Readonly<Record<string, string>> = {
  node: 'case "$#${1-}" in 2--check|2-c) toolwright_check',
  nodejs: 'case "$#${1-}" in 2--check|2-c) toolwright_check',
  python: 'case "${1-} ${2-}" in "-m json.tool") toolwright_json',
  python3: 'case "${1-} ${2-}" in "-m json.tool") toolwright_json',
};

/**
 * Guards for command lines that are allowed by their effects alone (`needsGuards`): bash functions in place of
 * programs that list files, follow links or are chosen by the project.
 *
 * - Names from `find`, `git ls-files`, `grep -l` and the like that another program uses pass only if each is plain,
 *   so that `a /etc/passwd` never becomes two words: relative, without `..`, white space, quotes or wildcards, and
 *   not like an option.
 * - `grep -R`, `rg -L`, `find -L` and `diff -r` run only if the directories among their words contain no links.
 * - `rg` skips hidden files whatever a `.gitignore` or a file type says, unless its words include them.
 * - `cargo --version`, `yarn --version` and the like run outside any project, because a project's files choose the
 *   started program: `rust-toolchain.toml`, `yarnPath` in `.yarnrc.yml`, `packageManager` in `package.json`, `.mvn`.
 *   Neither corepack nor rustup fetches anything then. Sources: rustup's book, "Overrides"; corepack's README.
 * - `python3 -m json.tool FILE` runs isolated and outside of any project, with the file for its input: python would
 *   load a `json.py` of the project, and what `PYTHONPATH` names.
 * - `node --check FILE` runs outside of any project, without the variables of the environment, on a file that is no
 *   link: variables name files that node writes, and of a directory node would check what its `package.json` names.
 *
 * Every listing that the analysis recognises must also be recognised here: see `listed-names.ts` and `followedTree`
 * in `@toolwright/shell-analysis`.
 */
export const guardedPrograms: Readonly<Record<string, string>> = {
  "BASH_FUNC_toolwright_names%%": `() {
  local names code
  names="$(command "$@"; builtin printf '/%s' "$?")"
  code="\${names##*/}"
  names="\${names%/*}"
  case $'\\n'"$names"$'\\n' in
    *[[:blank:]$'\\v\\f\\r']*|*[\\'\\"\\\\*?]*|*$'\\n'[-/~]*|*/../*|*$'\\n'../*|*/..$'\\n'*|*$'\\n'..$'\\n'*|*/.[[]*|*$'\\n'.[[]*)
      builtin printf '%s\\n' "$1: stopped, because it would list a name that has white space, quotes, wildcards or .., or looks like an option. End names in null characters instead: find … -print0 | xargs -0." >&2
      return 1 ;;
  esac
  builtin printf '%s' "$names"
  return "$code"
}`,
  "BASH_FUNC_toolwright_links%%": `() {
  local program="$1" word
  shift
  for word in "$@"; do
    [ -d "$word" ] || continue
    case "$word" in -*) word="./$word" ;; esac
    if [ -n "$(command find -P "$word" -type l -print | command head -n 1)" ]; then
      builtin printf '%s\\n' "$program: stopped, because it would follow links below $word. Leave out the option that follows links." >&2
      return 1
    fi
  done
}`,
  "BASH_FUNC_find%%": `() {
  local word lists=1
  for word in "$@"; do
    case "$word" in
      -L|-follow) toolwright_links find "$@" || return ;;
      -print0|-printf|-fprint*|-fls|-ls|-exec|-execdir|-ok|-okdir|-delete) lists= ;;
    esac
  done
  if [ -n "$lists" ]; then toolwright_names find "$@"; else command find "$@"; fi
}`,
  "BASH_FUNC_grep%%": `() {
  local word lists= ends=
  for word in "$@"; do
    case "$word" in
      --dereference-recursive) toolwright_links grep "$@" || return ;;
      --files-with*) lists=1 ;;
      --null) ends=1 ;;
      --*) ;;
      -*R*) toolwright_links grep "$@" || return ;;
    esac
    case "$word" in --*) ;; -*[lL]*) lists=1 ;; esac
    case "$word" in --*) ;; -*[zZ]*) ends=1 ;; esac
  done
  if [ -n "$lists" ] && [ -z "$ends" ]; then toolwright_names grep "$@"; else command grep "$@"; fi
}`,
  "BASH_FUNC_rg%%": `() {
  local word lists= ends= filters=1
  for word in "$@"; do
    case "$word" in
      --hidden|--unrestricted|--iglob|--iglob=*) filters= ;;
      --*|-*[!.0abcFHIilnNopPqsSuUvwxh]*) ;;
      -*[u.]*) filters= ;;
    esac
    case "$word" in
      --follow) toolwright_links rg "$@" || return ;;
      --files|--files-with*) lists=1 ;;
      --null) ends=1 ;;
      --*) ;;
      -*L*) toolwright_links rg "$@" || return ;;
    esac
    case "$word" in --*) ;; -*l*) lists=1 ;; esac
    case "$word" in --*) ;; -*0*) ends=1 ;; esac
  done
  [ -z "$filters" ] || set -- '--iglob=!.*' "$@"
  if [ -n "$lists" ] && [ -z "$ends" ]; then toolwright_names rg "$@"; else command rg "$@"; fi
}`,
  "BASH_FUNC_diff%%": `() {
  local word
  for word in "$@"; do
    case "$word" in
      --no-dereference) command diff "$@"; return ;;
    esac
  done
  for word in "$@"; do
    case "$word" in
      --recursive) toolwright_links diff "$@" || return ;;
      --*) ;;
      -*r*) toolwright_links diff "$@" || return ;;
    esac
  done
  command diff "$@"
}`,
  "BASH_FUNC_fd%%": `() {
  local word
  for word in "$@"; do
    case "$word" in --print0|--exec*|--list-details|-[!-]*[0xXl]*|-[0xXl]*) command fd "$@"; return ;; esac
  done
  toolwright_names fd "$@"
}`,
  "BASH_FUNC_ls%%": `() {
  local word
  for word in "$@"; do
    case "$word" in --*|-*[!1AaArtSU-]*) command ls "$@"; return ;; esac
  done
  toolwright_names ls "$@"
}`,
  "BASH_FUNC_toolwright_outside%%": `() {
  if [ "$#" -ne 2 ]; then command "$@"; return; fi
  case "$2" in --version|-v|-V) ;; *) command "$@"; return ;; esac
  (builtin cd / && COREPACK_ENABLE_NETWORK=0 RUSTUP_AUTO_INSTALL=0 command "$@")
  local code=$?
  builtin printf '%s\\n' "($1 ran outside the project, whose files may choose another version.)" >&2
  return "$code"
}`,
  "BASH_FUNC_toolwright_json%%": `() {
  local program="$1" word name=
  shift
  for word in "\${@:3}"; do
    case "$name$word" in
      --sort-keys|--no-ensure-ascii|--json-lines|--compact|--no-indent|--tab|--indent=*) ;;
      -*|''|/dev/*) command "$program" "$@"; return ;;
      *) [ -z "$name" ] || { command "$program" "$@"; return; }
         name="$word" ;;
    esac
  done
  case "$name" in
    '') (builtin cd / && command "$program" -I -B "$@"); return ;;
    /*) ;;
    *) name="./$name" ;;
  esac
  (builtin cd / && command "$program" -I -B "\${@:1:$#-1}") < "$name"
}`,
  "BASH_FUNC_toolwright_check%%": `() {
  local file="$3"
  case "$file" in
    -*) command "$@"; return ;;
    /*) ;;
    *) file="$(builtin pwd -P)/$file" ;;
  esac
  if [ -L "$file" ] || [ ! -f "$file" ]; then
    builtin printf '%s\\n' "$1: stopped, because $3 is not a plain file." >&2
    return 1
  fi
  (builtin cd / && command env -i PATH="$PATH" HOME="\${HOME-}" "$1" --check "$file")
}`,
  ...Object.fromEntries(
    chosenByProject.map((name) => [
      `BASH_FUNC_${name}%%`,
      `() { toolwright_outside ${name} "$@"; }`,
    ]),
  ),
  ...Object.fromEntries(
    Object.entries(guardedUses).map(([name, use]) => [
      `BASH_FUNC_${name}%%`,
      `() {
  ${use} ${name} "$@" ;; *) toolwright_outside ${name} "$@" ;; esac
}`,
    ]),
  ),
};
