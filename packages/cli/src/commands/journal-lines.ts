import { describeEffect, type Effect } from "@toolwright/core";
import { leavesNothing } from "@toolwright/core/internal";
import type { JournalEntry } from "@toolwright/workspace";
import { type Line, line, span, type Style } from "../text/styled-line.ts";

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
): readonly Line[] {
  const rows = entries.map((entry) => ({
    status: entry.status,
    cells: [
      String(entry.id),
      timeOf(entry.startedAtMs),
      entry.tool,
      entry.status,
      changesOf(entry),
      summaryOf(entry, roots),
    ],
  }));
  const head = ["ID", "TIME (UTC)", "TOOL", "STATUS", "CHANGES", "WHAT"];
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map(({ cells }) => cells[column]?.length ?? 0)),
  );
  const pad = (cell: string, column: number): string =>
    column === 0 ? cell.padStart(widths[0] ?? 0) : cell.padEnd(widths[column] ?? 0);
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
export function summaryOf(entry: JournalEntry, roots: readonly string[]): string {
  const [summary = "", ...more] = [
    ...(entry.revertedBy === null ? [] : [`(undone by ${entry.revertedBy})`]),
    ...(entry.kind === "call" ? [] : [summaryOfRevert(entry)]),
    ...effectsOf(entry, roots),
  ];
  const text = [summary, ...more].join(" ") || problemOf(entry);
  return text.length <= longestSummary ? text : `${text.slice(0, longestSummary - 1)}…`;
}

function effectsOf({ effects }: JournalEntry, roots: readonly string[]): readonly string[] {
  const changing = effects.filter((effect) => !leavesNothing([effect]));
  const told = changing.find(isOfACommand) ?? changing[0] ?? effects[0];
  if (told === undefined) return [];
  const others = (changing.length > 0 ? changing : effects).length - 1;
  return [describeEffect(told, roots), ...(others > 0 ? [`and ${others} more`] : [])];
}

/** Whether the effect is the command itself, which says more than its other effects. */
function isOfACommand({ type }: Effect): boolean {
  return type === "run";
}

function summaryOfRevert({ input, reverts }: JournalEntry): string {
  const given = (input as { readonly summary?: unknown } | null)?.summary;
  return typeof given === "string" && given !== "" ? given : `entry ${reverts.join(", ")}`;
}

function problemOf({ outcome }: JournalEntry): string {
  return outcome?.error?.message.split("\n", 1)[0] ?? "";
}

function changesOf({ changeCount, notUndoable }: JournalEntry): string {
  if (changeCount === null) return "?";
  if (changeCount === 0) return notUndoable.length > 0 ? "?" : "";
  return String(changeCount);
}
