import { applyShape } from "../command/apply-shape.ts";
import { isCalledByGuards } from "../script/guard-names.ts";
import type { RunOptions } from "../script/run-words.ts";
import type { Scope } from "../script/scope.ts";
import {
  type Argument,
  type CommandSpecification,
  staticTexts,
} from "../specification/specification.ts";
import { isSpecialVariable, isVariableName } from "../words/known-variables.ts";
import { followDeclaration } from "./declarations.ts";
import { changeDirectory, leaveDirectory } from "./directories.ts";
import { plainBuiltins } from "./plain-builtins.ts";

type Builtin = (words: readonly Argument[], scope: Scope, options: RunOptions) => void;

const plain: ReadonlyMap<string, CommandSpecification> = new Map(
  plainBuiltins.flatMap((one) => one.names.split(" ").map((name) => [name, one] as const)),
);

const handled: ReadonlyMap<string, Builtin> = new Map<string, Builtin>([
  ["cd", found(changeDirectory)],
  [
    "pushd",
    found((words, scope) =>
      words.length === 2 ? changeDirectory(words, scope) : leaveDirectory(words, scope),
    ),
  ],
  ["popd", found(leaveDirectory)],
  ["eval", found(evaluate)],
  ["source", found(source)],
  [".", found(source)],
  ["exec", replaceShell],
  ["command", runPlainly],
  ["builtin", runBuiltin],
  ["trap", found(setTrap)],
  ["unset", found(unset)],
  ["read", found(readVariables)],
  ["mapfile", found(readVariables)],
  ["readarray", found(readVariables)],
  ["getopts", found(getOptions)],
  ["let", found((_, scope) => scope.unknown("let evaluates its words as arithmetic"))],
  ...["export", "readonly", "local", "declare", "typeset"].map(
    (name) => [name, declareByWords] as const,
  ),
  ...["bind", "caller", "compgen", "complete", "compopt", "enable", "fc", "shopt"].map(
    (name) =>
      [name, found((_, scope) => scope.unknown(`${name} may change what the shell does`))] as const,
  ),
]);

const exits: ReadonlySet<string> = new Set(["break", "continue", "return", "exit"]);

/** Whether bash runs something of its own under this name. */
export function isBuiltin(name: string): boolean {
  return plain.has(name) || handled.has(name);
}

/** Adds the effects of a builtin and applies them to the shell's state. */
export function followBuiltin(words: readonly Argument[], scope: Scope, options: RunOptions): void {
  const [first, ...rest] = words;
  const name = first?.text ?? "";
  const handle = handled.get(name);
  if (handle !== undefined) return handle(words, scope, options);
  const specification = plain.get(name);
  if (specification === undefined) return;
  const command = scope.found(words, options.place ?? null);
  const isSpecified = applyShape(specification, rest, scope.commandContext(name, command));
  if (!isSpecified) command.markUnspecified();
  if (exits.has(name)) scope.exit();
  if (name === "set") {
    for (const word of rest) noteSetting(word, scope);
    setPositional(rest, scope);
  }
  if (name === "shift") shift(rest, scope);
}

/** `set -- a b` and `set a b` set `$1` and `$2`; options alone don't. */
function setPositional(words: readonly Argument[], scope: Scope): void {
  const [first, ...rest] = words;
  const isOptions = words.every((word, at) => {
    if (word.kind !== "static") return false;
    // A name stands only after an `o`.
    return /^[-+][a-zA-Z]+$/.test(word.text) || /^[-+][a-zA-Z]*o$/.test(words[at - 1]?.text ?? "");
  });
  if (isOptions) return;
  scope.state.setPositional(first?.kind === "static" && first.text === "--" ? rest : null);
}

function shift(words: readonly Argument[], scope: Scope): void {
  const { state } = scope;
  const [count] = words;
  const text = count === undefined ? "1" : count.kind === "static" ? count.text : "";
  const number = /^\d{1,3}$/.test(text) ? Number(text) : null;
  if (state.positional === null || number === null) state.setPositional(null);
  // With fewer words `shift` fails, and they stay.
  else if (number <= state.positional.length) state.setPositional(state.positional.slice(number));
}

function noteSetting(word: Argument, scope: Scope): void {
  if (/^-[a-zA-Z]*a|^allexport$/.test(word.text)) {
    scope.unknown("set -a exports every later variable to programs");
  }
}

function found(follow: (words: readonly Argument[], scope: Scope) => void): Builtin {
  return (words, scope, { place = null }) => {
    scope.found(words, place);
    follow(words, scope);
  };
}

function declareByWords(words: readonly Argument[], scope: Scope, options: RunOptions): void {
  followDeclaration({ words, declared: [], place: options.place ?? null }, scope);
}

function evaluate(words: readonly Argument[], scope: Scope): void {
  const texts = staticTexts(words.slice(1));
  if (texts === null) scope.unknown("eval runs text that is unknown until it runs");
  else scope.runText((texts[0] === "--" ? texts.slice(1) : texts).join(" "), "bash");
}

function source(words: readonly Argument[], scope: Scope): void {
  const [name, file] = words;
  if (file?.kind === "static") scope.usePath("read", file.text);
  scope.unknown(`${name?.text ?? "source"} runs the commands in ${file?.text ?? "a file"}`);
  scope.state.forgetValues();
  scope.state.doubtFunctions();
}

