import type { Command, PipelineNode, Redirection } from "../parser/syntax.ts";
import { namesFound } from "../specifications/sub-languages/find-expression.ts";
import {
  limitsPassed,
  namesListed,
  passesLines,
} from "../specifications/sub-languages/listed-names.ts";
import type { Argument, NamesInput, StaticArgument } from "../specification/specification.ts";
import { passesHashes, printsHashes } from "./printed-hashes.ts";
import type { Scope } from "./scope.ts";

type Redirect = Extract<Redirection, { type: "Redirect" }>;

/**
 * The output of a command in a pipeline when it is only file names: `find src -print0`, passed through
 * `sort -z`. With guards also names that end in newlines, from more programs and through more filters.
 * Otherwise null.
 *
 * Shapes: `words` are those of the command, `before` is its own input.
 */
export function printedNames(
  node: PipelineNode,
  words: readonly Argument[],
  { scope, before }: { readonly scope: Scope; readonly before: NamesInput | null },
): NamesInput | null {
  const [name, ...rest] = words;
  if (node.type !== "Command" || name?.kind !== "static" || !isPlainInPipeline(node)) return null;
  if (scope.state.function(name.text) !== undefined) return null;
  if (name.text === "echo" || (name.text === "printf" && isByLine(rest[0]))) {
    return wordsPrinted(name.text === "echo" ? rest : rest.slice(1));
  }
  if (printsHashes(node, scope)) return { hashes: true };
  if (before !== null && "hashes" in before) return passesHashes(node, scope) ? before : null;
  if (before !== null && "below" in before) {
    if (name.text === "sort" && rest.length > 0 && rest.every(sortsByNull)) return before;
    if (!before.endsByNull && passesLines(name.text, rest)) {
      const limits = limitsPassed(name.text, rest);
      return limits === null ? before : { ...before, limits: { ...limits, ...before.limits } };
    }
  }
  const listed = scope.hasGuards ? namesListed(name.text, rest) : null;
  const found = name.text === "find" ? namesFound(rest) : null;
  return listed === null ? found : { ...listed, endsByNull: false, isPlain: true };
}

/** Whether a format of `printf` prints each word with a newline or a space after it. */
function isByLine(format: Argument | undefined): boolean {
  return format?.kind === "static" && /^%s(?:\\n| )$/.test(format.text);
}

/** The words, when xargs reads each as one word; otherwise null. */
function wordsPrinted(words: readonly Argument[]): NamesInput | null {
  const line: StaticArgument[] = [];
  for (const word of words) {
    if (word.kind !== "static" || !/^[\w./:,=@%+-]+$/.test(word.text)) return null;
    line.push(word);
  }
  return line.length === 0 || line[0]?.text.startsWith("-") === true ? null : { line };
}

/** Whether a word of `sort` is an option with `-z` and without a value. */
function sortsByNull(word: Argument): boolean {
  return (
    word.kind === "static" && /^(?:-[dfghMnRruV]*z[dfghMnRruV]*|--zero-terminated)$/.test(word.text)
  );
}

/** Whether a command's input and output are the pipeline's: its only redirection may be `2>/dev/null`. */
export function isPlainInPipeline({ prefix, suffix }: Command): boolean {
  return (
    prefix.length === 0 &&
    suffix.every(
      (part) => part.type === "Word" || (part.type === "Redirect" && putsErrorsAway(part)),
    )
  );
}

function putsErrorsAway({ operator, descriptor, target }: Redirect): boolean {
  if (descriptor?.type !== "FileDescriptor" || descriptor.value !== 2) return false;
  return operator === ">" && target?.text === "/dev/null";
}
