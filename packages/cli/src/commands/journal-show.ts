import { type Language, type Phrase, recorded } from "@toolwright/core/internal";
import { counted, phrase } from "../language/phrase.ts";
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
    throw usageError(
      phrase("Name an entry: toolwright journal show ID. To list them: toolwright journal"),
    );
  }
  const id = wholeNumber("ID", given);
  return withJournal(parsed, program, async (controller) => {
    const entry = await controller.journal.entry(id);
    if (entry === null) {
      throw usageError(
        phrase(
          "There is no entry {id}: it never existed or was pruned. To list them: toolwright journal",
          { id: String(id) },
        ),
      );
    }
    const changes = await controller.journal.changes(id);
    const { stdout, language } = program;
    const look = lookFor(stdout, program);
    await textOutput(stdout).write(
      parsed.has("json")
        ? `${JSON.stringify({ ...entry, changes })}\n`
        : linesText(
            [
              ...headLines(entry, controller, language),
              ...askedLines(entry, language),
              ...decidedLines(entry, controller, language),
              ...outcomeLines(entry, look),
              ...(await changedLines(
                entry,
                changes,
                controller,
                (diff) =>
                  displayLines(
                    { type: "diff", ...diff },
                    { look, width: Number.POSITIVE_INFINITY, isWhole: true },
                  ),
                language,
              )),
            ],
            look,
          ),
    );
    return 0;
  });
};

function headLines(
  entry: JournalEntry,
  { root }: JournalController,
  language: Language,
): readonly Line[] {
  const { say, translate } = language;
  const { id, tool, status, startedAtMs, endedAtMs, sessionId, turn, callId, agent } = entry;
  const took = endedAtMs === null ? "" : `, ${Math.round(endedAtMs - startedAtMs)} ms`;
  return [
    line(
      span(`${id}  ${tool}`, "strong"),
      `  ${translate(status)}  `,
      span(`${timeOf(startedAtMs)} UTC${took}`, "dim"),
    ),
    line(summaryOf(entry, [root], language)),
    line(
      span(
        say(
          phrase("session {session}, turn {turn}, call {call}, agent {agent}", {
            session: sessionId,
            turn: String(turn),
            call: callId,
            agent,
          }),
        ),
        "dim",
      ),
    ),
    ...(status === "interrupted"
      ? [line(span(say(phrase("Its process was killed, so its result is unknown.")), "warning"))]
      : []),
  ];
}

function askedLines({ input, kind, reverts }: JournalEntry, language: Language): readonly Line[] {
  const { say } = language;
  if (kind !== "call") return section(say(phrase("reverts")), [line(`  ${reverts.join(", ")}`)]);
  return section(
    say(phrase("input")),
    indented(cut(textLines(JSON.stringify(input, null, 2)), language)),
  );
}

function decidedLines(
  { decision, approvals }: JournalEntry,
  { root }: JournalController,
  language: Language,
): readonly Line[] {
  if (decision === null) return [];
  const { say } = language;
  const steps = decision.proof.flatMap((step) => stepLines(step, [root], language));
  const answers = approvals.map(({ outcome, by, feedback }) =>
    line(
      `  ${say(phrase("answered: {answer}, by {who}", { answer: outcome, who: by }))}`,
      feedback === undefined ? "" : `: ${feedback}`,
    ),
  );
  return section(
    say(
      phrase("decision: {decision} (mode '{mode}')", {
        decision: decision.decision,
        mode: decision.mode,
      }),
    ),
    [
      ...(steps.length === 0 ? [line(`  ${say(phrase("It has no effects."))}`)] : steps),
      ...answers,
    ],
  );
}

function outcomeLines({ outcome }: JournalEntry, look: Theme): readonly Line[] {
  if (outcome === null) return [];
  const rows = contentLines(outcome.content, {
    look,
    width: Number.POSITIVE_INFINITY,
    isWhole: true,
  });
  const { say, translate } = look.language;
  const code = outcome.error === null ? "" : `: ${outcome.error.code}`;
  const status = `${translate(outcome.status)}${code}`;
  return section(say(phrase("outcome: {status}", { status })), indented(cut(rows, look.language)));
}

async function changedLines(
  { notUndoable, changeCount }: JournalEntry,
  changes: readonly PathChange[],
  { journal, root }: JournalController,
  draw: (diff: { readonly path: string; readonly diff: string }) => readonly Line[],
  { say, translate }: Language,
): Promise<readonly Line[]> {
  const rows: Line[] = [];
  for (const { path, before, after } of changes) {
    const shown = path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path;
    rows.push(line(`  ${say(verb(before, after))} `, span(shown, "strong")));
    const diff = await diffOf(shown, before, after, journal);
    if (diff !== null) rows.push(...draw({ path: shown, diff }));
  }
  if (rows.length === 0 && changeCount === null)
    rows.push(line(`  ${say(phrase("Its changes are unknown."))}`));
  for (const reason of notUndoable)
    rows.push(
      line(
        span(
          `  ${say(phrase("can't be undone: {reason}", { reason: translate(reason) }))}`,
          "warning",
        ),
      ),
    );
  return rows.length === 0 ? [] : section(say(phrase("changes")), rows);
}

function verb(before: PathState, after: PathState | null): Phrase {
  if (after === null) return phrase("may have changed");
  if (before.kind === "absent") return phrase("created the {kind}", { kind: recorded(after.kind) });
  if (after.kind === "absent") return phrase("deleted the {kind}", { kind: recorded(before.kind) });
  if (before.kind !== after.kind) {
    return phrase("replaced the {before} by a {after}", {
      before: recorded(before.kind),
      after: recorded(after.kind),
    });
  }
  if (before.kind === "link") return phrase("changed the link");
  const isModeNew =
    before.kind !== "other" && after.kind === before.kind && after.mode !== before.mode;
  return isModeNew
    ? phrase("changed (mode {before} to {after})", {
        before: octal(before.mode),
        after: octal(after.mode),
      })
    : phrase("changed");
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

function cut(rows: readonly Line[], { say }: Language): readonly Line[] {
  const left = rows.length - longestTextRows;
  if (left <= 0) return rows;
  const note = counted(
    "… {count} more line; --json shows all",
    "… {count} more lines; --json shows all",
    { count: left },
  );
  return [...rows.slice(0, longestTextRows), line(span(say(note), "dim"))];
}

function octal(mode: number): string {
  return mode.toString(8);
}
