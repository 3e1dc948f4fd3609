import type { Candidate, CompletionTree } from "./completion-tree.ts";

export const shells = ["bash", "zsh", "fish"] as const;

export type Shell = (typeof shells)[number];

/** The scripts work from the words alone and start nothing. Flags are offered only after a dash. */
export const completionScripts: Readonly<Record<Shell, (tree: CompletionTree) => string>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
};

function bashScript(tree: CompletionTree): string {
  const words = (candidates: readonly Candidate[]): string =>
    quoted(candidates.map(({ word }) => word).join(" "));
  const cases = tree.nodes.map(
    ({ path, words: next, flags }) =>
      `    ${quoted(path)}) words=${words(next)} flags=${words(flags)} ;;`,
  );
  return `_toolwright() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" path="" words="" flags="" i
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "\${path:+$path }\${COMP_WORDS[i]}" in
      ${pathPattern(tree)}) path="\${path:+$path }\${COMP_WORDS[i]}" ;;
    esac
  done
  COMPREPLY=()
  case "$path" in
${cases.join("\n")}
  esac
  [[ $current != -* ]] || words=$flags
  case "$previous" in
${valueCases(tree, (choices) => `words=${quoted(choices.join(" "))}`, "return")}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _toolwright toolwright
`;
}

function zshScript(tree: CompletionTree): string {
  const described = ({ word, summary }: Candidate): string =>
    quoted(`${word.replaceAll(":", "\\:")}${summary === "" ? "" : `:${summary}`}`);
  const list = (candidates: readonly Candidate[]): string => candidates.map(described).join(" ");
  const cases = tree.nodes.map(
    ({ path, words, flags }) =>
      `    ${quoted(path)}) words_here=(${list(words)}) flags=(${list(flags)}) ;;`,
  );
  return `#compdef toolwright
_toolwright() {
  local where="" word
  local -a words_here flags
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "\${where:+$where }$word" in
      ${pathPattern(tree)}) where="\${where:+$where }$word" ;;
    esac
  done
  case "\${words[CURRENT-1]}" in
${valueCases(tree, (choices) => `compadd -- ${choices.join(" ")}; return`, "_files; return")}
  esac
  case "$where" in
${cases.join("\n")}
  esac
  if [[ "$PREFIX" == -* ]]; then _describe flag flags; elif (( $#words_here )); then _describe word words_here; else _files; fi
}
if [[ "$funcstack[1]" == _toolwright ]]; then _toolwright "$@"; else compdef _toolwright toolwright; fi
`;
}

function fishScript(tree: CompletionTree): string {
  const lines = tree.nodes.flatMap(({ path, words, flags }) =>
    [...words, ...flags].map(({ word, summary }) => {
      const choices = tree.flagValues.get(word);
      const parts = [
        "complete -c toolwright",
        `-n '__toolwright_at "${path}"'`,
        word.startsWith("--") ? `-l ${word.slice(2)}` : `-f -a ${word}`,
        ...(choices === null ? ["-r"] : []),
        ...(choices == null ? [] : [`-x -a ${quoted(choices.join(" "))}`]),
        ...(summary === "" ? [] : [`-d ${fishQuoted(summary)}`]),
      ];
      return parts.join(" ");
    }),
  );
  return `function __toolwright_at
  set -l where ""
  for word in (commandline -opc)[2..-1]
    switch (string trim "$where $word")
      case ${pathsOf(tree).map(quoted).join(" ")}
        set where (string trim "$where $word")
    end
  end
  test "$where" = "$argv[1]"
end
${lines.join("\n")}
`;
}

function pathsOf({ nodes }: CompletionTree): readonly string[] {
  return nodes.map(({ path }) => path).filter((path) => path !== "");
}

function pathPattern(tree: CompletionTree): string {
  return pathsOf(tree).map(quoted).join(" | ");
}

function valueCases(
  { flagValues }: CompletionTree,
  offer: (choices: readonly string[]) => string,
  otherwise: string,
): string {
  const free = Array.from(flagValues).flatMap(([flag, choices]) =>
    choices === null ? [flag] : [],
  );
  const limited = Array.from(flagValues).flatMap(([flag, choices]) =>
    choices === null ? [] : [`  ${flag}) ${offer(choices)} ;;`],
  );
  return [...limited, `  ${free.join(" | ")}) ${otherwise} ;;`].join("\n");
}

/** For bash, zsh and, without quotes and backslashes, fish. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function fishQuoted(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}
