import type { For } from "../parser/syntax.ts";
import type { Argument, GlobArgument } from "../specification/specification.ts";
import { expandWord } from "../words/expand-word.ts";
import { isSpecialVariable, isVariableName } from "../words/known-variables.ts";
import { restOfGlob, WordBuilder } from "../words/word-builder.ts";
import type { Scope } from "./scope.ts";
import { type ShellState, unknownValue, type VariableValue } from "./shell-state.ts";

/** Loops with at most this many values are followed value by value; longer ones with an unknown value. */
const maxLoopValues = 32;

/** Follows a loop until a turn changes nothing in the state, since changes of one turn hold in the next. */
export function followLoop(scope: Scope, turn: (scope: Scope) => void): void {
  const { state } = scope;
  scope.findings.repeats();
  for (let round = 0; ; round += 1) {
    const exits: ShellState[] = [];
    const taken = scope.turn(exits);
    turn(taken);
    let isChanged = state.merge(taken.state);
    for (const exit of exits) isChanged = state.merge(exit) || isChanged;
    if (!isChanged) return;
    if (round === 2) state.forgetValues();
    if (round === 4)
      return scope.unknown("a loop changes the shell's state too often to be analysed");
  }
}

export function followFor(node: For, scope: Scope): void {
  const name = node.name.value;
  if (!isVariableName(name) || isSpecialVariable(name)) {
    scope.unknown(`a loop sets ${name}, which may change what the shell does`);
  }
  const words =
    node.wordlist === undefined
      ? scope.state.positional
      : node.wordlist.flatMap((word) => expandWord(word, scope));
  const values = knownValues(words);
  scope.state.setVariable(name, unknownValue);
  if (values === null) {
    const value: VariableValue = words?.every(isHash) === true ? { kind: "hash" } : unknownValue;
    followLoop(scope, (turn) => {
      turn.state.setVariable(name, value);
      turn.followList(node.body);
      turn.state.settle();
      turn.state.setVariable(name, unknownValue);
    });
    return;
  }
  if (values.length === 0) return;
  followLoop(scope, (turn) => {
    for (const value of values) {
      turn.state.setVariable(
        name,
        value.kind === "static" ? { kind: "text", text: value.text } : matchOf(value),
      );
      turn.followList(node.body);
      turn.state.settle();
    }
    // Its value after the loop isn't tracked: the loop may end early or have no turn.
    turn.state.setVariable(name, unknownValue);
  });
}

export function matchOf(glob: GlobArgument): Extract<VariableValue, { kind: "match" }> {
  return {
    kind: "match",
    start: glob.start,
    rest: restOfGlob(glob),
    isDeep: glob.isDeep === true,
    ...(glob.limits !== undefined && { limits: glob.limits }),
  };
}

/** Whether a word becomes one or several hashes that git prints. */
function isHash(word: Argument): boolean {
  return (
    word.kind === "unknown" &&
    word.forms !== undefined &&
    word.forms.every((form) => form === "" || form === WordBuilder.hashForm)
  );
}

function knownValues(
  words: readonly Argument[] | null,
): readonly Exclude<Argument, { kind: "unknown" }>[] | null {
  const values = words?.filter((word) => word.kind !== "unknown") ?? [];
  const isKnown = words !== null && values.length === words.length;
  return isKnown && values.length <= maxLoopValues ? values : null;
}
