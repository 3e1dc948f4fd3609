import type { FunctionDefinition } from "../parser/syntax.ts";
import type {
  Argument,
  GlobArgument,
  NameLimits,
  StaticArgument,
} from "../specification/specification.ts";

/** The known facts about a variable that the script itself sets. */
export type VariableValue =
  | { readonly kind: "text"; readonly text: string }
  /** An unknown whole number. */
  | { readonly kind: "number" }
  /** An unknown whole number, or nothing: `wc -l` prints nothing when it fails. */
  | { readonly kind: "digits" }
  /** Hashes that git prints, or nothing. */
  | { readonly kind: "hash" }
  /** `a=(x y)`: the words in their order. */
  | { readonly kind: "list"; readonly items: readonly ListItem[] }
  /**
   * One of the names that a glob matches: its literal beginning, and the pattern after it.
   * `isDeep`: whether the name lies at any depth and is plain, so that it is one word even without quotes;
   * `isListing`: whether the value is all listed names, one a line, or nothing.
   */
  | {
      readonly kind: "match";
      readonly start: string;
      readonly rest: string;
      readonly isDeep: boolean;
      readonly isListing?: true;
      readonly limits?: NameLimits;
    }
  /** `isFixed`: readonly, so that later assignments to it fail. */
  | { readonly kind: "unknown"; readonly isFixed?: true };

export type ListItem = StaticArgument | GlobArgument;

export interface KnownFunction {
  readonly definition: FunctionDefinition;
  /** The text in which the definition has its offsets. */
  readonly source: string;
  /** Whether it is certainly defined, so that the name means no program. */
  readonly isDefinite: boolean;
  /** Whether the name may mean another definition. */
  readonly isAmbiguous?: boolean;
}

/** With more possible directories than this, the directory is unknown. */
const maxDirectories = 16;

/**
 * The state of the shell when a command starts: the directories it may be in, and the known facts
 * about variables and functions. A subshell gets a copy.
 */
export class ShellState {
  /** Every directory it may be in; null when unknown. */
  directories: readonly string[] | null;
  /** The directories it may also be in if the last command was a `cd` that failed. */
  directoriesOnFailure: readonly string[] | null = null;
  #variables: ReadonlyMap<string, VariableValue> = new Map();
  #functions: ReadonlyMap<string, KnownFunction> = new Map();
  /** Whether `#variables` and `#functions` belong to this state alone. */
  #ownsVariables = false;
  #ownsFunctions = false;
  /** Whether bash splits fields at white space, as usual. */
  splitsAsUsual = true;
  /** `$1`, `$2` …, each one word; null when their number is unknown. */
  positional: readonly Argument[] | null = null;
  /** Every directory that `pushd` may have put on its stack; null when unknown. */
  pushed: readonly string[] | null = [];
  /** The target of `cd -`; null when unknown, as before the first `cd`. */
  previous: readonly string[] | null = null;

  constructor(directories: readonly string[] | null) {
    this.directories = directories;
  }

  /** A copy whose changes don't affect this state, for a branch or a subshell. */
  fork(): ShellState {
    const copy = new ShellState(this.directories);
    copy.become(this);
    return copy;
  }

  /** Takes over another state. */
  become(other: ShellState): void {
    this.directories = other.directories;
    this.directoriesOnFailure = other.directoriesOnFailure;
    this.splitsAsUsual = other.splitsAsUsual;
    this.positional = other.positional;
    this.pushed = other.pushed;
    this.previous = other.previous;
    this.#variables = other.#variables;
    this.#functions = other.#functions;
    for (const state of [this, other]) {
      state.#ownsVariables = false;
      state.#ownsFunctions = false;
    }
  }

  variable(name: string): VariableValue | undefined {
    if (/^[1-9]\d*$/.test(name)) return this.#positionalValue(Number(name));
    return this.#variables.get(name);
  }

