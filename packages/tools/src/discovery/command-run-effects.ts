import { homedir } from "node:os";
import type { Effect, EffectsContext } from "@toolwright/core";
import { analyzeCommand, type CommandWorkspace } from "../shell/command-effects.ts";
import { quoteCommand } from "../shell/quote-command.ts";

/**
 * The effects of running a command of the settings, as far as its words tell. The run is never fully
 * analysed, because it also depends on the command's input.
 */
export function commandRunEffects(
  words: readonly string[],
  cwd: string,
  { home = homedir() }: Pick<EffectsContext, "home">,
  workspace: CommandWorkspace,
): readonly Effect[] {
  const { effects } = analyzeCommand(quoteCommand(words), { cwd, home }, workspace);
  const unspecified = effects.map(
    (effect): Effect => (effect.type === "run" ? { ...effect, specified: false } : effect),
  );
  if (unspecified.some(({ type }) => type === "run")) return unspecified;
  return [...unspecified, { type: "run", program: words[0] ?? "", words, cwd, specified: false }];
}
