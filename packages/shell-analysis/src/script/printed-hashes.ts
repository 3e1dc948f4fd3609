import type { Command, ParsedScript, Word } from "../parser/syntax.ts";
import { passesLines } from "../specifications/sub-languages/listed-names.ts";
import type { StaticArgument } from "../specification/specification.ts";
import { onlyPart } from "./printed-counts.ts";
import type { ShellState } from "./shell-state.ts";

/**
 * Whether a substitution prints hashes of git objects, one a line, or nothing: `$(git rev-parse HEAD)`,
 * `$(git merge-base main HEAD)`, `$(git log --format=%h -5)`. Names of branches and tags don't qualify:
 * the author of the repository may have called one `--output=x`.
 */
export function areHashesPrinted(
  script: ParsedScript | undefined,
  context: { readonly state: ShellState },
): boolean {
  const [statement] = script?.commands ?? [];
  if (script?.commands.length !== 1 || statement?.background === true) return false;
  const node = statement?.command;
  if (node?.type !== "Pipeline") return node?.type === "Command" && printsHashes(node, context);
  const [first, ...filters] = node.commands;
  const isPlain = node.prefixes.length === 0 && node.operators.every((one) => one === "|");
  if (!isPlain || first?.type !== "Command" || !printsHashes(first, context)) return false;
  return filters.every((filter) => filter.type === "Command" && passesHashes(filter, context));
}

/** Whether a word is a substitution that prints hashes, quoted or not. */
export function isHashWord(word: Word, context: { readonly state: ShellState }): boolean {
  const inner = onlyPart(word);
  return inner?.type === "CommandExpansion" && areHashesPrinted(inner.script, context);
}

/** Whether one command prints hashes. */
export function printsHashes(command: Command, { state }: { readonly state: ShellState }): boolean {
  if (command.name?.text !== "git" || state.function("git") !== undefined) return false;
  const [, ...words] = plainTexts(command) ?? [];
  const [subcommand = "", ...rest] = /^(?:--no-pager|-P)$/.test(words[0] ?? "")
    ? words.slice(1)
    : words;
  return subcommands.get(subcommand)?.(rest) === true;
}

/** Whether a command prints only whole lines of its input. */
export function passesHashes(command: Command, { state }: { readonly state: ShellState }): boolean {
  const [name = "", ...texts] = plainTexts(command) ?? [];
  const words = texts.map((text): StaticArgument => ({ kind: "static", text }));
  return state.function(name) === undefined && passesLines(name, words);
}

/** A revision that isn't a name. If it doesn't exist, git prints the text itself. */
const stepsBack = /^(?:HEAD|@|[\da-f]{7,40})(?:[~^]\d*)*$/;
const operand = /^[^-]/;
const walk =
  /^(?:-\d+|-n\d+|--max-count=\d+|--all|--reverse|--(?:no-)?merges|--first-parent|--(?:since|until|after|before|author|grep)=.*|--)$/;
const hashFormat = /^--(?:format|pretty)=(?:t?format:)?%[hH]$/;

function walks(texts: readonly string[]): boolean {
  return texts.every(
    (text, at) =>
      operand.test(text) || walk.test(text) || (text === "-n" && /^\d+$/.test(texts[at + 1] ?? "")),
  );
}

const subcommands: ReadonlyMap<string, (texts: readonly string[]) => boolean> = new Map<
  string,
  (texts: readonly string[]) => boolean
>([
  [
    "rev-parse",
    (texts) => {
      const revisions = texts.filter((text) => operand.test(text));
      return (
        revisions.length > 0 &&
        revisions.every((text) => stepsBack.test(text)) &&
        texts.every(
          (text) => operand.test(text) || /^(?:--short(?:=\d+)?|--verify|-q|--quiet)$/.test(text),
        )
      );
    },
  ],
  [
    "merge-base",
    (texts) =>
      texts.every((text) => operand.test(text) || /^(?:-a|--all|--fork-point)$/.test(text)),
  ],
  ["rev-list", (texts) => walks(texts)],
  [
    "log",
    (texts) =>
      texts.some((text) => hashFormat.test(text)) &&
      walks(texts.filter((text) => !hashFormat.test(text))),
  ],
]);

/** A word in which nothing is expanded, so that its value is known. */
export const plainWord = /^(?!~)(?:[\w./:,+@%^=~-]|'[^'\\]*'|"[^"\\$`!]*")+$/;

/** The words of a command without expansions and redirections other than `2>/dev/null`; otherwise null. */
function plainTexts({ name, prefix, suffix }: Command): readonly string[] | null {
  if (name === undefined || prefix.length > 0) return null;
  const texts: string[] = [];
  for (const part of [name, ...suffix]) {
    if (part.type === "Redirect") {
      const { descriptor, operator, target } = part;
      const isError = descriptor?.type === "FileDescriptor" && descriptor.value === 2;
      if (!isError || operator !== ">" || target?.text !== "/dev/null") return null;
    } else if (part.type !== "Word" || !plainWord.test(part.text)) return null;
    else texts.push(part.value);
  }
  return texts;
}
