import {
  type Argument,
  type CommandFamily,
  type Consequence,
  shows,
  unknown,
  unspecified,
} from "../specification/specification.ts";
import { bracketWords, testWords } from "./test-words.ts";

/** Builtins that don't change the shell, described like any other command. */
export const plainBuiltins: CommandFamily = [
  { names: ": true false", harmlessWords: true },
  { names: "echo", harmlessWords: true, stopsAtOperand: true, flags: "-n -e -E" },
  {
    names: "printf",
    // `-v` is left out: like `%n`, it sets a variable whose subscript bash evaluates.
    stopsAtOperand: true,
    operands: { first: [printfFormat], rest: "text" },
  },
  { names: "test", interpret: testWords },
  { names: "[", interpret: bracketWords },
  { names: "pwd", flags: "-L -P" },
  { names: "type", flags: "-a -f -p -P -t", operands: { rest: "text" }, harmlessWords: true },
  { names: "help", flags: "-d -m -s", operands: { rest: "text" } },
  { names: "times" },
  { names: "dirs", flags: "-c -l -p -v", numericOption: true },
  { names: "jobs", flags: "-l -n -p -r -s", operands: { rest: "text" } },
  { names: "wait", flags: "-f -n", operands: { rest: "text" } },
  { names: "umask", flags: "-p -S", operands: { first: ["text"] } },
  { names: "ulimit", specified: false, informs: "-a -c -f -n -s -t -u -v" },
  { names: "unalias", flags: "-a", operands: { rest: "text" } },
  { names: "exit return break continue shift logout", operands: { first: ["number"] } },
  // A shell that isn't interactive has no history; a number shows less of it.
  { names: "history", interpret: historyWords },
  { names: "kill", specified: false, informs: "-l -L" },
  { names: "bg fg disown suspend", specified: false },
  { names: "set", interpret: setWords },
  { names: "hash", interpret: hashWords },
  { names: "alias", interpret: aliasWords },
];

function historyWords(words: readonly Argument[]): readonly Consequence[] {
  const [count, ...more] = words;
  const onlyShows = count === undefined || (count.kind === "static" && /^\d+$/.test(count.text));
  return onlyShows && more.length === 0 ? [] : [unspecified];
}

/** `%n` with flags, a width and a length before it. Wider than what bash accepts. */
const settingFormat = /%[^%a-zA-Z]*[hjlLtzqQ]*n/;

function printfFormat(format: string): readonly Consequence[] {
  return settingFormat.test(format) ? [unknown("has %n in its format, which sets a variable")] : [];
}

// Left out: -k -P -B and brace expansion, which change how words are read; -H -n -t -o posix.
const setOption = /^(?:[-+][aefhuvxbCmET]*o?|--|-)$/;
const setName =
  /^(?:allexport|errexit|errtrace|functrace|hashall|ignoreeof|monitor|noclobber|noglob|nolog|notify|nounset|pipefail|verbose|xtrace)$/;

function setWords(words: readonly Argument[]): readonly Consequence[] {
  if (words.length === 0) return [shows("*")];
  let isNameNext = false;
  for (const word of words) {
    if (word.kind !== "static") return [unknown("has an unknown word")];
    const { text } = word;
    if (isNameNext) {
      if (!setName.test(text))
        return [unknown(`-o ${text} changes how the shell reads what follows`)];
      isNameNext = false;
    } else if (text === "--" || text === "-") return [];
    else if (!/^[-+]/.test(text)) return [];
    else if (!setOption.test(text))
      return [unknown(`${text} changes how the shell reads what follows`)];
    else isNameNext = text.endsWith("o");
  }
  return [];
}

function hashWords(words: readonly Argument[]): readonly Consequence[] {
  const isPlain = words.every((word) => word.kind === "static" && /^-[rlt]$/.test(word.text));
  return isPlain ? [] : [unknown("may change which file a program's name starts")];
}

function aliasWords(words: readonly Argument[]): readonly Consequence[] {
  const isPlain = words.every((word) => word.kind === "static" && !word.text.includes("="));
  return isPlain ? [] : [unknown("may change the meaning of a name")];
}
