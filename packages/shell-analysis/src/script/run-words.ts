import { followBuiltin, isBuiltin } from "../builtins/builtins.ts";
import { applyShape } from "../command/apply-shape.ts";
import type { Argument, NamesInput } from "../specification/specification.ts";
import { callFunction } from "./functions.ts";
import type { InputText } from "./redirections.ts";
import type { CommandPlace, Scope } from "./scope.ts";

export interface RunOptions {
  /** Where it stands in the text; absent for one that a wrapper runs. */
  readonly place?: CommandPlace;
  /** What it is fed by the script itself. */
  readonly input?: InputText;
  /** What of its standard input is known when a pipeline feeds it. */
  readonly names?: NamesInput | null;
  /** Only a program is meant, as for wrappers: no function, no builtin of this shell. */
  readonly isProgram?: boolean;
  /** Functions are passed over, as `command` does. */
  readonly skipsFunctions?: boolean;
}

const shells: ReadonlySet<string> = new Set(["sh", "bash", "dash", "ash", "ksh", "zsh"]);

/** A command by its words: a function of the script, a builtin, a specified program, or another. */
export function runWords(words: readonly Argument[], scope: Scope, options: RunOptions = {}): void {
  const [first, ...rest] = words;
  if (first === undefined) return;
  if (first.kind !== "static") {
    scope.unknown(
      first.kind === "glob"
        ? `which program ${first.text} is isn't known before it runs`
        : `the program's name: ${first.reason}`,
    );
    return;
  }
  const name = first.text;
  const { isProgram, skipsFunctions, place = null, input = null, names = null } = options;
  if (isProgram !== true && skipsFunctions !== true) {
    const known = scope.state.function(name);
    if (known !== undefined) {
      callFunction(name, rest, scope);
      if (known.isDefinite) return;
    }
  }
  if (isBuiltin(name) && !(isProgram === true && scope.settings.specifications.has(name))) {
    followBuiltin(words, scope, options);
    return;
  }
  // What takes names apart.
  if (name === "xargs" && names !== null && "below" in names && names.isPlain === true) {
    scope.guard();
  }
  const found = scope.found(words, place);
  const facts = { input: names, isLookedUp: isProgram !== true && skipsFunctions !== true };
  const specification = scope.settings.specifications.get(name);
  if (specification === undefined) {
    found.markUnspecified();
    doubtWords(name, rest, scope);
  } else if (!applyShape(specification, rest, scope.commandContext(name, found, facts))) {
    found.markUnspecified();
    doubtWords(name, rest, scope);
  }
  if (input !== null && input.text !== null && shells.has(name)) {
    scope.wrappedBy(name).inNewShell().runText(input.text, name);
  }
}

/** Of a program whose inside isn't known the words are what is decided on: so they must be known. */
function doubtWords(name: string, words: readonly Argument[], scope: Scope): void {
  for (const word of words) {
    if (word.kind === "unknown") scope.unknown(`${name}: ${word.reason}`);
    else if (word.kind === "glob" && word.start === "") {
      scope.unknown(
        `${name}: ${word.text} may match a file that is named like an option; ./${word.text} can't`,
      );
    }
  }
}
