import type { FunctionDefinition, SyntaxNode } from "../parser/syntax.ts";
import { isBuiltin } from "../builtins/builtins.ts";
import { childrenOf } from "../parser/parse-script.ts";
import type { Argument } from "../specification/specification.ts";
import { isCalledByGuards } from "./guard-names.ts";
import type { Scope } from "./scope.ts";

/**
 * Notes a function. Its body is followed at each call, with the words of the call. The body of a function
 * that isn't called, or that bash may call by itself, is followed with unknown words, so that nothing hides.
 */
export function defineFunction(definition: FunctionDefinition, scope: Scope): void {
  const name = definition.name.value;
  if (startsItself(definition.body, name, false)) {
    scope.unknown(`${name} starts itself over and over (a fork bomb)`, "fork-bomb");
    return;
  }
  if (hasMeaning(name, scope)) {
    scope.unknown(`${name} becomes a function, which changes the meaning of the name`);
  }
  scope.state.setFunction(name, {
    definition,
    source: scope.source,
    isDefinite: scope.isTopLevel,
  });
  const aside = scope.fork().inFunction(name);
  aside.state.forgetVariables();
  const follow = (): void => followBody(definition, aside);
  if (isBuiltin(name)) follow();
  else scope.findings.addUncalled(definition, follow);
}

const reserved: ReadonlySet<string> = new Set(
  "if then elif else fi for while until do done case esac select function time coproc in [[ ]] { } !".split(
    " ",
  ),
);

/**
 * Whether the shell, a specification or a guard gives this name a meaning. Much of the analysis relies on
 * it: how a builtin reads its words, what a program prints, what a guard does.
 */
function hasMeaning(name: string, { settings }: Scope): boolean {
  return (
    reserved.has(name) ||
    isBuiltin(name) ||
    settings.specifications.has(name) ||
    isCalledByGuards(name) ||
    // Bash calls it with the words of any command it can't find.
    name === "command_not_found_handle"
  );
}

/** Follows the call of a function that the script has defined; `words` are those after its name. */
export function callFunction(name: string, words: readonly Argument[], scope: Scope): void {
  const known = scope.state.function(name);
  if (known === undefined) return;
  if (known.isAmbiguous === true) scope.unknown(`${name} has several definitions`);
  if (scope.calls.includes(name)) {
    // Its body has been followed. The effects of further rounds on the shell are unknown.
    scope.unknown(`${name} calls itself`);
    scope.state.forgetValues();
    return;
  }
  scope.findings.noteCall(known.definition);
  const { positional } = scope.state;
  // It may return anywhere, and its local variables end with it.
  const exits = [scope.state.fork()];
  scope.state.setPositional(words);
  const inside = scope.withSource(known.source, true).inFunction(name).untilExit(exits);
  followBody(known.definition, inside);
  for (const exit of exits) scope.state.merge(exit);
  scope.state.positional = positional;
}

function followBody({ body }: FunctionDefinition, scope: Scope): void {
  if (body.type === "CompoundList") scope.followList(body);
  else scope.followNode(body);
}

/** Whether a function's body starts the function again in the background or in a pipeline. */
function startsItself(node: SyntaxNode, name: string, isAside: boolean): boolean {
  if (node.type === "Command") return isAside && node.name?.value === name;
  const isHere =
    isAside ||
    (node.type === "Pipeline" && node.commands.length > 1) ||
    (node.type === "Statement" && node.background === true);
  let found = false;
  childrenOf(node, (child) => {
    found ||= startsItself(child, name, isHere);
  });
  return found;
}
