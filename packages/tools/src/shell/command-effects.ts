import { type Effect, unknown, type WorkspaceAccess } from "@toolwright/core";
import { isPathChange, unknownPart } from "@toolwright/core/internal";
import type { JudgedRepository, ResolvedPath } from "@toolwright/core/ports";
import {
  analyze,
  type AnalyzeOptions,
  type ShellAnalysis,
  type ShellEffect,
  type ShownContents,
} from "@toolwright/shell-analysis";

export interface AnalyzedCommand {
  /** Exactly what the command line would do, as far as it can be known. */
  readonly effects: readonly Effect[];
  /** Every consequence is one of the effects: nothing is unknown, every program is specified. */
  readonly isComplete: boolean;
  /** bash may start git. */
  readonly startsGit: boolean;
  /** The effects hold only with `guardedPrograms` before it. */
  readonly needsGuards: boolean;
  /** What git meets, by directory: the effects hold only while it stays so. */
  readonly repositories: Repositories;
  /** What git would show of its own store, of files that may be gone. */
  readonly contents: readonly ShownContents[];
}

/** By absolute directory. */
export type Repositories = ReadonlyMap<string, JudgedRepository>;

/** Where a command line runs. */
export interface CommandPlace {
  /** Absolute. */
  readonly cwd: string;
  /** The home directory, for `~`; absolute. */
  readonly home: string;
  /** Nothing is put before what runs there. Default: false. */
  readonly isInTerminal?: boolean;
}

/** What the analysis asks of the workspace. */
export type ProgramContext = Pick<WorkspaceAccess, "resolve" | "judgeRepository">;

/** The last one that is true whatever is on the disk: it is asked for twice, as claim and prepared. */
let last: (CommandPlace & { readonly command: string; readonly analyzed: AnalyzedCommand }) | null =
  null;

/**
 * What a command line would do in bash, without running it. The runtime makes the rest of a command
 * line that is complete true: git is started hardened, what lists files or follows links is guarded,
 * programs are found in system directories only.
 *
 * Shapes: the workspace's `resolve` finds links on the way to a path; with it `sub/../x` is understood. One
 * that answers with a promise is no help.
 */
export function analyzeCommand(
  command: string,
  { cwd, home, isInTerminal = false }: CommandPlace,
  workspace: ProgramContext,
): AnalyzedCommand {
  const isSamePlace = last?.cwd === cwd && last.home === home && last.isInTerminal === isInTerminal;
  if (isSamePlace && last?.command === command) return last.analyzed;
  let hasLooked = false;
  const isPlainDirectory = (path: string): boolean => {
    hasLooked = true;
    return isWithoutLinks(path, workspace);
  };
  const isAbsent = (path: string): boolean => {
    hasLooked = true;
    return isNotOfProject(path, workspace);
  };
  const hasGuards = !isInTerminal;
  const repositories = new Map<string, JudgedRepository>();
  const doubtIn = (_program: string, directory: string): string | null => {
    hasLooked = true;
    if (directory !== cwd && !isOwnDirectory(directory, workspace)) {
      return "it would run in a directory that isn't there, is outside of the workspace or a link";
    }
    const judged = repositories.get(directory) ?? workspace.judgeRepository(directory);
    repositories.set(directory, judged);
    return judged.doubt;
  };
  const options = { cwd, home, isPlainDirectory, isAbsent, doubtIn, hasGuards };
  const analyzed = analyzeAnew(command, options, repositories);
  last = hasLooked ? null : { command, cwd, home, isInTerminal, analyzed };
  return analyzed;
}

/**
 * The same command line in a terminal. What is known of programs is what they do with pipes: to a
 * terminal many of them start a pager, ask, or look for their own updates.
 */
export function inTerminal({ effects, ...facts }: AnalyzedCommand): AnalyzedCommand {
  const unspecified = effects.map(
    (effect): Effect => (effect.type === "run" ? { ...effect, specified: false } : effect),
  );
  return { ...facts, effects: unspecified, isComplete: false };
}

