import type {
  AndOr,
  ArithmeticExpression,
  CompoundList,
  NestedScript,
  ParsedScript,
  PipelineNode,
  Redirection,
  SyntaxNode,
} from "../parser/syntax.ts";
import type { ShellEffect } from "../effect.ts";
import { holds } from "../paths/join-path.ts";
import type { CommandContext } from "../command/use-value.ts";
import { usePath, useValue } from "../command/use-value.ts";
import type {
  Argument,
  CommandSpecification,
  PathUse,
  NamesBelow,
} from "../specification/specification.ts";
import { type CommandFacts, CommandScope } from "./command-scope.ts";
import { type Findings, FoundCommand } from "./findings.ts";
import type { InputText, RedirectionContext } from "./redirections.ts";
import { type RunOptions, runText, runWords } from "./run-words.ts";
import {
  followArithmetic,
  followAside,
  followInside,
  followList,
  followNode,
  followRedirections,
  followScript,
  namesPrinted,
  substitute,
} from "./script-walker.ts";
import type { ShellState } from "./shell-state.ts";
import type { TestContext } from "./test-expression.ts";

/** The settings of a whole analysis. */
export interface AnalysisSettings {
  /** The absolute directory in which the command line runs. */
  readonly origin: string;
  readonly home: string;
  readonly specifications: ReadonlyMap<string, CommandSpecification>;
  readonly isPlainDirectory: (path: string) => boolean;
  readonly doubtIn: (program: string, directory: string) => string | null;
  readonly isAbsent: (path: string) => boolean;
  readonly hasGuards: boolean;
}

/** Thrown when the analysis exceeds a limit. The findings so far stay. */
export class AnalysisLimit extends Error {
  override readonly name = "AnalysisLimit";
}

const maxNesting = 40;
const movers: ReadonlySet<string> = new Set(["cd", "pushd", "popd"]);

/** The work done so far and its limits, which are proportional to the text, so that time is as well. */
interface Counter {
  parts: number;
  readonly maxParts: number;
  nestedLength: number;
  readonly maxNestedLength: number;
}

interface ScopeFacts {
  readonly settings: AnalysisSettings;
  readonly findings: Findings;
  readonly counter: Counter;
  readonly source: string;
  readonly isTopLevel: boolean;
  readonly hasOffsets: boolean;
  readonly isBackground: boolean;
  readonly isOtherShell: boolean;
  readonly nesting: number;
  readonly calls: readonly string[];
  readonly exits: readonly ShellState[][];
  readonly wrappers: readonly string[];
}

/** A place in a script during the analysis: the shell's state, the text and the enclosing syntax. */
export class Scope implements RedirectionContext, TestContext {
  readonly state: ShellState;
  readonly #facts: ScopeFacts;

  constructor(state: ShellState, facts: ScopeFacts) {
    this.state = state;
    this.#facts = facts;
  }

  static begin(
    settings: AnalysisSettings,
    { state, findings, source }: { state: ShellState; findings: Findings; source: string },
  ): Scope {
    return new Scope(state, {
      settings,
      findings,
      counter: {
        parts: 0,
        maxParts: 5_000 + Math.ceil(source.length / 2),
        nestedLength: 0,
        maxNestedLength: 50_000 + 4 * source.length,
      },
      source,
      isTopLevel: true,
      hasOffsets: true,
      isBackground: false,
      isOtherShell: false,
      nesting: 0,
      calls: [],
      exits: [],
      wrappers: [],
    });
  }

  get home(): string {
    return this.#facts.settings.home;
  }
  get settings(): AnalysisSettings {
    return this.#facts.settings;
  }
  get findings(): Findings {
    return this.#facts.findings;
  }
  get source(): string {
    return this.#facts.source;
  }
  /** Whether a function that is defined here is certainly defined for later commands. */
  get isTopLevel(): boolean {
    return this.#facts.isTopLevel;
  }
  get isOtherShell(): boolean {
    return this.#facts.isOtherShell;
  }
  /** Whether programs started here have guards. Programs that other programs start have none. */
  get hasGuards(): boolean {
    const { settings, wrappers, isOtherShell } = this.#facts;
    return settings.hasGuards && wrappers.length === 0 && !isOtherShell;
  }
  /** Whether programs started here have guards; if so, the analysis relies on them from now on. */
  guard(): boolean {
    if (this.hasGuards) this.findings.needsGuards = true;
    return this.hasGuards;
  }
  /** The functions that are being called. */
  get calls(): readonly string[] {
    return this.#facts.calls;
  }

  /** A subshell, a branch or a turn, whose changes stay its own until they are merged. */
  fork(): Scope {
    return this.#with({ isTopLevel: false }, this.state.fork());
  }

  /** A shell started as a program, without this one's variables. */
  inNewShell(): Scope {
    return this.#with({ isTopLevel: false, exits: [] }, this.state.startShell());
  }

  /** A scope whose states at `break`, `continue` and `return` are put into `exits`. */
  untilExit(exits: ShellState[]): Scope {
    return this.#with({ exits: [...this.#facts.exits, exits] });
  }

