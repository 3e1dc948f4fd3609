import { childrenOf } from "../parser/parse-script.ts";
import type { Command, Redirection, SyntaxNode, While } from "../parser/syntax.ts";
import { isSpecialVariable, isVariableName } from "../words/known-variables.ts";
import type { Scope } from "./scope.ts";

/**
 * The variable of `while read -r name; do …; done` that gets the input line by line. Null when a command in
 * the loop may read that input as well, because it could leave part of a line.
 */
export function lineVariable({ kind, clause, body }: While, scope: Scope): string | null {
  const [statement] = clause.commands;
  const command = statement?.command;
  if (kind !== "while" || clause.commands.length !== 1 || command?.type !== "Command") return null;
  if (statement?.background === true || command.name?.text !== "read") return null;
  const isPlain = command.prefix.every(
    (part) => part.type === "Assignment" && /^IFS=(?:''|"")?$/.test(part.text),
  );
  const words = wordsOf(command);
  if (!isPlain || words?.length !== command.suffix.length) return null;
  const [variable = "", ...more] = words[0] === "-r" ? words.slice(1) : words;
  if (more.length > 0 || !isVariableName(variable) || isSpecialVariable(variable)) return null;
  if (scope.state.function("read") !== undefined) return null;
  return mayReadInput(body, { variable, scope }) ? null : variable;
}

interface Loop {
  readonly variable: string;
  readonly scope: Scope;
}

/** Kinds of syntax that are not inspected, and so may read input. */
const refused: ReadonlySet<string> = new Set(
  "While ArithmeticFor Select Function Coproc Redirected".split(" "),
);

/** Whether anything in a node may read standard input; an unknown command may. */
function mayReadInput(node: SyntaxNode, loop: Loop): boolean {
  if (refused.has(node.type)) return true;
  if (node.type === "Command" && !leavesInput(node, loop)) return true;
  if (node.type === "Pipeline") {
    // The others read the output of the command before them.
    const [first] = node.commands;
    return first !== undefined && mayReadInput(first, loop);
  }
  let mayRead = false;
  childrenOf(node, (child) => {
    mayRead ||= mayReadInput(child, loop);
  });
  return mayRead;
}

const setOf = (names: string): ReadonlySet<string> => new Set(names.split(" "));

/** Programs that never read standard input. */
const inputless = setOf(
  "echo printf [ test true false : basename dirname ls stat file du realpath readlink continue break",
);
/** Programs that read it only when no file is named. */
const readers = setOf("wc head tail cat md5sum sha1sum sha256sum");
/** The same, after a pattern or a script. */
const searchers = setOf("grep egrep fgrep sed");
const historians = setOf("log show blame diff");

function leavesInput({ name, suffix }: Command, { variable, scope }: Loop): boolean {
  if (name === undefined) return true;
  if (scope.state.function(name.text) !== undefined) return false;
  if (inputless.has(name.text)) return true;
  const isLine = (text: string): boolean =>
    [`"$${variable}"`, `"\${${variable}}"`, `$${variable}`].includes(text);
  if (suffix.some((part) => part.type === "Redirect" && isInput(part, isLine))) return true;
  const words = wordsOf({ suffix });
  if (words === null) return false;
  const isKnown = words.every((word) => isLine(word) || (isPlain(word) && !namesInput(word)));
  if (!isKnown) return false;
  if (name.text === "git") return historians.has(words[0] ?? "");
  if (!isLine(words.at(-1) ?? "") || words.some((word) => word.startsWith("--"))) return false;
  if (readers.has(name.text)) return true;
  const [pattern = "-", ...options] = words.slice(0, -1).reverse();
  const known = name.text === "sed" ? /^-[nErsz]+$/ : /^-[cEFhHiLnoPqsvwxl]+$/;
  return (
    searchers.has(name.text) &&
    !/^["']?-/.test(pattern) &&
    options.every((option) => known.test(option))
  );
}

/** Whether nothing is expanded in a word. */
function isPlain(word: string): boolean {
  return /^(?:[\w./:,=@%+-]+|'[^'\\]*'|"[^"\\$`]*")$/.test(word);
}

/** Whether a word tells a program to read its standard input. */
function namesInput(word: string): boolean {
  return /^["']?(?:-["']?|--stdin.*)$|=-["']?$|\/(?:dev|proc)\//.test(word);
}

function isInput(
  { operator, descriptor, target }: Extract<Redirection, { type: "Redirect" }>,
  isLine: (text: string) => boolean,
): boolean {
  return operator === "<" && descriptor === undefined && isLine(target?.text ?? "");
}

/** The words as written, without redirections; null when an assignment is among them. */
function wordsOf({ suffix }: Pick<Command, "suffix">): readonly string[] | null {
  const words: string[] = [];
  for (const part of suffix) {
    if (part.type === "Assignment") return null;
    if (part.type === "Word") words.push(part.text);
  }
  return words;
}
