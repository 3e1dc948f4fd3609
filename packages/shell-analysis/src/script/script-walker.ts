import { childrenOf } from "../parser/parse-script.ts";
import { readSpecially } from "../parser/read-specially.ts";
import type {
  AndOr,
  Case,
  Command,
  CompoundList,
  If,
  ParsedScript,
  Pipeline,
  PipelineNode,
  Redirected,
  Redirection,
  Statement,
  SyntaxNode,
} from "../parser/syntax.ts";
import type {
  Argument,
  GlobArgument,
  NamesInput,
  NamesBelow,
} from "../specification/specification.ts";
import { below } from "../specifications/sub-languages/given-words.ts";
import { expandValue } from "../words/expand-word.ts";
import { noteParameter, troubleOf } from "../words/parameters.ts";
import { countsOnly } from "./arithmetic.ts";
import { followCommand } from "./follow-command.ts";
import { defineFunction } from "./functions.ts";
import { knownOutput } from "./known-output.ts";
import { plainWord } from "./printed-hashes.ts";
import { isPlainInPipeline, printedNames } from "./printed-names.ts";
import { followRedirection, type InputText } from "./redirections.ts";
import { followFor, followLoop, matchOf } from "./loops.ts";
import { lineVariable } from "./read-loop.ts";
import type { Scope } from "./scope.ts";
import { type ShellState, unknownValue } from "./shell-state.ts";
import { followTest } from "./test-expression.ts";

/** Follows a script from top to bottom. Syntax that is not listed in this file is `unknown`. */
export function followScript(script: ParsedScript | undefined, scope: Scope): void {
  if (script === undefined) {
    scope.unknown("a substitution isn't valid bash");
    return;
  }
  const [error] = script.errors ?? [];
  if (error !== undefined) scope.unknown(`it isn't valid bash: ${error.message}`);
  const inner = script.source === undefined ? scope : scope.withSource(script.source, false);
  for (const reason of readSpecially(script, inner.source)) scope.unknown(reason);
  followStatements(script.commands, inner);
}

/** Follows commands in a subshell. */
export function followAside(script: ParsedScript | undefined, scope: Scope): void {
  followScript(script, scope.fork());
}

/** `isAsked`: whether the caller uses the outcome of the last statement. */
function followStatements(statements: readonly Statement[], scope: Scope, isAsked = false): void {
  for (const [index, { command, background }] of statements.entries()) {
    if (background === true) followNode(command, scope.fork().inBackground());
    else followNode(command, scope);
    if (!isAsked || index < statements.length - 1) scope.state.settle();
  }
}

export function followList(list: CompoundList, scope: Scope): void {
  followStatements(list.commands, scope);
}

/** Follows any node that runs by itself. */
export function followNode(node: PipelineNode | AndOr, scope: Scope): void {
  scope.countPart();
  switch (node.type) {
    case "AndOr":
      return followAndOr(node, scope);
    case "Pipeline":
      return followPipeline(node, scope);
    case "Redirected": {
      followRedirections(node.redirects, scope);
      const names = namesFed(node, scope);
      if (names !== null && followNameLoop(node.command, scope, names)) return;
      return followNode(node.command, scope);
    }
    case "Command":
      followCommand(node, scope);
      return;
    case "Subshell":
      return followList(node.body, scope.fork());
    case "BraceGroup":
      return followList(node.body, scope);
    case "If":
      return followIf(node, scope);
    case "While":
      return followLoop(scope, (turn) => {
        followList(node.clause, turn);
        followList(node.body, turn);
      });
    case "For":
      return followFor(node, scope);
    case "Case":
      return followCase(node, scope);
    case "TestCommand":
      scope.onlyBash("[[ … ]]");
      return followTest(node.expression, scope);
    case "ArithmeticCommand":
      scope.onlyBash("((…))");
      return scope.arithmetic(node.expression, node);
    case "ArithmeticFor":
      scope.onlyBash("for ((…))");
      scope.arithmetic(node.initialize, node);
      return followLoop(scope, (turn) => {
        for (const part of [node.test, node.update]) {
          if (part !== undefined) turn.arithmetic(part, part);
        }
        followList(node.body, turn);
      });
    case "Function":
      return defineFunction(node, scope);
    default:
      scope.unknown(`${nameOf(node)} is not analysed`);
      childrenOf(node, (child) => followInside(child, scope));
  }
}

function nameOf(node: { readonly type: string }): string {
  if (node.type === "Coproc") return "coproc";
  return node.type === "Select" ? "select" : `syntax of the kind ${node.type}`;
}

/**
 * Finds every command below a node that isn't understood, and everything that bash evaluates there, so
 * that nothing denied is missed.
 */
