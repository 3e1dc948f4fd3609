import { homedir } from "node:os";
import type { Effect, EffectsContext } from "@toolwright/core";
import { analyzeCommand, type ProgramContext } from "../shell/command-effects.ts";
import { quoteCommand } from "../shell/quote-command.ts";

/**
 * What running a command of the settings does, as far as its words tell. Never specified: what it does
 * hangs on what it reads from its input, too.
 */
export function commandRunEffects(
  words: readonly string[],
  cwd: string,
  { home = homedir() }: Pick<EffectsContext, "home">,
  workspace: ProgramContext,
): readonly Effect[] {
  const { effects } = analyzeCommand(quoteCommand(words), { cwd, home }, workspace);
  const unspecified = effects.map(
    (effect): Effect => (effect.type === "run" ? { ...effect, specified: false } : effect),
  );
  if (unspecified.some(({ type }) => type === "run")) return unspecified;
  return [...unspecified, { type: "run", program: words[0] ?? "", words, cwd, specified: false }];
}