function isWithoutLinks(path: string, workspace: ProgramContext): boolean {
  const resolved = resolvedAt(path, workspace);
  return resolved?.realPath === path && resolved.isDirectory !== false;
}

/** Nobody can look at the repository of a directory that isn't there yet. */
function isOwnDirectory(path: string, workspace: ProgramContext): boolean {
  const resolved = resolvedAt(path, workspace);
  return resolved?.realPath === path && resolved.isDirectory === true;
}

/** Nothing is there, or it lies outside of the workspace, where it is the person's own. */
function isNotOfProject(path: string, workspace: ProgramContext): boolean {
  const resolved = resolvedAt(path, workspace);
  if (resolved === null) return false;
  const isNothing = resolved.isDirectory === undefined && resolved.realPath === path;
  return resolved.root === null || isNothing;
}

/** Null where the workspace refuses, or can't tell at once. */
function resolvedAt(path: string, workspace: ProgramContext): ResolvedPath | null {
  try {
    const resolved = workspace.resolve(path);
    return "then" in resolved ? null : resolved;
  } catch {
    return null;
  }
}

/** Guards are put only before what is complete: what isn't runs as it is, when somebody allows it. */
function analyzeAnew(
  command: string,
  options: AnalyzeOptions,
  repositories: Repositories,
): AnalyzedCommand {
  const analyzed = analyzeOnce(command, options, repositories);
  return analyzed.needsGuards && !analyzed.isComplete
    ? analyzeOnce(command, { ...options, hasGuards: false }, repositories)
    : analyzed;
}

function analyzeOnce(
  command: string,
  options: AnalyzeOptions,
  repositories: Repositories,
): AnalyzedCommand {
  const analysis = analyze(command, options);
  const effects = analysis.effects.map((effect) => effectOf(effect, analysis));
  if (effects.some((effect) => mayMoveRepository(effect, repositories, options.cwd))) {
    effects.push(unknown("git: what is changed before it may lead it to another repository"));
  }
  const isComplete = analysis.complete && effects.every((effect) => unknownPart(effect) === null);
  // The text is asked only so that none is missed.
  const startsGit =
    command.includes("git") ||
    effects.some((effect) => effect.type === "run" && effect.program === "git");
  const { needsGuards, contents } = analysis;
  return { effects, isComplete, startsGit, needsGuards, repositories, contents };
}

/** Whether a change may put another repository where one was looked for. */
function mayMoveRepository(effect: Effect, repositories: Repositories, cwd: string): boolean {
  if (!isPathChange(effect)) return false;
  if (repositories.size === 0) return false;
  return (
    /\/\.git(?:\/|$)/i.test(effect.path) ||
    Array.from(repositories.keys()).some((directory) => directory !== cwd)
  );
}

const kernelPath = /^\/(?:proc|dev|sys)(?:\/|$)/;

function effectOf(effect: ShellEffect, analysis: ShellAnalysis): Effect {
  if ("path" in effect && effect.path.includes("\0")) {
    return unknown("names a path with a null character, which no file has");
  }
  if (effect.type === "read" && kernelPath.test(effect.path)) {
    return unknown(`reads ${effect.path}, which is no file but the kernel's`);
  }
  if (effect.type === "run" && effect.specified && isBehindProgram(effect, analysis)) {
    return { ...effect, specified: false };
  }
  return effect;
}

/** A git that another program starts isn't hardened: see `hardenedGitInBash`. */
function isBehindProgram(
  { program, words }: Extract<ShellEffect, { type: "run" }>,
  { commands }: ShellAnalysis,
): boolean {
  if (program !== "git") return false;
  return commands.some(
    (command) =>
      command.wrappers.length > 0 &&
      command.words.length === words.length &&
      command.words.every((word, index) => word === words[index]),
  );
}