export function followInside(node: SyntaxNode, scope: Scope): void {
  switch (node.type) {
    case "CommandExpansion":
    case "ProcessSubstitution":
    case "ArithmeticCommandExpansion":
      return scope.followAside(node);
    case "ArithmeticExpansion":
      if (scope.mayParse(node.text.length)) scope.arithmetic(node.expression, node);
      return;
    case "SimpleExpansion":
      return noteParameter(node.text.slice(1), scope);
    case "ParameterExpansion": {
      const trouble = troubleOf(node);
      if (trouble === null) noteParameter(node.parameter, scope);
      else scope.unknown(`${node.text} ${trouble}`);
      break;
    }
    case "Command":
    case "Pipeline":
    case "AndOr":
    case "Redirected":
      return followNode(node, scope.fork());
    default:
  }
  childrenOf(node, (child) => followInside(child, scope));
}

function followAndOr({ commands, operators }: AndOr, scope: Scope): void {
  const { state } = scope;
  const [first] = commands;
  if (first !== undefined) followNode(first, scope);
  // `before` is the state if the chain stops early; `state` is the state if it goes on.
  const before = state.fork();
  before.settle();
  let isStraight = true;
  for (let at = 1; at < commands.length; at += 1) {
    const command = commands[at];
    if (command === undefined) continue;
    // After a `||` it is uncertain which of the commands before have run.
    isStraight &&= operators[at - 1] === "&&";
    if (isStraight) state.directoriesOnFailure = null;
    else state.become(before);
    followNode(command, scope);
    before.merge(state);
  }
  state.become(before);
}

function followPipeline({ prefixes, commands, operators }: Pipeline, scope: Scope): void {
  if (commands.length === 0) scope.unknown("a pipeline has no command");
  if (commands.length === 1 && operators.length === 0) {
    const [only] = commands;
    if (only !== undefined) followNode(only, scope);
    // After `!` success means that the command failed.
    if (prefixes.some(({ type }) => type === "Negation")) scope.state.settle();
    return;
  }
  if (operators.includes("|&")) scope.onlyBash("|&");
  let names: NamesInput | null = null;
  for (const [index, command] of commands.entries()) {
    const inside = scope.fork();
    const before = names;
    // With `|&` error messages would be among the names.
    if (operators[index - 1] !== "|" || !isFed(command)) names = null;
    if (command.type === "Command") {
      scope.countPart();
      const words = followCommand(command, inside, names);
      names = printedNames(command, words, { scope, before: names });
    } else {
      const isLoop = operators[index - 1] === "|" && followNameLoop(command, inside, before);
      if (!isLoop) followNode(command, inside);
      names = null;
    }
    followFedText(commands[index - 1], command, scope);
  }
}

/** Follows `find … | while read -r name; do …; done` with known names; returns false for anything else. */
function followNameLoop(node: PipelineNode, scope: Scope, names: NamesInput | null): boolean {
  if (node.type !== "While" || names === null || "line" in names) return false;
  const variable = lineVariable(node, scope);
  if (variable === null) return false;
  const isHashes = "hashes" in names;
  if (!isHashes && (names.isPlain !== true || !scope.guard())) return false;
  const values = isHashes
    ? [{ kind: "hash" } as const]
    : names.below.map((place) => matchOf(below(place.text, names.limits)));
  followLoop(scope, (turn) => {
    followList(node.clause, turn);
    for (const value of values) {
      turn.state.setVariable(variable, value);
      followList(node.body, turn);
      turn.state.settle();
    }
    turn.state.setVariable(variable, unknownValue);
  });
  return true;
}

/** The names fed to `while read -r name; do …; done < <(find …)`, which a guard ensures; otherwise null. */
function namesFed({ command, redirects }: Redirected, scope: Scope): NamesInput | null {
  const [only] = redirects;
  if (command.type !== "While" || redirects.length !== 1 || only?.type !== "Redirect") return null;
  if (only.operator !== "<" || only.descriptor !== undefined) return null;
  const [part, ...more] = only.target?.parts ?? [];
  if (part?.type !== "ProcessSubstitution" || part.operator !== "<" || more.length > 0) return null;
  return part.script === undefined ? null : namesPrinted(part.script, scope);
}

/** Whether the pipeline is a command's only input. */
function isFed(node: PipelineNode): boolean {
  return node.type === "Command" && isPlainInPipeline(node);
}

const printers: ReadonlySet<string> = new Set(["echo", "printf"]);
const plainShell = /^(?:sh|bash|dash|zsh|ksh)$/;

