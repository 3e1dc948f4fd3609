import type { Command } from "../arguments/command.ts";
import { completionTree } from "../completion/completion-tree.ts";
import { completionScripts, type Shell, shells } from "../completion/scripts.ts";
import { usageError } from "../errors.ts";
import { phrase } from "../language/phrase.ts";
import { listedTools } from "../listed-tools/listed-tools.ts";
import { textOutput } from "../output/text-output.ts";

/** `toolwright completion`: prints a script that completes our command line in a shell. */
export const completion: Command = async ({ arguments: parsed, program, commands }) => {
  const [shell = "", ...others] = parsed.positionals;
  if (!isShell(shell) || others.length > 0) {
    throw usageError(phrase("Name a shell: {shells}.", { shells: shells.join(", ") }));
  }
  const tools = (await listedTools.all("canonical", undefined)).map(({ name }) => name);
  const tree = completionTree(commands, tools, program.language);
  await textOutput(program.stdout).write(completionScripts[shell](tree));
  return 0;
};

function isShell(text: string): text is Shell {
  return shells.some((shell) => shell === text);
}
