import type { RevertTarget } from "@toolwright/workspace/undo";
import { phrase } from "../../language/phrase.ts";
import { line, span, wrapLines } from "../../text/styled-line.ts";
import type { CommandContext } from "../screen/commands.ts";
import type { TurnPoint } from "./agent-desk.ts";
import { definitionLines } from "../transcript/definition-lines.ts";
import { firstLine } from "./row-blocks.ts";

const typed = /^(\d{1,6})(?:\s+(both|files|conversation))?(\s+--force)?$/;

/**
 * `/rewind` lists the turns, `/rewind N` shows what would change, and `/rewind N both` goes back to before that turn:
 * `files` only undoes changes, `conversation` only forgets messages.
 */
export async function rewind(argument: string, context: CommandContext): Promise<void> {
  const { desk, display, print, warn } = context;
  const { say } = display.look.language;
  const [, number, what, force] = typed.exec(argument) ?? [];
  const turn = desk.turns[Number(number) - 1];
  if (argument === "" && desk.turns.length > 0) {
    const rows = desk.turns.map(
      ({ text }, index) => [[span(String(index + 1), "accent")], firstLine(text)] as const,
    );
    print([
      ...definitionLines(rows, display.width),
      line(span(say(phrase("To see what going back changes: /rewind N")), "dim")),
    ]);
  } else if (turn === undefined) warn(phrase("There is no such turn. To list them: /rewind"));
  else if (desk.isWorking) warn(phrase("The agent is working. Interrupt it first: Esc."));
  else if (what === undefined) await preview(turn, Number(number), context);
  else await goBack(turn, { what, isForced: force !== undefined }, context);
}

async function preview(turn: TurnPoint, number: number, context: CommandContext): Promise<void> {
  const { display, print } = context;
  const { say } = display.look.language;
  await revert(turn, { isDryRun: true }, context);
  const how = phrase(
    "To go back: /rewind {number} both, or only files, or only conversation. /redo restores the files.",
    { number: String(number) },
  );
  print(wrapLines([line(span(say(how), "dim"))], display.width, { atWords: true }));
}

async function goBack(
  turn: TurnPoint,
  { what, isForced }: { readonly what: string; readonly isForced: boolean },
  context: CommandContext,
): Promise<void> {
  const { desk, display, print, warn, setLine } = context;
  const forgets = what !== "files";
  if (forgets && turn.messageCount === null) {
    warn(
      phrase(
        "The conversation was made shorter since, so only the files can go back: /rewind N files",
      ),
    );
    return;
  }
  if (what !== "conversation" && !(await revert(turn, { force: isForced }, context))) return;
  if (!forgets) return;
  await desk.forget(turn);
  setLine(turn.text);
  print([
    line(
      display.look.language.say(
        phrase("The conversation is as it was before this turn. Its message is in the prompt."),
      ),
    ),
  ]);
}

/** Whether the files are, or would be, as they were before the turn. */
async function revert(
  turn: TurnPoint,
  how: { readonly isDryRun?: boolean; readonly force?: boolean },
  { undo, session, display, print }: CommandContext,
): Promise<boolean> {
  if (undo === undefined) return true;
  const target: RevertTarget =
    turn.entry === null
      ? { type: "session", sessionId: session.id }
      : { type: "to", entry: turn.entry };
  const result = await undo.undo(target, how);
  const { revertLines } = await import("../../commands/revert-lines.ts");
  const rows = revertLines(result, {
    kind: "undo",
    isDryRun: how.isDryRun === true,
    roots: session.workspace.roots,
    language: display.look.language,
  });
  print(wrapLines(rows, display.width, { indent: 4, atWords: true }));
  return result.outcome === "done" || result.outcome === "nothing";
}
