import type { Language } from "@toolwright/core/internal";
import type { ConversationInfo } from "@toolwright/runtime";
import { workspaceConversations } from "@toolwright/runtime/internal";
import { wholeNumber } from "../arguments/amounts.ts";
import type { Command } from "../arguments/command.ts";
import { phrase } from "../language/phrase.ts";
import { textOutput } from "../output/text-output.ts";
import { type Line, line, padColumns, span } from "../text/styled-line.ts";
import { linesText, lookFor } from "../text/terminal-lines.ts";
import { timeOf } from "./journal-lines.ts";
import { placesOf } from "./policy-controller.ts";

/** `toolwright conversations`: the agent's conversations in this folder, the latest first. */
export const conversations: Command = async ({ arguments: parsed, program }) => {
  const { stdout, language } = program;
  const output = textOutput(stdout);
  const stored = await workspaceConversations(placesOf(parsed, program));
  const id = parsed.value("remove");
  if (id !== undefined) {
    stored.remove(id);
    await output.write(`${language.say(phrase("Deleted the conversation {id}.", { id }))}\n`);
    return 0;
  }
  const limit = parsed.value("limit");
  const all = stored.list(limit === undefined ? undefined : wholeNumber("--limit", limit));
  await output.write(
    parsed.has("json")
      ? all.map((each) => `${JSON.stringify(each)}\n`).join("")
      : linesText(conversationLines(all, language), lookFor(stdout, program)),
  );
  return 0;
};

function conversationLines(
  all: readonly ConversationInfo[],
  { say, translate }: Language,
): readonly Line[] {
  if (all.length === 0) return [line(say(phrase("This folder has no conversations.")))];
  const rows = all.map(({ id, updatedAtMs, status, turns, title }) => [
    id,
    timeOf(updatedAtMs),
    translate(status),
    String(turns),
    title,
  ]);
  const head = [
    phrase("CONVERSATION"),
    phrase("TIME (UTC)"),
    phrase("STATUS"),
    phrase("TURNS"),
    phrase("TASK"),
  ].map(say);
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((cells) => cells[column]?.length ?? 0)),
  );
  const padded = (cells: readonly string[]): string =>
    cells
      .map((cell, column) => padColumns(cell, widths[column] ?? 0))
      .join("  ")
      .trimEnd();
  return [line(span(padded(head), "strong")), ...rows.map((cells) => line(padded(cells)))];
}