/** Follows the text of `echo '…' | sh`, so that nothing denied is missed. Running input stays unknown. */
function followFedText(before: PipelineNode | undefined, shell: PipelineNode, scope: Scope): void {
  if (before?.type !== "Command" || shell.type !== "Command") return;
  if (!printers.has(before.name?.value ?? "") || !plainShell.test(shell.name?.value ?? "")) return;
  // With the name of a script, the text would be that script's input.
  const readsIt = shell.suffix.every(
    (part) => part.type === "Word" && /^-[a-bd-z]*$/.test(part.text),
  );
  if (!readsIt) return;
  const texts = before.suffix.map((part) =>
    part.type === "Word" ? part.value.replaceAll("\\n", "\n") : "",
  );
  scope
    .wrappedBy(shell.name?.value ?? "")
    .inNewShell()
    .runText(texts.join(" "), "bash");
}

function followIf(node: If, scope: Scope): void {
  const { state } = scope;
  const ends: ShellState[] = [];
  const branch = (list: CompoundList, taken: Scope): void => {
    followList(list, taken);
    ends.push(taken.state);
  };
  for (const { clause, then } of [node, ...node.elif]) {
    followStatements(clause.commands, scope, true);
    const taken = scope.fork();
    // The branch runs when the last command succeeded.
    taken.state.directoriesOnFailure = null;
    state.settle();
    branch(then, taken);
  }
  if (node.else !== undefined) branch(node.else, scope.fork());
  else ends.push(state.fork());
  const [first, ...others] = ends;
  if (first !== undefined) state.become(first);
  for (const other of others) state.merge(other);
}

function followCase({ word, items }: Case, scope: Scope): void {
  expandValue(word, scope);
  const { state } = scope;
  const start = state.fork();
  for (const { pattern, body, terminator } of items) {
    for (const one of pattern) expandValue(one, scope);
    const taken = scope.withState(start.fork());
    // After `;&` or `;;&` the changes of the item before may hold here.
    if (terminator !== ";;" && terminator !== undefined) start.merge(state);
    followList(body, taken);
    state.merge(taken.state);
    if (terminator !== ";;" && terminator !== undefined) start.merge(taken.state);
  }
}

/** Follows redirections in order; returns the last text that they feed in. */
export function followRedirections(redirections: readonly Redirection[], scope: Scope): InputText {
  let input: InputText = null;
  for (const redirection of redirections) {
    const text = followRedirection(redirection, scope);
    if (text !== null) input = text;
  }
  return input;
}

/** Follows the commands of `$(…)`; returns the output when it is certain, otherwise null. */
export function substitute(script: ParsedScript | undefined, scope: Scope): string | null {
  const inside = scope.fork();
  followScript(script, inside);
  return script === undefined ? null : knownOutput(script, inside);
}

/**
 * The names that `$(find …)`, `$(git ls-files | head)` and similar substitutions print, which guards
 * ensure; null for anything else. Its commands were followed before.
 */
export function namesPrinted(script: ParsedScript, scope: Scope): NamesBelow | null {
  const [statement] = script.commands;
  if (script.commands.length !== 1 || statement?.background === true) return null;
  const node = statement?.command;
  if (node === undefined || node.type === "AndOr" || !scope.settings.hasGuards) return null;
  const isPipeline = node.type === "Pipeline";
  if (isPipeline && (node.prefixes.length > 0 || node.operators.some((one) => one !== "|"))) {
    return null;
  }
  let names: NamesInput | null = null;
  for (const command of isPipeline ? node.commands : [node]) {
    if (command.type !== "Command") return null;
    const words = plainWords(command);
    if (words === null) return null;
    names = printedNames(command, words, { scope, before: names });
    if (names === null) return null;
  }
  if (names === null || !("below" in names) || names.isPlain !== true) return null;
  return scope.guard() ? names : null;
}

/** The words of a command in which only globs are expanded; otherwise null. */
function plainWords({ name, suffix }: Command): readonly Argument[] | null {
  const words: Argument[] = [];
  for (const part of name === undefined ? [] : [name, ...suffix]) {
    if (part.type === "Redirect") continue;
    if (part.type !== "Word") return null;
    if (plainWord.test(part.text)) words.push({ kind: "static", text: part.value });
    else if (plainGlob.test(part.text)) words.push(globOf(part.text));
    else return null;
  }
  return words.length === 0 ? null : words;
}

const plainGlob = /^[\w./@+-]*[*?][\w./@+*?-]*$/;

function globOf(text: string): GlobArgument {
  return { kind: "glob", text, start: text.slice(0, text.search(/[*?]/)) };
}

/** Judges arithmetic and follows the commands in it. */
export function followArithmetic(
  expression: Parameters<typeof countsOnly>[0],
  inside: SyntaxNode,
  scope: Scope,
): void {
  if (expression === undefined || !countsOnly(expression, scope.state)) {
    scope.unknown("arithmetic uses names whose values bash evaluates");
  }
  childrenOf(inside, (child) => followInside(child, scope));
}
