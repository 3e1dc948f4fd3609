import stringWidth from "string-width";
import { phrase } from "../language/phrase.ts";
import type { Effect } from "@toolwright/core";
import {
  leavesNothing,
  effectPhrase,
  type Language,
  type Phrase,
  recorded,
  verbatim,
} from "@toolwright/core/internal";
import type { JournalEntry } from "@toolwright/workspace";
import { type Line, line, padColumns, span, type Style } from "../text/styled-line.ts";

const statusStyles: Readonly<Record<JournalEntry["status"], Style | null>> = {
  ok: "good",
  error: "bad",
  refused: "warning",
  cancelled: "warning",
  interrupted: "bad",
  open: "accent",
};

const longestSummary = 200;

/** A header row, and one row for each entry. */
export function entryLines(
  entries: readonly JournalEntry[],
  roots: readonly string[],
  language: Language,
): readonly Line[] {
  const { say, translate } = language;
  const rows = entries.map((entry) => ({
    status: entry.status,
    cells: [
      String(entry.id),
      timeOf(entry.startedAtMs),
      // A call's own calls end before it, so that they stand below it.
      entry.parentCallId === undefined ? entry.tool : `└ ${entry.tool}`,
      translate(entry.status),
      changesOf(entry),
      summaryOf(entry, roots, language),
    ],
  }));
  const head = [
    verbatim("ID"),
    phrase("TIME (UTC)"),
    phrase("TOOL"),
    phrase("STATUS"),
    phrase("CHANGES"),
    phrase("WHAT"),
  ].map(say);
  const widths = head.map((title, column) =>
    Math.max(stringWidth(title), ...rows.map(({ cells }) => stringWidth(cells[column] ?? ""))),
  );
  const pad = (cell: string, column: number): string =>
    column === 0 ? cell.padStart(widths[0] ?? 0) : padColumns(cell, widths[column] ?? 0);
  return [
    line(span(head.map(pad).join("  ").trimEnd(), "strong")),
    ...rows.map(({ status, cells }) =>
      line(
        ...cells.flatMap((cell, column) => [
          column === 0 ? "" : "  ",
          span(
            column === cells.length - 1 ? cell : pad(cell, column),
            column === 3 ? statusStyles[status] : column === 1 ? "dim" : null,
          ),
        ]),
      ),
    ),
  ];
}

/** A time to the second, in UTC. */
export function timeOf(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 19).replace("T", " ");
}

/** An entry in one line: its first effect that isn't a read, and the number of other effects. */
export function summaryOf(
  entry: JournalEntry,
  roots: readonly string[],
  language: Language,
): string {
  const [summary = "", ...more] = [
    ...(entry.revertedBy === null
      ? []
      : [phrase("(undone by {entry})", { entry: String(entry.revertedBy) })]),
    ...(entry.kind === "call" ? [] : [summaryOfRevert(entry)]),
    ...effectsOf(entry, roots),
  ].map(language.say);
  const text = [summary, ...more].join(" ") || problemOf(entry);
  return text.length <= longestSummary ? text : `${text.slice(0, longestSummary - 1)}…`;
}

function effectsOf({ effects }: JournalEntry, roots: readonly string[]): readonly Phrase[] {
  const changing = effects.filter((effect) => !leavesNothing([effect]));
  const told = changing.find(isOfACommand) ?? changing[0] ?? effects[0];
  if (told === undefined) return [];
  const others = (changing.length > 0 ? changing : effects).length - 1;
  return [
    effectPhrase(told, roots),
    ...(others > 0 ? [phrase("and {count} more", { count: others })] : []),
  ];
}

/** Whether the effect is the command itself, which says more than its other effects. */
function isOfACommand({ type }: Effect): boolean {
  return type === "run";
}

function summaryOfRevert({ input, reverts }: JournalEntry): Phrase {
  const given = (input as { readonly summary?: unknown } | null)?.summary;
  return typeof given === "string" && given !== ""
    ? recorded(given)
    : phrase("entry {ids}", { ids: reverts.map(String) });
}

function problemOf({ outcome }: JournalEntry): string {
  return outcome?.error?.message.split("\n", 1)[0] ?? "";
}

function changesOf({ changeCount, notUndoable }: JournalEntry): string {
  if (changeCount === null) return "?";
  if (changeCount === 0) return notUndoable.length > 0 ? "?" : "";
  return String(changeCount);
}
