import type { Assignment, Word } from "../parser/syntax.ts";
import type { Argument } from "../specification/specification.ts";
import { isHarmlessForPrograms, isSpecialVariable } from "../words/known-variables.ts";
import { expandValue, expandWord } from "../words/expand-word.ts";
import { isNumberWord } from "./arithmetic.ts";
import { isCountWord, onlyPart } from "./printed-counts.ts";
import { isHashWord } from "./printed-hashes.ts";
import { below } from "../specifications/sub-languages/given-words.ts";
import { matchOf } from "./loops.ts";
import type { Scope } from "./scope.ts";
import type { ListItem, VariableValue } from "./shell-state.ts";

/** Follows `NAME=value`, alone or after `local` and similar builtins. */
export function assign(assignment: Assignment, scope: Scope): void {
  const { name, append, index } = assignment;
  if (assignment.value.type !== "Word" && index === undefined) {
    assignList(assignment, scope);
    return;
  }
  const value = valueOf(assignment, scope);
  if (index !== undefined && !isNumberWord(index.text, scope.state)) {
    scope.unknown(`bash evaluates the subscript of ${name}`);
    scope.followInside(index);
  }
  if (index !== undefined || assignment.value.type !== "Word") scope.findings.noteList(name);
  const isSimple = append !== true && index === undefined;
  setVariable(name, isSimple ? value : null, scope);
  if (!isSimple || isSpecialVariable(name) || assignment.value.type !== "Word") return;
  const word = assignment.value;
  // An arithmetic expansion is always a whole number.
  const isNumber = onlyPart(word)?.type === "ArithmeticExpansion";
  if (isNumber) scope.state.setVariable(name, { kind: "number" });
  else if (isCountWord(word, scope)) scope.state.setVariable(name, { kind: "digits" });
  else if (assignListing(name, word, scope)) return;
  else if (isHashWord(word, scope)) scope.state.setVariable(name, { kind: "hash" });
}

const maxItems = 64;

/** Follows `a=(x y)` and `a+=(x y)`. */
function assignList({ name, append, value }: Assignment, scope: Scope): void {
  if (value.type === "Word") return;
  const items: ListItem[] = [];
  let isKnown = !scope.isOtherShell;
  for (const element of value.elements) {
    if (element.text.startsWith("[")) {
      scope.unknown(`bash may evaluate a subscript in ${element.text}`);
      isKnown = false;
    }
    for (const word of expandWord(element, scope)) {
      if (word.kind === "unknown") isKnown = false;
      else items.push(word);
    }
  }
  if (append === true) {
    const before = scope.state.variable(name);
    if (before?.kind === "list") items.unshift(...before.items);
    else isKnown = false;
  }
  scope.findings.noteList(name);
  setVariable(name, null, scope);
  if (!isKnown || items.length > maxItems || isSpecialVariable(name)) return;
  scope.state.setVariable(name, { kind: "list", items });
}

/** Follows `f=$(find … | head -1)` when a guard allows only plain names; otherwise returns false. */
function assignListing(name: string, word: Word, scope: Scope): boolean {
  const inner = onlyPart(word);
  if (inner?.type !== "CommandExpansion") return false;
  const names = scope.namesPrinted(inner);
  const [place, ...others] = names?.below ?? [];
  if (place === undefined) return false;
  // Names below several places all lie below this directory.
  const glob = below(others.length === 0 ? place.text : ".", names?.limits);
  scope.state.setVariable(name, { ...matchOf(glob), isListing: true });
  return true;
}

/** Follows the substitutions of a value and returns it; null for a list. */
export function valueOf({ value }: Assignment, scope: Scope): Argument | null {
  if (value.type === "Word") return expandValue(value, scope);
  for (const element of value.elements) {
    if (element.text.startsWith("["))
      scope.unknown(`bash may evaluate a subscript in ${element.text}`);
    expandValue(element, scope);
  }
  return null;
}

/** Sets a variable, and adds an unknown when the shell or a program may read it. */
export function setVariable(name: string, value: Argument | null, scope: Scope): void {
  const text = value?.kind === "static" ? value.text : null;
  if (isSpecialVariable(name) && !isHarmlessForPrograms(name, text)) {
    scope.unknown(`${name} is set, which may change what the shell and its programs do`);
    if (name === "IFS") scope.state.splitsAsUsual = false;
  }
  scope.state.setVariable(name, known(value));
}

function known(value: Argument | null): VariableValue {
  if (value?.kind === "static") return { kind: "text", text: value.text };
  return { kind: "unknown" };
}