  /** The same for a turn of a loop, with a state of its own. */
  turn(exits: ShellState[]): Scope {
    return this.#with(
      { isTopLevel: false, exits: [...this.#facts.exits, exits] },
      this.state.fork(),
    );
  }

  /** Notes that any enclosing loop or function may end with the state here. */
  exit(): void {
    for (const exits of this.#facts.exits) exits.push(this.state.fork());
  }

  withState(state: ShellState): Scope {
    return this.#with({ isTopLevel: false }, state);
  }

  /** Resets the limits. */
  restart(): void {
    const { counter } = this.#facts;
    counter.parts = 0;
    counter.nestedLength = 0;
  }

  inBackground(): Scope {
    return this.#with({ isBackground: true });
  }

  inFunction(name: string): Scope {
    this.findings.repeats();
    return this.#deeper({ calls: [...this.calls, name], isTopLevel: false });
  }

  /** A scope with its own text; `isFromSource`: whether offsets in the text are offsets in the given source. */
  withSource(source: string, isFromSource: boolean): Scope {
    const hasOffsets = this.#facts.hasOffsets && isFromSource && source === this.source;
    return this.#deeper({ source, hasOffsets });
  }

  /** A scope whose text a shell other than bash reads. */
  inOtherShell(): Scope {
    return this.#with({ isOtherShell: true });
  }

  wrappedBy(program: string): Scope {
    return this.#deeper({ wrappers: [...this.#facts.wrappers, program], isTopLevel: false });
  }

  countPart(): void {
    const { counter } = this.#facts;
    counter.parts += 1;
    if (counter.parts > counter.maxParts) {
      throw new AnalysisLimit(`it has more than ${counter.maxParts} parts to analyse`);
    }
  }

  add(effect: ShellEffect): void {
    this.findings.add(effect);
  }

  unknown(reason: string, hazard?: "fork-bomb"): void {
    this.findings.unknown(reason, hazard);
  }

  noteInput(): void {
    this.findings.hasInputDescriptor = true;
  }

  onlyBash(syntax: string): void {
    if (this.isOtherShell) this.unknown(`not every shell supports ${syntax}`);
  }

  substitute(part: NestedScript): string | null {
    return this.mayParse(part.text.length) ? substitute(part.script, this) : null;
  }
  namesPrinted({ script }: NestedScript): NamesBelow | null {
    return script === undefined ? null : namesPrinted(script, this);
  }
  followAside(part: NestedScript): void {
    if (this.mayParse(part.text.length)) followAside(part.script, this);
  }
  followInside(node: SyntaxNode): void {
    followInside(node, this);
  }
  arithmetic(expression: ArithmeticExpression | undefined, inside: SyntaxNode): void {
    followArithmetic(expression, inside, this);
  }
  readEnvironment(variable: string): void {
    this.add({ type: "environment", variable, value: true });
  }
  usePath(use: PathUse, path: string): void {
    usePath(use, path, this.commandContext("a redirection", null));
  }
  reach(host: string, port: number | undefined): void {
    this.add({ type: "network", host, ...(port !== undefined && { port }) });
  }
  inspect(word: Argument): void {
    useValue("read", word, this.commandContext("a test", null));
  }

  /** Adds a command and its run effect. */
  found(words: readonly Argument[], place: CommandPlace | null): FoundCommand {
    const texts = words.map(({ text }) => text);
    const { directories } = this.state;
    const cwd = directories?.[0] ?? null;
    const { hasOffsets, source, isBackground, wrappers, settings, findings } = this.#facts;
    const found = new FoundCommand(
      {
        words: texts,
        text: place === null ? texts.join(" ") : source.slice(place.pos, place.end),
        start: hasOffsets && place !== null ? place.pos : null,
        end: hasOffsets && place !== null ? place.end : null,
        wrappers,
        cwd,
        specified: true,
        background: isBackground,
      },
      {
        type: "run",
        program: texts[0] ?? "",
        words: texts,
        cwd: cwd ?? settings.origin,
        specified: true,
      },
    );
    findings.addCommand(found);
    if (!movers.has(texts[0] ?? "")) this.#noteHolders();
    return found;
  }

  /** A command that runs above the workspace, after `cd ..`, may read the directory. */
  #noteHolders(): void {
    const { origin } = this.settings;
    for (const path of this.state.directories ?? []) {
      if (path !== origin && holds(path, origin)) this.add({ type: "read", path });
    }
  }

  /** The context for a command's specification; `found` is null when there is no command. */
  commandContext(
    name: string,
    found: FoundCommand | null,
    { input = null, isLookedUp = false }: Partial<CommandFacts> = {},
  ): CommandContext {
    return new CommandScope({ name, found, input, isLookedUp }, this);
  }

  followScript(script: ParsedScript | undefined): void {
    followScript(script, this);
  }
  followNode(node: PipelineNode | AndOr): void {
    followNode(node, this);
  }
  followList(list: CompoundList): void {
    followList(list, this);
  }
  followRedirections(redirections: readonly Redirection[]): InputText {
    return followRedirections(redirections, this);
  }
  /** Follows a command by its words. */
  runWords(words: readonly Argument[], options?: RunOptions): void {
    runWords(words, this, options);
  }
  /** Follows shell text as the shell of that name reads it; `bash` for this shell. */
  runText(text: string, shell: string): void {
    runText(text, shell, this);
  }

  /**
   * Whether text of this length may still be parsed. Each level of nesting is parsed again from its
   * beginning, which would take too long for thousands of levels.
   */
  mayParse(length: number): boolean {
    const { counter } = this.#facts;
    counter.nestedLength += length;
    if (counter.nestedLength <= counter.maxNestedLength) return true;
    this.unknown("nested substitutions are too long to be analysed");
    return false;
  }

  #with(changes: Partial<ScopeFacts>, state: ShellState = this.state): Scope {
    return new Scope(state, { ...this.#facts, ...changes });
  }

  #deeper(changes: Partial<ScopeFacts>): Scope {
    const nesting = this.#facts.nesting + 1;
    if (nesting > maxNesting) throw new AnalysisLimit("commands are nested too deeply");
    return this.#with({ ...changes, nesting });
  }
}

/** The offsets of a command in the text. */
export interface CommandPlace {
  readonly pos: number;
  readonly end: number;
}
