import {
  type Argument,
  type CommandFamily,
  type CommandShape,
  type Consequence,
  type NamesInput,
  shows,
  unknown,
  unknownOption,
  writes,
} from "../specification/specification.ts";

import { below, uses } from "./sub-languages/given-words.ts";

const traces: Pick<CommandShape, "options" | "operands"> = {
  options: { "-o --output": "write", "-e -p -s -u -E -a -b -I -O -S -P -X": "text" },
  operands: { rest: "command" },
};

/** Programs that start the command in their words, which is analysed. */
export const wrappers: CommandFamily = [
  {
    // Left out: -C (another directory), -S (splits its value into words).
    names: "env",
    flags: "-i --ignore-environment -0 --null -v --debug",
    options: { "-u --unset": "text" },
    operands: { rest: "assignments-and-command", none: [shows("*")] },
    informs: "--version --help",
  },
  {
    names: "nice",
    options: { "-n --adjustment": "text" },
    numericOption: true,
    operands: { rest: "command" },
    informs: "--version --help",
  },
  {
    // nohup writes this file when its output is a terminal.
    names: "nohup",
    operands: { rest: "command" },
    effects: [writes("nohup.out")],
    informs: "--version --help",
  },
  {
    names: "time gtime",
    flags: "-p -v -a -q --portability --verbose --append --quiet",
    options: { "-o --output": "output", "-f --format": "text" },
    operands: { rest: "command" },
    informs: "-V --version --help",
  },
  {
    names: "timeout gtimeout",
    flags: "--foreground --preserve-status -v --verbose",
    options: { "-k --kill-after -s --signal": "text" },
    operands: { first: ["text"], rest: "command" },
    informs: "--version --help",
  },
  {
    names: "stdbuf",
    options: { "-i --input -o --output -e --error": "text" },
    operands: { rest: "command" },
    informs: "--version --help",
  },
  {
    names: "setsid",
    flags: "-c --ctty -f --fork -w --wait",
    operands: { rest: "command" },
    informs: "-h --help -V --version",
  },
  {
    names: "ionice",
    flags: "-t --ignore",
    options: { "-c --class -n --classdata": "text" },
    operands: { rest: "command" },
    informs: "-h --help -V --version",
  },
  {
    // Left out: -p, which changes a running process.
    names: "taskset",
    flags: "-c --cpu-list",
    operands: { first: ["text"], rest: "command" },
    informs: "-h --help -V --version",
  },
  { names: "caffeinate", flags: "-d -i -m -s -u", operands: { rest: "command" } },
  { names: "xargs gxargs", interpret: readXargs, informs: "--version --help" },
  {
    names: "sudo doas gosu su-exec sudoedit",
    specified: false,
    options: {
      "-u --user -g --group -h --host -p --prompt -C --close-from -D --chdir -R --chroot -T -U -r -t":
        "text",
    },
    operands: { rest: "assignments-and-command" },
  },
  {
    names: "su runuser",
    specified: false,
    options: { "-c --command --session-command": "script", "-s --shell": "program" },
    operands: { rest: "text" },
  },
  { names: "pkexec run0", specified: false, operands: { rest: "command" } },
  {
    // They also change scheduling, limits, namespaces or output.
    names: "prlimit setarch linux32 linux64 unshare dbus-run-session systemd-inhibit eatmydata",
    specified: false,
    operands: { rest: "command" },
  },
  { names: "chrt chroot flock", specified: false, operands: { first: ["text"], rest: "command" } },
  { names: "busybox toybox unbuffer", specified: false, operands: { rest: "command" } },
  {
    names: "strace ltrace",
    specified: false,
    ...traces,
    informs: "--version -V --help",
  },
  {
    // Even for `--version` they start programs or read settings of the directory.
    names: "valgrind perf gdb lldb rr",
    specified: false,
    ...traces,
  },
  {
    names: "script",
    specified: false,
    options: { "-c --command": "script" },
    operands: { first: ["write"] },
    informs: "--version -V --help",
  },
  {
    // They join their words to shell text, or add unknown words.
    names: "watch parallel entr watchexec nodemon concurrently",
    specified: false,
    operands: { rest: "command" },
    informs: "--version --help",
  },
];

