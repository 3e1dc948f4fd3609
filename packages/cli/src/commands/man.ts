import type { Command } from "../arguments/command.ts";
import { manPage } from "../completion/man-page.ts";
import { takesNoArguments } from "../errors.ts";
import { textOutput } from "../output/text-output.ts";

/** `toolwright man`: prints the manual page. */
export const man: Command = async ({ arguments: parsed, program, version, commands }) => {
  const [extra] = parsed.positionals;
  if (extra !== undefined) throw takesNoArguments("man", extra);
  await textOutput(program.stdout).write(manPage(commands, version, program.language));
  return 0;
};
