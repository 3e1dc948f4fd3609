import type { ShellEffect, ShellRunEffect } from "../effect.ts";
import { showText } from "../parser/odd-characters.ts";
import type { FunctionDefinition } from "../parser/syntax.ts";
import type { GitListing } from "../specification/specification.ts";

/** One simple command that was found, for display. */
export interface ShellCommand {
  /** After quotes were taken away and values put in; as written where they aren't known. */
  readonly words: readonly string[];
  readonly text: string;
  /** Offset in the source, in UTF-16 units; null in text of its own (`sh -c`, `eval`). */
  readonly start: number | null;
  readonly end: number | null;
  /** The programs that run this command, outermost first: `timeout`, `xargs`. */
  readonly wrappers: readonly string[];
  /** Null when a `cd` before it leads to where can't be known. */
  readonly cwd: string | null;
  readonly specified: boolean;
  /** Nobody waits for it. */
  readonly background: boolean;
}

/** Contents that git would show. */
export interface ShownContents extends GitListing {
  /** Where git is started: absolute. */
  readonly directory: string;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** A command and its run effect, of which `specified` may still become false. */
export class FoundCommand {
  readonly command: Mutable<ShellCommand>;
  readonly run: Mutable<ShellRunEffect>;

  /** Both belong to it from now on. */
  constructor(command: ShellCommand, run: ShellRunEffect) {
    this.command = command;
    this.run = run;
  }

  /** Not all consequences are among the effects. */
  markUnspecified(): void {
    this.command.specified = false;
    this.run.specified = false;
  }
}

/** Everything found so far, in the order of the text. Nothing is ever taken back. */
export class Findings {
  /** Something is known only because a guard sees to it. */
  needsGuards = false;
  /** The standard output, or another descriptor than the standard input, may be a file that is only to be read. */
  hasInputDescriptor = false;
  /** `/dev/stdout` or the like is opened for writing. */
  writesToDescriptor = false;
  readonly #commands: ShellCommand[] = [];
  readonly #effects: ShellEffect[] = [];
  /** By all that they are, so that each is there once. */
  readonly #contents = new Map<string, ShownContents>();
  #hasRepeats = false;
  /** Names of lists, and names that `declare` and its like gave a value that isn't known. */
  readonly #lists = new Set<string>();
  readonly #declared = new Set<string>();

  readonly #defined = new Set<FunctionDefinition>();
  readonly #uncalled: { definition: FunctionDefinition; follow: () => void }[] = [];
  readonly #called = new Set<FunctionDefinition>();
  #hasLaterCalls = false;

  /** A function whose body hasn't been followed yet. */
  addUncalled(definition: FunctionDefinition, follow: () => void): void {
    if (this.#defined.has(definition)) return;
    this.#defined.add(definition);
    this.#uncalled.push({ definition, follow });
  }

  /** Its body is followed with what it is called with. */
  noteCall(definition: FunctionDefinition): void {
    this.#called.add(definition);
  }

  /** From a trap, functions are called with words that aren't seen. */
  noteLaterCalls(): void {
    this.#hasLaterCalls = true;
  }

  /** Gives back, one by one, how to follow every function that must be followed with nothing known. */
  *uncalled(): Generator<() => void> {
    const passedOver: (() => void)[] = [];
    for (let at = 0, over = 0; ; ) {
      const next = this.#uncalled[at];
      if (next !== undefined) {
        at += 1;
        if (this.#called.has(next.definition)) passedOver.push(next.follow);
        else yield next.follow;
        continue;
      }
      // Whether there are such calls is known only when everything else has been followed.
      const follow = this.#hasLaterCalls ? passedOver[over] : undefined;
      if (follow === undefined) return;
      over += 1;
      yield follow;
    }
  }

  add(effect: ShellEffect): void {
    this.#effects.push(effect);
  }

  showContents(directory: string, listings: readonly GitListing[]): void {
    for (const listing of listings) {
      const shown = { directory, ...listing };
      this.#contents.set(JSON.stringify(shown), shown);
    }
  }

  contents(): readonly ShownContents[] {
    return [...this.#contents.values()];
  }

  addCommand(found: FoundCommand): void {
    this.#commands.push(found.command);
    this.#effects.push(found.run);
  }

  unknown(reason: string, hazard?: "fork-bomb"): void {
    this.#effects.push({
      type: "unknown",
      reason: showText(reason),
      ...(hazard !== undefined && { hazard }),
    });
  }

  /** This name is a list somewhere in the script. */
  noteList(name: string): void {
    this.#lists.add(name);
  }

  /** `declare` or the like gives it a value that isn't known. */
  noteDeclared(name: string): void {
    this.#declared.add(name);
  }

  /** Bash evaluates such a value when the name is a list: whatever comes first in the text. */
  doubtLists(): void {
    for (const name of this.#declared) {
      if (this.#lists.has(name)) this.unknown(`${name} is a list, whose value bash evaluates`);
    }
  }

  /** Wherever the two stand in the text: which command has which descriptors isn't followed. */
  doubtDescriptors(): void {
    if (this.hasInputDescriptor && this.writesToDescriptor) {
      this.unknown("/dev/stdout or the like may be a file that a redirection only reads");
    }
  }

  /** Something is gone through again, so that its commands are found twice. */
  repeats(): void {
    this.#hasRepeats = true;
  }

  /** Each once, however often a loop or a function was gone through. */
  commands(): readonly ShellCommand[] {
    if (!this.#hasRepeats) return this.#commands;
    // By their place, as only what stands there is found again.
    const seen = new Map<number, ShellCommand[]>();
    return this.#commands.filter((command) => {
      if (command.start === null) return true;
      const others = seen.get(command.start);
      if (others === undefined) seen.set(command.start, [command]);
      else if (others.some((other) => isSame(command, other))) return false;
      else others.push(command);
      return true;
    });
  }

  /** Each once. */
  effects(): readonly ShellEffect[] {
    const seen = new Map<string, ShellEffect>();
    for (const effect of this.#effects) {
      const key = keyOf(effect);
      if (!seen.has(key)) seen.set(key, effect);
    }
    return [...seen.values()];
  }
}

function isSame(one: ShellCommand, other: ShellCommand): boolean {
  return (
    one.cwd === other.cwd &&
    one.specified === other.specified &&
    one.text === other.text &&
    areEqual(one.words, other.words) &&
    areEqual(one.wrappers, other.wrappers)
  );
}

function areEqual(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((text, index) => text === others[index]);
}

function keyOf(effect: ShellEffect): string {
  switch (effect.type) {
    case "read":
      if (effect.recursive !== true) return "r" + effect.path;
      return `${effect.namesOnly === true ? "l" : effect.skipsHidden === true ? "v" : "t"}${effect.path}\0${effect.glob ?? ""}`;
    case "write":
      return `w${effect.recursive === true ? 1 : 0}${effect.operation ?? ""}\0${effect.path}`;
    case "delete":
      return `d\0${effect.path}`;
    case "run":
      return (effect.specified ? "x" : "y") + effect.words.join("\0") + "\0\0" + effect.cwd;
    case "network":
      return `n\0${effect.host}\0${effect.port ?? ""}`;
    case "environment":
      return `e${effect.value === true ? 1 : 0}\0${effect.variable}`;
    case "unknown":
      return `u${effect.hazard ?? ""}\0${effect.reason}`;
  }
}
