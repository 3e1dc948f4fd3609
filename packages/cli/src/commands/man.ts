import type { Command } from "../arguments/command.ts";
import { manPage } from "../completion/man-page.ts";
import { takesNoArguments } from "../errors.ts";
import { textOutput } from "../output/text-output.ts";

/** `toolwright man`: prints the manual page. */
export const man: Command = async ({ arguments: parsed, program, version }) => {
  const [extra] = parsed.positionals;
  if (extra !== undefined) throw takesNoArguments("man", extra);
  await textOutput(program.stdout).write(manPage(version, program.language));
  return 0;
};