  #positionalValue(position: number): VariableValue | undefined {
    if (this.positional === null) return undefined;
    const word = this.positional[position - 1];
    if (word === undefined) return { kind: "text", text: "" };
    return word.kind === "static" ? { kind: "text", text: word.text } : unknownValue;
  }

  function(name: string): KnownFunction | undefined {
    return this.#functions.get(name);
  }

  setVariable(name: string, value: VariableValue): void {
    // Bash sets it to the last word of each command.
    if (name === "_" && value.kind !== "unknown") return this.setVariable(name, unknownValue);
    const known = this.#variables.get(name);
    if (known?.kind === "unknown" && (known.isFixed === true || value === unknownValue)) return;
    const own = this.#ownsVariables ? this.#variables : new Map(this.#variables);
    (own as Map<string, VariableValue>).set(name, value);
    this.#variables = own;
    this.#ownsVariables = true;
  }

  setFunction(name: string, known: KnownFunction): void {
    const own = this.#ownsFunctions ? this.#functions : new Map(this.#functions);
    (own as Map<string, KnownFunction>).set(name, known);
    this.#functions = own;
    this.#ownsFunctions = true;
  }

  /** Sets `$1` and the words after it. */
  setPositional(words: readonly Argument[] | null): void {
    const isCounted = words?.every(
      (word) => word.kind === "static" || (word.kind === "unknown" && !word.splits),
    );
    this.positional = isCounted === true ? (words ?? null) : null;
  }

  /** Makes every variable unknown. */
  forgetVariables(): void {
    for (const name of this.#variables.keys()) this.setVariable(name, { kind: "unknown" });
    this.positional = null;
  }

  /** Makes every variable and the directory unknown. */
  forgetValues(): void {
    this.forgetVariables();
    this.directories = null;
    this.directoriesOnFailure = null;
    this.pushed = null;
    this.previous = null;
  }

  /** Notes that functions may have been removed. */
  doubtFunctions(): void {
    for (const [name, known] of this.#functions) {
      this.setFunction(name, { ...known, isDefinite: false });
    }
  }

  /** The state of another shell started here, without the variables and functions. */
  startShell(): ShellState {
    return new ShellState(this.directories);
  }

  moveTo(directories: readonly string[] | null): void {
    const before = this.allDirectories();
    this.directoriesOnFailure = before;
    this.directories = directories;
    this.previous = before;
  }

  /** Adds the current directory to those that `pushd` may return to. */
  push(): void {
    const here = this.allDirectories();
    this.pushed = this.pushed && here && union(this.pushed, here);
  }

  /** Ends the knowledge of the last command's outcome. */
  settle(): void {
    if (this.directoriesOnFailure === null) return;
    this.directories = this.allDirectories();
    this.directoriesOnFailure = null;
    // A `cd` that failed left it unchanged.
    this.previous = null;
  }

  allDirectories(): readonly string[] | null {
    if (this.directoriesOnFailure === null || this.directories === null) return this.directories;
    return union(this.directories, this.directoriesOnFailure);
  }

  /** Merges with an alternative state. Returns whether this state changed. */
  merge(other: ShellState): boolean {
    const before = this.directories;
    const ours = this.allDirectories();
    const theirs = other.allDirectories();
    const isBackKnown =
      this.directoriesOnFailure === null &&
      other.directoriesOnFailure === null &&
      areSame(this.previous, other.previous);
    this.directories = ours === null || theirs === null ? null : union(ours, theirs);
    this.directoriesOnFailure = null;
    let isChanged = this.directories?.length !== before?.length;
    if (!other.splitsAsUsual && this.splitsAsUsual) {
      this.splitsAsUsual = false;
      isChanged = true;
    }
    if (!isBackKnown && this.previous !== null) {
      this.previous = null;
      isChanged = true;
    }
    if (!areSame(this.pushed, other.pushed)) {
      const all = this.pushed && other.pushed && union(this.pushed, other.pushed);
      if (all?.length !== this.pushed?.length) isChanged = true;
      this.pushed = all;
    }
    if (this.positional !== null && !haveSameWords(this.positional, other.positional)) {
      this.positional = null;
      isChanged = true;
    }
    if (other.#variables !== this.#variables) isChanged = this.#mergeVariables(other) || isChanged;
    for (const [name, known] of other.#functions) {
      const mine = this.#functions.get(name);
      if (mine?.definition === known.definition || mine?.isAmbiguous === true) continue;
      const isAmbiguous = mine !== undefined || known.isAmbiguous === true;
      this.setFunction(name, { ...known, isDefinite: false, isAmbiguous });
      isChanged = true;
    }
    return isChanged;
  }

  #mergeVariables(other: ShellState): boolean {
    let isChanged = false;
    const names = new Set([...this.#variables.keys(), ...other.#variables.keys()]);
    for (const name of names) {
      const mine = this.#variables.get(name);
      const merged = mergeValues(mine, other.#variables.get(name));
      if (merged === mine) continue;
      this.setVariable(name, merged);
      isChanged = true;
    }
    return isChanged;
  }
}

/** A variable that is set to an unknown value. */
export const unknownValue: VariableValue = { kind: "unknown" };

function mergeValues(
  mine: VariableValue | undefined,
  other: VariableValue | undefined,
): VariableValue {
  if (other?.kind === "unknown" && other.isFixed === true) return other;
  if (mine === undefined || other === undefined) return unknownOf(mine);
  if (mine.kind === "text" && other.kind === "text" && mine.text === other.text) return mine;
  if (isNumber(mine) && isNumber(other)) return numberOf(mine, other);
  if (mine.kind === "hash" && other.kind === "hash") return mine;
  if (mine.kind === "list" && other.kind === "list") {
    if (haveSameWords(mine.items, other.items)) return mine;
  }
  if (mine.kind === "match" && other.kind === "match") {
    const isSame = mine.start === other.start && mine.rest === other.rest;
    const isAlike = mine.isDeep === other.isDeep && mine.isListing === other.isListing;
    if (isSame && isAlike && mine.limits === other.limits) return mine;
  }
  return unknownOf(mine);
}

function unknownOf(mine: VariableValue | undefined): VariableValue {
  return mine?.kind === "unknown" ? mine : unknownValue;
}

function numberOf(mine: VariableValue, other: VariableValue): VariableValue {
  const kind = mine.kind === "digits" || other.kind === "digits" ? "digits" : "number";
  return mine.kind === kind ? mine : { kind };
}

/** Whether bash reads the value as a plain number in arithmetic, where an empty value is 0. */
export function isNumber(value: VariableValue): boolean {
  return (
    value.kind === "number" ||
    value.kind === "digits" ||
    (value.kind === "text" && /^\d{1,18}$/.test(value.text))
  );
}

function areSame(some: readonly string[] | null, others: readonly string[] | null): boolean {
  if (some === null || others === null) return some === others;
  return some.length === others.length && some.every((one) => others.includes(one));
}

function haveSameWords(some: readonly Argument[], others: readonly Argument[] | null): boolean {
  return (
    some === others ||
    (others !== null &&
      some.length === others.length &&
      some.every(({ kind, text }, at) => kind === others[at]?.kind && text === others[at]?.text))
  );
}

function union(some: readonly string[], others: readonly string[]): readonly string[] | null {
  const all = others.filter((directory) => !some.includes(directory));
  if (all.length === 0) return some;
  return some.length + all.length > maxDirectories ? null : [...some, ...all];
}
