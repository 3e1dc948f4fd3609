import type { Job } from "@toolwright/core/ports";
import { phrase } from "../../language/phrase.ts";
import { firstLine } from "../agent/row-blocks.ts";
import { line, span } from "../../text/styled-line.ts";
import type { CommandContext, TerminalCommand } from "../screen/commands.ts";
import { definitionLines } from "../transcript/definition-lines.ts";

/** Opens a program with a terminal of its own; without an id the only one, or a list. */
export const attachCommand: TerminalCommand = {
  name: "attach",
  summary: phrase("show a program that runs in a terminal of its own, and type in it: /attach ID"),
  argument: "none",
  run: attach,
};

async function attach(argument: string, context: CommandContext): Promise<void> {
  const { terminals, attach: open, warn } = context;
  const jobs = terminals?.() ?? [];
  if (open === null) {
    warn(phrase("A terminal that can't move its cursor can't show a program."));
    return;
  }
  const [only] = jobs;
  const wanted =
    argument === "" && jobs.length === 1 ? only : jobs.find(({ id }) => id === argument);
  if (wanted !== undefined) await open(wanted);
  else if (argument !== "") {
    warn(
      phrase("No program '{id}' runs in a terminal of its own. To list them: /attach", {
        id: argument,
      }),
    );
  } else list(jobs, context);
}

function list(jobs: readonly Job[], { display, print }: CommandContext): void {
  const { say } = display.look.language;
  const rows = jobs.map(({ id, title }) => [[span(id, "accent")], firstLine(title)] as const);
  const hint =
    jobs.length === 0
      ? phrase("No program runs in a terminal of its own. To start one: {example}", {
          example: "!!COMMAND",
        })
      : phrase("To open one: /attach ID. Ctrl-] leaves it.");
  print([...definitionLines(rows, display.width), line(span(say(hint), "dim"))]);
}
