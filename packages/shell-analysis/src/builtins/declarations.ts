import type { Assignment } from "../parser/syntax.ts";
import { isSetByGuards } from "../script/guard-names.ts";
import type { CommandPlace, Scope } from "../script/scope.ts";
import { assign, setVariable } from "../script/assignments.ts";
import type { Argument } from "../specification/specification.ts";
import {
  isHarmlessForPrograms,
  isSpecialVariable,
  isVariableName,
} from "../words/known-variables.ts";

const harmlessFlags: Readonly<Record<string, RegExp>> = {
  export: /^-[n]+$/,
  readonly: /^-[aA]+$/,
  local: /^-[arxgA]+$/,
  declare: /^-[arxgA]+$/,
  typeset: /^-[arxgA]+$/,
};

const declarations: ReadonlySet<string> = new Set(Object.keys(harmlessFlags));

/** Whether the command is a builtin whose words are assignments. */
export function isDeclaration(words: readonly Argument[]): boolean {
  const [first] = words;
  return first?.kind === "static" && declarations.has(first.text);
}

/** Follows `export`, `readonly`, `local`, `declare` or `typeset`. */
export function followDeclaration(
  {
    words,
    declared,
    place,
  }: {
    readonly words: readonly Argument[];
    readonly declared: readonly Assignment[];
    readonly place: CommandPlace | null;
  },
  scope: Scope,
): void {
  const [first, ...rest] = words;
  const name = first?.text ?? "";
  scope.found(words, place);
  const hasNames = rest.some(({ text }) => !/^[-+]/.test(text)) || declared.length > 0;
  if (!hasNames && name !== "local") scope.readEnvironment("*");
  let exports = name === "export";
  let isFixed = name === "readonly";
  let isList = false;
  /** The words of a map are alternating keys and values. */
  let isMap = false;
  /** `-g` sets another variable of the same name; which one is read later isn't tracked. */
  let isGlobal = false;
  for (const word of rest) {
    if (word.kind !== "static") {
      const why = word.kind === "unknown" ? word.reason : "a glob as a variable's name";
      scope.unknown(`${name}: ${why}`);
    } else if (word.text === "-p") scope.readEnvironment("*");
    else if (/^[-+]/.test(word.text) && word.text !== "--") {
      if (harmlessFlags[name]?.test(word.text) !== true) {
        scope.unknown(`${name} ${word.text} may change how values are evaluated`);
      }
      isList ||= /^-.*[aA]/.test(word.text);
      isMap ||= /^-.*A/.test(word.text);
      isGlobal ||= /^-.*g/.test(word.text);
      exports ||= word.text.includes("x");
      isFixed ||= word.text.includes("r");
    } else if (word.text !== "--") {
      if (isList) scope.findings.noteList(word.text.replace(/\+?=.*$/s, ""));
      declareWord(word.text, name, exports, scope);
      const variable = word.text.replace(/\+?=.*$/s, "");
      if (isFixed || isMap) fix(variable, scope);
      else if (isGlobal) forget(variable, scope);
    }
  }
  for (const assignment of declared) {
    assign(assignment, scope);
    if (isList) scope.findings.noteList(assignment.name);
    if (assignment.value.type === "Word") doubtValue(assignment.name, scope);
    // Outside a function `local` fails.
    if (name === "local" && scope.calls.length === 0) forget(assignment.name, scope);
    noteExport(assignment.name, exports, scope);
    if (isFixed || isMap) fix(assignment.name, scope);
    else if (isGlobal) forget(assignment.name, scope);
  }
}

/** Notes a readonly variable; which later assignments to it succeed isn't tracked. */
function fix(name: string, scope: Scope): void {
  if (isSetByGuards(name)) {
    scope.unknown(`${name} may become readonly, but guard functions set it`);
  }
  scope.state.setVariable(name, { kind: "unknown", isFixed: true });
}

/** Follows a name, or an assignment in quotes. */
function declareWord(text: string, builtin: string, exports: boolean, scope: Scope): void {
  const at = text.indexOf("=");
  const name = at === -1 ? text : text.slice(0, at);
  if (!isVariableName(name)) {
    scope.unknown(`${builtin}: ${text} isn't a plain name, and bash evaluates it`);
    return;
  }
  if (at !== -1) doubtList(name, text.slice(at + 1), scope);
  if (at !== -1) setVariable(name, { kind: "static", text: text.slice(at + 1) }, scope);
  // A local variable begins without a value.
  else if (builtin !== "export" && builtin !== "readonly") setVariable(name, null, scope);
  if (builtin === "local" && scope.calls.length === 0) forget(name, scope);
  noteExport(name, exports, scope);
}

/** When the variable is a list, bash evaluates a value in parentheses even if it is quoted. */
function doubtList(name: string, value: string, scope: Scope): void {
  if (value.startsWith("(")) scope.unknown(`${name} gets a list in quotes, which bash evaluates`);
}

/** The same for an expanded value: an unknown one may be in parentheses. */
function doubtValue(name: string, scope: Scope): void {
  const value = scope.state.variable(name);
  if (value?.kind === "text") doubtList(name, value.text, scope);
  else if (value?.kind !== "number") scope.findings.noteDeclared(name);
}

function forget(name: string, scope: Scope): void {
  scope.state.setVariable(name, { kind: "unknown" });
}

/** Notes a variable that every later program gets. */
function noteExport(name: string, exports: boolean, scope: Scope): void {
  if (!exports || isSpecialVariable(name)) return;
  const value = scope.state.variable(name);
  if (isHarmlessForPrograms(name, value?.kind === "text" ? value.text : null)) return;
  scope.unknown(`${name} is exported, which may change what later programs do`);
}
