import type { CommandContext } from "../command/use-value.ts";
import type { ShellEffect } from "../effect.ts";
import type { Argument, GitListing, NamesInput } from "../specification/specification.ts";
import type { FoundCommand } from "./findings.ts";
import { isGuarded } from "./guard-names.ts";
import type { Scope } from "./scope.ts";

export interface CommandFacts {
  readonly name: string;
  /** The directories it changes to first; absent for the shell's own. */
  readonly directories?: readonly string[] | null;
  readonly found: FoundCommand | null;
  readonly input: NamesInput | null;
  /** Whether bash itself looks the name up, functions first. */
  readonly isLookedUp: boolean;
}

/** The context of one command in a script. */
export class CommandScope implements CommandContext {
  readonly #facts: CommandFacts;
  readonly #scope: Scope;

  constructor(facts: CommandFacts, scope: Scope) {
    this.#facts = facts;
    this.#scope = scope;
  }

  get name(): string {
    return this.#facts.name;
  }
  get input(): NamesInput | null {
    return this.#facts.input;
  }
  get directories(): readonly string[] | null {
    const { directories = this.#scope.state.directories } = this.#facts;
    return directories;
  }
  get origin(): string {
    return this.#scope.settings.origin;
  }
  get home(): string {
    return this.#scope.home;
  }
  isPlainDirectory(path: string): boolean {
    return this.#scope.settings.isPlainDirectory(path);
  }
  doubtIn(directory: string): string | null {
    return this.#scope.settings.doubtIn(this.#program, directory);
  }
  isAbsent(path: string): boolean {
    return this.#scope.settings.isAbsent(path);
  }
  named(name: string): CommandContext {
    return new CommandScope({ ...this.#facts, name }, this.#scope);
  }
  at(directories: readonly string[] | null): CommandContext {
    return new CommandScope({ ...this.#facts, directories }, this.#scope);
  }
  add(effect: ShellEffect): void {
    this.#scope.add(effect);
  }
  unknown(reason: string): void {
    this.#scope.unknown(`${this.name}: ${reason}`);
  }
  runCommand(words: readonly Argument[]): void {
    this.#inside().runWords(words, { isProgram: true });
  }
  runScript(text: string): void {
    this.#scope.wrappedBy(this.#program).inNewShell().runText(text, this.#program);
  }
  guard(): boolean {
    return this.#facts.isLookedUp && isGuarded(this.name) && this.#scope.guard();
  }
  writeToDescriptor(): void {
    this.#scope.findings.writesToDescriptor = true;
  }
  showContents(listings: readonly GitListing[]): void {
    // Unknown directories add an unknown of their own.
    for (const directory of this.directories ?? [])
      this.#scope.findings.showContents(directory, listings);
  }
  markUnspecified(): void {
    this.#facts.found?.markUnspecified();
  }
  runProgram(program: string): void {
    this.#facts.found?.markUnspecified();
    this.#inside()
      .found([{ kind: "static", text: program }], null)
      .markUnspecified();
  }

  get #program(): string {
    return this.name.split(" ", 1)[0] ?? this.name;
  }

  /** The scope of commands that the program starts: they get only the directory of this shell. */
  #inside(): Scope {
    return this.#scope.wrappedBy(this.#program).fork();
  }
}
