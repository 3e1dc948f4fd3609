import {
  type Argument,
  type Consequence,
  listsTree,
  unknown,
} from "../../specification/specification.ts";
import { mayEndCommand } from "./find-expression.ts";
import { below, operandsOf, optionsOf, uses, wordReader } from "./given-words.ts";

const readWords = wordReader({
  flags: `-H --hidden, -I --no-ignore, --no-ignore-vcs, --no-ignore-parent, -u --unrestricted,
    -s --case-sensitive, -i --ignore-case, -g --glob, --regex, -F --fixed-strings,
    -a --absolute-path, -p --full-path, -0 --print0, -1, -q --quiet, -h --help, -V --version,
    --prune, --strip-cwd-prefix, --one-file-system, --show-errors, -L --follow`,
  values: `-d --max-depth, --min-depth, --exact-depth, -t --type, -e --extension, -E --exclude,
    -S --size, -o --owner, -c --color, -j --threads, --and, --changed-within, --changed-before,
    --max-results, --ignore-file, --search-path, --base-directory`,
});

/** fd: a pattern, then the directories to search; after `-x` and `-X` a command. */
export function fdCommand(words: readonly Argument[]): readonly Consequence[] {
  const at = words.findIndex(
    (word) => word.kind === "static" && /^(?:-[xX]|--exec|--exec-batch)$/.test(word.text),
  );
  const given = readWords(at === -1 ? words : words.slice(0, at));
  if (typeof given === "string") return [unknown(given), ...commandOf(words, at, [])];
  const found: Consequence[] = [];
  const starts: Argument[] = operandsOf(given).slice(1);
  for (const { name, value } of optionsOf(given)) {
    if (name === "-L") found.push(unknown("follows links wherever they lead"));
    if (value === undefined) continue;
    if (name === "--ignore-file") found.push(uses("read", value));
    if (name === "--search-path") starts.push(value);
    if (name === "--base-directory") {
      found.push(uses("list-tree", value));
      if (at !== -1) found.push(unknown("runs a command in another directory"));
    }
  }
  if (starts.length === 0) found.push(listsTree("."));
  for (const start of starts) found.push(uses("list-tree", start));
  return [...found, ...commandOf(words, at, starts)];
}

function commandOf(
  words: readonly Argument[],
  at: number,
  starts: readonly Argument[],
): readonly Consequence[] {
  if (at === -1) return [];
  const behind = words.slice(at + 1);
  const open = behind.find((word) => mayEndCommand(word));
  if (open !== undefined) {
    return [
      unknown(`has ${open.text} in a command, which may end it`),
      { type: "command", words: behind },
    ];
  }
  const end = behind.findIndex((word) => word.kind === "static" && word.text === ";");
  if (end !== -1 && end < behind.length - 1) {
    return [
      unknown("has words after the end of its command"),
      { type: "command", words: behind.slice(0, end) },
    ];
  }
  const command = end === -1 ? behind : behind.slice(0, end);
  // `{/}`, `{//}`, `{.}` and `{/.}` are parts of the name.
  const hasName = command.some((word) => /\{\/{0,2}\.?\}/.test(word.text));
  const [only] = starts;
  const place =
    starts.length === 0 ? below(".") : only?.kind === "static" ? below(only.text) : null;
  const isPlain = command.every((word) => word.text === "{}" || !/\{\/{0,2}\.?\}/.test(word.text));
  if (!isPlain || starts.length > 1 || place === null) {
    return [{ type: "command", words: command, addsUnknown: true }];
  }
  const named = command.map((word) => (word.text === "{}" ? place : word));
  const start: Consequence =
    only === undefined ? { type: "path", use: "read-tree", path: "." } : uses("read-tree", only);
  return [start, { type: "command", words: hasName ? named : [...named, place] }];
}
