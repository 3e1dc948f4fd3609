import { followDeclaration, isDeclaration } from "../builtins/declarations.ts";
import type { Assignment, Command, Redirection } from "../parser/syntax.ts";
import type { Argument, NamesInput } from "../specification/specification.ts";
import { expandInto } from "../words/expand-word.ts";
import { isHarmlessForPrograms } from "../words/known-variables.ts";
import { assign, valueOf } from "./assignments.ts";
import type { Scope } from "./scope.ts";

/**
 * Follows a simple command: assignments, redirections, and words that may name a program.
 *
 * Shapes: `names` is the known input from a pipeline, or null. Returns the words.
 */
export function followCommand(
  command: Command,
  scope: Scope,
  names: NamesInput | null = null,
): readonly Argument[] {
  const { name, prefix, suffix } = command;
  if (name === undefined) {
    for (const part of prefix) {
      if (part.type === "Assignment") assign(part, scope);
    }
    scope.followRedirections([...redirectionsIn(prefix), ...redirectionsIn(suffix)]);
    return [];
  }
  // The parser ignores a lone parenthesis there.
  if (/^(?:[ \t]|\\\n)*\(/.test(scope.source.slice(name.end, name.end + 40))) {
    scope.unknown(`it isn't valid bash: unexpected ( after ${name.text}`);
  }
  for (const part of prefix) {
    if (part.type === "Assignment") followPrefix(part, name.text, scope);
  }
  const words: Argument[] = [];
  expandInto(words, name, scope);
  // This holds even for known output: such a name is suspicious.
  if (/\$\(|`/.test(name.text)) scope.unknown(`the program's name is the output of ${name.text}`);
  const declares = isDeclaration(words);
  const declared: Assignment[] = [];
  let hasRedirections = prefix.length > 0;
  for (const part of suffix) {
    if (part.type === "Word") expandInto(words, part, scope);
    else if (part.type !== "Assignment") hasRedirections = true;
    else if (declares) declared.push(part);
    else
      words.push({
        kind: "unknown",
        text: part.text,
        start: "",
        splits: true,
        reason: `the assignment ${part.text} is not analysed here`,
      });
  }
  const input = hasRedirections
    ? scope.followRedirections([...redirectionsIn(prefix), ...redirectionsIn(suffix)])
    : null;
  if (declares) followDeclaration({ words, declared, place: command }, scope);
  else scope.runWords(words, { place: command, input, names });
  return words;
}

function redirectionsIn(
  parts: readonly (Redirection | { readonly type: "Assignment" | "Word" })[],
): readonly Redirection[] {
  return parts.filter(
    (part): part is Redirection => part.type !== "Assignment" && part.type !== "Word",
  );
}

/** Follows `NAME=value program`, which sets the variable for this program only. */
function followPrefix(assignment: Assignment, program: string, scope: Scope): void {
  const { name, index } = assignment;
  const value = valueOf(assignment, scope);
  const text = value?.kind === "static" ? value.text : null;
  if (index === undefined && isHarmlessForPrograms(name, text)) return;
  // `IFS= read -r line` affects only how `read` splits its input.
  const splitsInput = name === "IFS" && program === "read" && text !== null;
  if (splitsInput && index === undefined && scope.state.function("read") === undefined) return;
  scope.unknown(`${name} is set for the program, which may change what it does`);
}
