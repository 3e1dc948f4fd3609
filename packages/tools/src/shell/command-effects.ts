import { type Effect, unknown } from "@toolwright/core";
import { analyze, type ShellAnalysis, type ShellEffect } from "@toolwright/shell-analysis";

export interface AnalyzedCommand {
  /** Exactly what the command line would do, as far as it can be known. */
  readonly effects: readonly Effect[];
  /** Every consequence is one of the effects: nothing is unknown, every program is specified. */
  readonly isComplete: boolean;
}

/** Where a command line runs. */
export interface CommandPlace {
  /** Absolute. */
  readonly cwd: string;
  /** The home directory, for `~`; absolute. */
  readonly home: string;
}

/** The last one, which is asked for twice: for what a call claims, and for what it prepared. */
let last: (CommandPlace & { readonly command: string; readonly analyzed: AnalyzedCommand }) | null =
  null;

/**
 * What a command line would do in bash, without running it. The runtime makes the rest of a command
 * line that is complete true: git is started hardened, programs are found in system directories only.
 */
export function analyzeCommand(command: string, { cwd, home }: CommandPlace): AnalyzedCommand {
  if (last?.command !== command || last.cwd !== cwd || last.home !== home) {
    last = { command, cwd, home, analyzed: analyzeAnew(command, { cwd, home }) };
  }
  return last.analyzed;
}

function analyzeAnew(command: string, { cwd, home }: CommandPlace): AnalyzedCommand {
  const analysis = analyze(command, { cwd, home });
  const effects = analysis.effects.map((effect) => effectOf(effect, analysis));
  const isComplete =
    analysis.complete &&
    effects.every((effect) =>
      effect.type === "run" ? effect.specified : effect.type !== "unknown",
    );
  return { effects, isComplete };
}

const kernelPath = /^\/(?:proc|dev|sys)(?:\/|$)/;

function effectOf(effect: ShellEffect, analysis: ShellAnalysis): Effect {
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
