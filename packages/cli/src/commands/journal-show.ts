import { unifiedDiff } from "@toolwright/tools";
import { decodeText, type JournalEntry } from "@toolwright/workspace";
import type { PathChange, PathState } from "@toolwright/workspace/internal";
import type { ShownJournal } from "@toolwright/runtime/internal";
import { wholeNumber } from "../arguments/amounts.ts";
import type { Command } from "../arguments/command.ts";
import { usageError } from "../errors.ts";
import { textOutput } from "../output/text-output.ts";
import type { Theme } from "../text/theme.ts";
import { emptyLine, type Line, line, span, textLines } from "../text/styled-line.ts";
import { contentLines, displayLines } from "../terminal/transcript/display-lines.ts";
import { linesText, lookFor } from "../text/terminal-lines.ts";
import { type JournalController, withJournal } from "./journal-controller.ts";
import { stepLines } from "./explanation-lines.ts";
import { summaryOf, timeOf } from "./journal-lines.ts";

const longestTextRows = 40;
const largestDiffedBytes = 1024 * 1024;

/** `toolwright journal show`: one entry and its changes. */
export const journalShow: Command = ({ arguments: parsed, program }) => {
  const [given, extra] = parsed.positionals;
  if (given === undefined || extra !== undefined) {
    throw usageError("Name an entry: toolwright journal show ID. To list them: toolwright journal");
  }
  const id = wholeNumber("ID", given);
  return withJournal(parsed, program, async (controller) => {
    const entry = await controller.journal.entry(id);
    if (entry === null) {
      throw usageError(
        `There is no entry ${id}: it never existed or was pruned. To list them: toolwright journal`,
      );
    }
    const changes = await controller.journal.changes(id);
    const { stdout, environment } = program;
    const look = lookFor(stdout, environment);
    await textOutput(stdout).write(
      parsed.has("json")
        ? `${JSON.stringify({ ...entry, changes })}\n`
        : linesText(
            [
              ...headLines(entry, controller),
              ...askedLines(entry),
              ...decidedLines(entry, controller),
              ...outcomeLines(entry, look),
              ...(await changedLines(entry, changes, controller, (diff) =>
                displayLines(
                  { type: "diff", ...diff },
                  { look, width: Number.POSITIVE_INFINITY, isWhole: true },
                ),
              )),
            ],
            look,
          ),
    );
    return 0;
  });
};

function headLines(entry: JournalEntry, { root }: JournalController): readonly Line[] {
  const { id, tool, status, startedAtMs, endedAtMs, sessionId, turn, callId, agent } = entry;
  const took = endedAtMs === null ? "" : `, ${Math.round(endedAtMs - startedAtMs)} ms`;
  return [
    line(
      span(`${id}  ${tool}`, "strong"),
      `  ${status}  `,
      span(`${timeOf(startedAtMs)} UTC${took}`, "dim"),
    ),
    line(`${summaryOf(entry, [root])}`),
    line(span(`session ${sessionId}, turn ${turn}, call ${callId}, agent ${agent}`, "dim")),
    ...(status === "interrupted"
      ? [line(span("Its process was killed, so its result is unknown.", "warning"))]
      : []),
  ];
}

function askedLines({ input, kind, reverts }: JournalEntry): readonly Line[] {
  if (kind !== "call") return section("reverts", [line(`  ${reverts.join(", ")}`)]);
  return section("input", indented(cut(textLines(JSON.stringify(input, null, 2)))));
}

function decidedLines(
  { decision, approvals }: JournalEntry,
  { root }: JournalController,
): readonly Line[] {
  if (decision === null) return [];
  const steps = decision.proof.flatMap((step) => stepLines(step, [root]));
  const answers = approvals.map(({ outcome, by, feedback }) =>
    line(`  answered: ${outcome}, by ${by}${feedback === undefined ? "" : `: ${feedback}`}`),
  );
  return section(`decision: ${decision.decision} (mode '${decision.mode}')`, [
    ...(steps.length === 0 ? [line("  It has no effects.")] : steps),
    ...answers,
  ]);
}

function outcomeLines({ outcome }: JournalEntry, look: Theme): readonly Line[] {
  if (outcome === null) return [];
  const rows = contentLines(outcome.content, {
    look,
    width: Number.POSITIVE_INFINITY,
    isWhole: true,
  });
  const code = outcome.error === null ? "" : `: ${outcome.error.code}`;
  return section(`outcome: ${outcome.status}${code}`, indented(cut(rows)));
}

async function changedLines(
  { notUndoable, changeCount }: JournalEntry,
  changes: readonly PathChange[],
  { journal, root }: JournalController,
  draw: (diff: { readonly path: string; readonly diff: string }) => readonly Line[],
): Promise<readonly Line[]> {
  const rows: Line[] = [];
  for (const { path, before, after } of changes) {
    const shown = path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path;
    rows.push(line(`  ${verb(before, after)} `, span(shown, "strong")));
    const diff = await diffOf(shown, before, after, journal);
    if (diff !== null) rows.push(...draw({ path: shown, diff }));
  }
  if (rows.length === 0 && changeCount === null) rows.push(line("  Its changes are unknown."));
  for (const reason of notUndoable)
    rows.push(line(span(`  can't be undone: ${reason}`, "warning")));
  return rows.length === 0 ? [] : section("changes", rows);
}

function verb(before: PathState, after: PathState | null): string {
  if (after === null) return "may have changed";
  if (before.kind === "absent") return `created the ${after.kind}`;
  if (after.kind === "absent") return `deleted the ${before.kind}`;
  if (before.kind !== after.kind) return `replaced the ${before.kind} by a ${after.kind}`;
  if (before.kind === "link") return "changed the link";
  const isModeNew =
    before.kind !== "other" && after.kind === before.kind && after.mode !== before.mode;
  return isModeNew ? `changed (mode ${octal(before.mode)} to ${octal(after.mode)})` : "changed";
}

/** Null if there is nothing to compare: no file, no stored content, or not text. */
async function diffOf(
  path: string,
  before: PathState,
  after: PathState | null,
  journal: ShownJournal,
): Promise<string | null> {
  const texts = [await textOf(before, journal), after && (await textOf(after, journal))];
  const [was, is] = texts;
  if (was === undefined || is === undefined || after === null || was === is) return null;
  return unifiedDiff(path, was ?? null, is).text;
}

/** Null if there is no file; undefined if its text isn't available. */
async function textOf(state: PathState, journal: ShownJournal): Promise<string | null | undefined> {
  if (state.kind === "absent") return null;
  if (state.kind !== "file" || state.blob === null || state.size > largestDiffedBytes) {
    return undefined;
  }
  const bytes = journal.content(state.blob);
  const text = bytes === null ? undefined : (await decodeText(bytes))?.text;
  return text === undefined ? undefined : journal.shown(text);
}

function section(title: string, rows: readonly Line[]): readonly Line[] {
  return [emptyLine, line(span(title, "strong")), ...rows];
}

function indented(rows: readonly Line[]): readonly Line[] {
  return rows.map((row) => [...line("  "), ...row]);
}

function cut(rows: readonly Line[]): readonly Line[] {
  const left = rows.length - longestTextRows;
  if (left <= 0) return rows;
  const note = `… ${left} more lines; --json shows all`;
  return [...rows.slice(0, longestTextRows), line(span(note, "dim"))];
}

function octal(mode: number): string {
  return mode.toString(8);
}
