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
  /** The effects of the command line, as far as they are known. */
  readonly effects: readonly Effect[];
  /** Whether the effects cover everything: no program is unknown and nothing is unclear. */
  readonly isComplete: boolean;
  /** Whether bash may start git. */
  readonly startsGit: boolean;
  /** Whether the effects hold only if the command runs with `guardedPrograms`. */
  readonly needsGuards: boolean;
  /** The repositories that git meets, by directory. The effects hold only while these stay the same. */
  readonly repositories: Repositories;
  /** The contents that git would show from its own store, including those of deleted files. */
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
  /** Whether it runs in a terminal, where nothing is put before it. Default: false. */
  readonly isInTerminal?: boolean;
}

/** The part of the workspace that the analysis needs. */
export type CommandWorkspace = Pick<WorkspaceAccess, "resolve" | "judgeRepository">;

/** The last analysis that does not depend on the disk, because each is requested twice: for claims and to prepare. */
let last: (CommandPlace & { readonly command: string; readonly analyzed: AnalyzedCommand }) | null =
  null;

/**
 * Analyses what a command line would do in bash, without running it. For a complete analysis, the runtime
 * enforces its assumptions: git starts hardened, programs that list files or follow links are guarded,
 * and programs are searched for in system directories only.
 *
 * Shapes: the workspace's `resolve` finds links within a path, so that `sub/../x` is understood. A
 * `resolve` that returns a promise is not used.
 */
export function analyzeCommand(
  command: string,
  { cwd, home, isInTerminal = false }: CommandPlace,
  workspace: CommandWorkspace,
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
      return "it would run in a directory that is missing, outside the workspace or a link";
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
 * The analysis of the same command line in a terminal. Programs are specified for pipes; in a terminal
 * many of them start a pager, prompt, or check for updates.
 */
export function inTerminal({ effects, ...facts }: AnalyzedCommand): AnalyzedCommand {
  const unspecified = effects.map(
    (effect): Effect => (effect.type === "run" ? { ...effect, specified: false } : effect),
  );
  return { ...facts, effects: unspecified, isComplete: false };
}

function isWithoutLinks(path: string, workspace: CommandWorkspace): boolean {
  const resolved = resolvedAt(path, workspace);
  return resolved?.realPath === path && resolved.isDirectory !== false;
}

/** Whether the directory exists and is its own real path. The repository of a missing directory is unknown. */
function isOwnDirectory(path: string, workspace: CommandWorkspace): boolean {
  const resolved = resolvedAt(path, workspace);
  return resolved?.realPath === path && resolved.isDirectory === true;
}

/** Whether the path is missing, or outside the workspace, where files belong to the person. */
function isNotOfProject(path: string, workspace: CommandWorkspace): boolean {
  const resolved = resolvedAt(path, workspace);
  if (resolved === null) return false;
  const isNothing = resolved.isDirectory === undefined && resolved.realPath === path;
  return resolved.root === null || isNothing;
}

/** Null if the workspace refuses, or returns a promise. */
function resolvedAt(path: string, workspace: CommandWorkspace): ResolvedPath | null {
  try {
    const resolved = workspace.resolve(path);
    return "then" in resolved ? null : resolved;
  } catch {
    return null;
  }
}

/** Guards apply only to complete analyses. Other commands run unchanged, if a person or rule allows them. */
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
    effects.push(unknown("git: an earlier change may lead it to another repository"));
  }
  const isComplete = analysis.complete && effects.every((effect) => unknownPart(effect) === null);
  // The text is checked as well, so that no start of git is missed.
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
    return unknown(`reads ${effect.path}, which is not a file but kernel data`);
  }
  if (effect.type === "run" && effect.specified && isBehindProgram(effect, analysis)) {
    return { ...effect, specified: false };
  }
  return effect;
}

/** Whether another program starts git, which is then not hardened: see `hardenedGitInBash`. */
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