const xargsFlags = /^-[0rtx]+$/;
const xargsLongFlags: ReadonlySet<string> = new Set([
  "--null",
  "--no-run-if-empty",
  "--verbose",
  "--exit",
]);
const xargsValue = /^-([0rtx]*)([aInLPsdE])(.*)$/s;
const xargsLongValue = /^--(arg-file|max-args|max-lines|max-procs|max-chars|delimiter)=(.*)$/s;

/**
 * The words of `xargs`: its own options, then a command. The words from its input are added at the
 * command's end, or with `-I R` replace every `R`, even in the command's name. Source: GNU findutils 4.9.
 */
export function readXargs(
  words: readonly Argument[],
  input: NamesInput | null = null,
): readonly Consequence[] {
  const found: Consequence[] = [];
  let replaced: string | null = null;
  let endsByNull = false;
  let readsInput = true;
  /** Whether the options so far don't change how it reads a line of words. */
  let isPlain = true;
  let at = 0;
  for (; at < words.length; at += 1) {
    const word = words[at];
    if (word?.kind !== "static") return [unknown("has unknown options")];
    const { text } = word;
    if (!text.startsWith("-") || text === "-") break;
    if (text === "--") {
      at += 1;
      break;
    }
    if (xargsFlags.test(text) || xargsLongFlags.has(text)) {
      endsByNull ||= text === "--null" || /^-[^-]*0/.test(text);
      isPlain &&= !endsByNull;
      continue;
    }
    const [, , short, attached] = xargsValue.exec(text) ?? [];
    const [, long, longValue] = xargsLongValue.exec(text) ?? [];
    if (short === undefined && long === undefined) {
      return [unknownOption(text)];
    }
    // Each delimiter counts, whichever wins: `-0 -d ,` splits names.
    const isByLine = /^(?:\n|\\n)$/.test(
      (long === undefined ? attached : longValue) || words[at + 1]?.text || "",
    );
    if ((short === "d" || long === "delimiter") && !isByLine) readsInput = false;
    endsByNull ||= /^-[rtx]*0/.test(text);
    isPlain = false;
    let value = long === undefined ? attached : longValue;
    if (long === undefined && attached === "") {
      at += 1;
      const next = words[at];
      if (next?.kind !== "static") return [unknown(`has an unknown value of ${text}`)];
      value = next.text;
    }
    if (short === "I") replaced = value ?? "";
    if (short === "a" || long === "arg-file") {
      readsInput = false;
      found.push({ type: "path", use: "read", path: value ?? "" });
    }
  }
  const command = words.slice(at);
  if (command.length === 0) return found;
  const withUnknown: Consequence = { type: "command", words: withInput(command, replaced) };
  if (input === null || !readsInput || replaced === "") return [...found, withUnknown];
  if ("line" in input) {
    const withWords: Consequence = { type: "command", words: [...command, ...input.line] };
    return isPlain ? [...found, withWords] : [...found, withUnknown, withWords];
  }
  if ("hashes" in input) return [...found, withUnknown];
  const named = withNames(command, input, replaced);
  // White space in a name splits it into other words.
  if (endsByNull ? !input.endsByNull : input.isPlain !== true) named.push(withUnknown);
  return [...found, ...named];
}

/** The command with each name, and without any: it runs so when no name was found. */
function withNames(
  command: readonly Argument[],
  { below: starts, limits }: Extract<NamesInput, { below: unknown }>,
  replaced: string | null,
): Consequence[] {
  const found: Consequence[] = replaced === null ? [{ type: "command", words: command }] : [];
  for (const start of starts) {
    const name = below(start.text, limits);
    found.push(uses("read", name));
    const named =
      replaced === null
        ? [...command, name]
        : withInput(command, replaced).map((word, at) =>
            command[at]?.kind === "static" && command[at].text === replaced ? name : word,
          );
    found.push({ type: "command", words: named });
  }
  return found;
}

const reason = "the words that xargs reads from its input are unknown";
const unknownWords: Argument = { kind: "unknown", text: "…", start: "", splits: true, reason };

function withInput(command: readonly Argument[], replaced: string | null): readonly Argument[] {
  if (replaced === null) return [...command, unknownWords];
  if (replaced === "") return [unknownWords];
  return command.map((word): Argument => {
    const at = word.text.indexOf(replaced);
    if (at === -1) return word;
    const start = word.kind === "static" ? word.text.slice(0, at) : "";
    return { kind: "unknown", text: word.text, start, splits: false, reason };
  });
}
