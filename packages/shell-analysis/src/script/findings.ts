import type { ShellEffect, ShellRunEffect } from "../effect.ts";
import { showText } from "../parser/odd-characters.ts";
import type { FunctionDefinition } from "../parser/syntax.ts";
import type { GitListing } from "../specification/specification.ts";

/** One simple command, for display. */
export interface ShellCommand {
  /** The words without quotes and with known values; unknown words as written. */
  readonly words: readonly string[];
  readonly text: string;
  /** Offset in the source, in UTF-16 units; null for text from `sh -c` or `eval`. */
  readonly start: number | null;
  readonly end: number | null;
  /** The programs that run this command, outermost first: `timeout`, `xargs`. */
  readonly wrappers: readonly string[];
  /** Null when the target of an earlier `cd` is unknown. */
  readonly cwd: string | null;
  readonly specified: boolean;
  /** Whether the shell doesn't wait for it. */
  readonly background: boolean;
}

/** Stored contents that git would show. */
export interface ShownContents extends GitListing {
  /** The absolute directory in which git starts. */
  readonly directory: string;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** A command and its run effect, whose `specified` may still become false. */
export class FoundCommand {
  readonly command: Mutable<ShellCommand>;
  readonly run: Mutable<ShellRunEffect>;

  /** Takes ownership of both objects. */
  constructor(command: ShellCommand, run: ShellRunEffect) {
    this.command = command;
    this.run = run;
  }

  /** Notes that the effects aren't all of the command's consequences. */
  markUnspecified(): void {
    this.command.specified = false;
    this.run.specified = false;
  }
}

/** Everything found so far, in the order of the text. Findings are only added, never removed. */
export class Findings {
  /** Whether a finding relies on a guard. */
  needsGuards = false;
  /** Whether a descriptor other than the standard input may be a file that was opened only for reading. */
  hasInputDescriptor = false;
  /** Whether `/dev/stdout` or a similar path is opened for writing. */
  writesToDescriptor = false;
  readonly #commands: ShellCommand[] = [];
  readonly #effects: ShellEffect[] = [];
  /** By their JSON, so that each is listed once. */
  readonly #contents = new Map<string, ShownContents>();
  #hasRepeats = false;
  /** Names of lists. */
  readonly #lists = new Set<string>();
  /** Names that `declare` or a similar builtin sets to an unknown value. */
  readonly #declared = new Set<string>();

  readonly #defined = new Set<FunctionDefinition>();
  readonly #uncalled: { definition: FunctionDefinition; follow: () => void }[] = [];
  readonly #called = new Set<FunctionDefinition>();
  #hasLaterCalls = false;

  /** Adds a function whose body hasn't been followed yet. */
  addUncalled(definition: FunctionDefinition, follow: () => void): void {
    if (this.#defined.has(definition)) return;
    this.#defined.add(definition);
    this.#uncalled.push({ definition, follow });
  }

  /** Notes a call, whose words the body is followed with. */
  noteCall(definition: FunctionDefinition): void {
    this.#called.add(definition);
  }

  /** Notes that a trap may call functions with unknown words. */
  noteLaterCalls(): void {
    this.#hasLaterCalls = true;
  }

  /** Yields a callback for every function whose body must be followed with unknown words. */
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
      // Whether there are later calls is known only when everything else has been followed.
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

  /** Notes that this name is a list somewhere in the script. */
  noteList(name: string): void {
    this.#lists.add(name);
  }

  /** Notes that `declare` or a similar builtin sets the name to an unknown value. */
  noteDeclared(name: string): void {
    this.#declared.add(name);
  }

  /** Bash evaluates a declared value when the name is a list. The order in the text doesn't matter. */
  doubtLists(): void {
    for (const name of this.#declared) {
      if (this.#lists.has(name)) this.unknown(`${name} is a list, whose value bash evaluates`);
    }
  }

  /** The order in the text doesn't matter, because the descriptors of each command aren't tracked. */
  doubtDescriptors(): void {
    if (this.hasInputDescriptor && this.writesToDescriptor) {
      this.unknown("/dev/stdout or a similar path may be a file that a redirection only reads");
    }
  }

  /** Notes that a part is followed again, so that its commands are found twice. */
  repeats(): void {
    this.#hasRepeats = true;
  }

  /** Each command once, however often a loop or a function was followed. */
  commands(): readonly ShellCommand[] {
    if (!this.#hasRepeats) return this.#commands;
    // By offset, because a repeat has the offset of the first find.
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

  /** Each effect once. */
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
      return `${effect.namesOnly === true ? "l" : effect.skipsHidden === true ? "v" : "t"}${effect.path}\0${effect.glob ?? ""}\0${effect.followsLinks === true ? "\0" : ""}${effect.names?.join("\0") ?? ""}`;
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