function replaceShell(words: readonly Argument[], scope: Scope, options: RunOptions): void {
  const rest = words.slice(1);
  const [first] = rest;
  // Without words only its redirections count.
  if (first === undefined) return;
  if (first.kind === "static" && first.text.startsWith("-")) {
    scope.found(words, options.place ?? null);
    scope.unknown(`exec ${first.text} is not analysed`);
    return;
  }
  scope.wrappedBy("exec").runWords(rest, { ...options, isProgram: true });
}

function runPlainly(words: readonly Argument[], scope: Scope, options: RunOptions): void {
  let at = 1;
  for (; at < words.length; at += 1) {
    const word = words[at];
    if (word?.kind !== "static" || !word.text.startsWith("-")) break;
    if (word.text === "--") {
      at += 1;
      break;
    }
    if (/^-p?[vV]+$/.test(word.text)) {
      // It only prints what the names mean.
      scope.found(words, options.place ?? null);
      return;
    }
    if (word.text !== "-p") {
      scope.unknown(`command ${word.text} is not analysed`);
      break;
    }
  }
  const rest = words.slice(at);
  if (rest.length === 0) scope.found(words, options.place ?? null);
  else scope.wrappedBy("command").runWords(rest, { ...options, skipsFunctions: true });
}

function runBuiltin(words: readonly Argument[], scope: Scope, options: RunOptions): void {
  const [, first, ...rest] = words;
  if (first === undefined) return;
  if (first.kind === "static" && isBuiltin(first.text)) {
    followBuiltin([first, ...rest], scope.wrappedBy("builtin"), options);
    return;
  }
  scope.found(words, options.place ?? null);
  scope.unknown(`${first.text} is not a known builtin`);
}

/** Signals that end the shell or that only another process sends. */
const endSignal = /^(?:0|1|2|3|15|EXIT|(?:SIG)?(?:HUP|INT|QUIT|TERM))$/i;

function setTrap(words: readonly Argument[], scope: Scope): void {
  const texts = staticTexts(words.slice(1));
  if (texts === null) {
    scope.unknown("trap runs text that is unknown until it runs");
    return;
  }
  const [first, ...signals] = texts[0] === "--" ? texts.slice(1) : texts;
  if (first === undefined || /^-[lp]$/.test(first)) return;
  if (first === "-" || first === "" || signals.length === 0) return;
  const early = signals.find((signal) => !endSignal.test(signal));
  scope.findings.noteLaterCalls();
  if (early !== undefined) {
    scope.unknown(`trap … ${early} runs between the commands that follow, and may change them`);
  }
  // The text runs later, in whatever state the shell is then.
  const later = scope.wrappedBy("trap").fork();
  later.state.forgetValues();
  later.runText(first, "bash");
}

function unset(words: readonly Argument[], scope: Scope): void {
  let isVariable = false;
  for (const word of words.slice(1)) {
    if (word.kind !== "static") {
      scope.unknown(`unset: the name ${word.text} is unknown`);
      scope.state.forgetValues();
    } else if (word.text === "-v") isVariable = true;
    else if (!word.text.startsWith("-")) {
      const { specifications } = scope.settings;
      if (!isVariable && (specifications.has(word.text) || isCalledByGuards(word.text))) {
        scope.unknown(`unset may remove a guard function of ${word.text}`);
      }
      forget(word.text, "unset", scope);
    } else if (word.text !== "-f") scope.unknown(`unset ${word.text} is not analysed`);
  }
  scope.state.doubtFunctions();
}

/** Notes that a builtin sets this variable to an unknown value. */
function forget(name: string, builtin: string, scope: Scope): void {
  if (!isVariableName(name))
    scope.unknown(`${builtin}: ${name} isn't a plain name, and bash evaluates it`);
  else if (isSpecialVariable(name) && name !== "REPLY" && name !== "MAPFILE") {
    scope.unknown(`${builtin} sets ${name}, which may change what the shell does`);
  }
  scope.state.setVariable(name, { kind: "unknown" });
}

const readFlags = /^-[rst]+$/;
const readValues = /^-(?:[dnNptu]|[rs]+[dnNptu])$/;

/** `read` and `mapfile`, which set the names after their options. */
function readVariables(words: readonly Argument[], scope: Scope): void {
  const texts = staticTexts(words.slice(1));
  const builtin = words[0]?.text ?? "read";
  if (texts === null) {
    scope.unknown(`${builtin}: some of its words are unknown`);
    return;
  }
  const names: string[] = [];
  for (let at = 0; at < texts.length; at += 1) {
    const text = texts[at] ?? "";
    if (names.length > 0 || !text.startsWith("-")) names.push(text);
    else if (text === "-a" && builtin === "read") continue;
    else if (readValues.test(text) && (text !== "-t" || builtin === "read")) {
      if (/[ntuN]$/.test(text) && !/^[\d.]+$/.test(texts[at + 1] ?? "")) {
        scope.unknown(`${builtin} ${text} evaluates its value`);
      }
      at += 1;
    } else if (!readFlags.test(text)) scope.unknown(`${builtin} ${text} is not analysed`);
  }
  const given = names.length > 0 ? names : [builtin === "read" ? "REPLY" : "MAPFILE"];
  const makesLists = builtin !== "read" || texts.includes("-a");
  for (const name of given) {
    if (makesLists) scope.findings.noteList(name);
    forget(name, builtin, scope);
  }
}

function getOptions(words: readonly Argument[], scope: Scope): void {
  const [, , name] = words;
  if (name?.kind === "static" && isVariableName(name.text)) forget(name.text, "getopts", scope);
  else scope.unknown("getopts: the variable it sets is unknown");
}
