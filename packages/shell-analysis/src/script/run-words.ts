import { followBuiltin, isBuiltin } from "../builtins/builtins.ts";
import { applyShape } from "../command/apply-shape.ts";
import { optionLike } from "../command/read-words.ts";
import { ParserOverflow, parseScript } from "../parser/parse-script.ts";
import type { Argument, NamesInput } from "../specification/specification.ts";
import { callFunction } from "./functions.ts";
import type { InputText } from "./redirections.ts";
import type { CommandPlace, Scope } from "./scope.ts";

export interface RunOptions {
  /** The command's place in the text; absent for a command that a wrapper runs. */
  readonly place?: CommandPlace;
  /** The input from the script itself. */
  readonly input?: InputText;
  /** The known input from a pipeline. */
  readonly names?: NamesInput | null;
  /** Whether the name must be a program, as for wrappers: no function, no builtin of this shell. */
  readonly isProgram?: boolean;
  /** Whether functions are skipped, as `command` does. */
  readonly skipsFunctions?: boolean;
}

const shells: ReadonlySet<string> = new Set(["sh", "bash", "dash", "ash", "ksh", "zsh"]);

/** Follows a command by its words: a function of the script, a builtin, a specified program, or another. */
export function runWords(words: readonly Argument[], scope: Scope, options: RunOptions = {}): void {
  const [first, ...rest] = words;
  if (first === undefined) return;
  if (first.kind !== "static") {
    scope.unknown(
      first.kind === "glob"
        ? `the program that ${first.text} matches is unknown until it runs`
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
  // The guard of names makes sure that xargs reads each as one word.
  if (name === "xargs" && names !== null && "below" in names && names.isPlain === true) {
    scope.guard();
  }
  const found = scope.found(words, place);
  const facts = { input: names, isLookedUp: isProgram !== true && skipsFunctions !== true };
  const specification = scope.settings.specifications.get(name);
  if (specification === undefined) {
    found.markUnspecified();
    doubtWords(name, rest, scope);
  } else {
    const certain = rest.filter((word) => word.kind !== "glob" || word.mayVanish !== true);
    // Without names to search in, `rg a $(…)` and `grep -r a $(…)` search the whole directory.
    const possible = certain.length < rest.length ? [rest, certain] : [rest];
    const context = scope.commandContext(name, found, facts);
    const isSpecified = possible.map((some) => applyShape(specification, some, context));
    if (isSpecified.includes(false)) {
      found.markUnspecified();
      doubtWords(name, rest, scope);
    }
  }
  if (input !== null && input.text !== null && shells.has(name)) {
    scope.wrappedBy(name).inNewShell().runText(input.text, name);
  }
}

/** The words of an unspecified program must be known, because policy decides on them. */
function doubtWords(name: string, words: readonly Argument[], scope: Scope): void {
  for (const word of words) {
    if (word.kind === "unknown") scope.unknown(`${name}: ${word.reason}`);
    else if (word.kind === "glob" && word.start === "") {
      scope.unknown(`${name}: ${optionLike(word.text)}`);
    }
  }
}

/** Follows shell text from a command such as `sh -c` or `eval`, as the shell of that name reads it. */
export function runText(text: string, shell: string, scope: Scope): void {
  if (!scope.mayParse(text.length)) return;
  const inside = scope.withSource(text, false);
  try {
    const script = parseScript(text);
    (shell === "bash" ? inside : inside.inOtherShell()).followScript(script);
  } catch (error) {
    if (!(error instanceof ParserOverflow)) throw error;
    scope.unknown("it is nested too deeply to be analysed");
  }
}
