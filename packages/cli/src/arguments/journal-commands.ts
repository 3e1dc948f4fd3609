import { phrase } from "../language/phrase.ts";
import type { CommandSpec } from "./command.ts";
import { globalFlags } from "./global-flags.ts";
import { from, json, limit, modelFlags, session } from "./shared-flags.ts";

const revertFlags = {
  force: {
    summary: phrase(
      "also overwrite what has changed since (it is kept), and do as much as possible",
    ),
  },
  "dry-run": { summary: phrase("only show what would happen") },
  json,
};

/** The commands that show what was done, undo it, and play it again. */
export const journalCommands: readonly CommandSpec[] = [
  {
    name: "undo",
    summary: phrase("undo the last change, or the one you name"),
    usage: [
      "undo [ID] [--force] [--dry-run] [--json]",
      "undo --call ID | --turn N | --session ID | --to ID",
    ],
    flags: {
      ...globalFlags,
      call: { value: "ID", summary: phrase("one call, by its call id") },
      turn: { value: "N", summary: phrase("a turn of --session, or of the latest session") },
      session: { value: "ID", summary: phrase("everything in a session that isn't undone yet") },
      to: { value: "ID", summary: phrase("everything after this entry") },
      ...revertFlags,
    },
    notes: [
      phrase(
        "ID is an entry's number in the journal. Either the whole target is undone, or nothing.",
      ),
      phrase(
        "If a path has changed since, its difference is shown and nothing is undone. --force undoes it all the same, and keeps the newer content as its own journal entry.",
      ),
      phrase("Exit status: 0 done, 1 nothing to do or not possible."),
    ],
    load: async () => (await import("../commands/undo.ts")).undo,
  },
  {
    name: "redo",
    summary: phrase("redo what the last undo changed, or the undo you name"),
    usage: ["redo [ID] [--force] [--dry-run] [--json]"],
    flags: { ...globalFlags, ...revertFlags },
    notes: [phrase("Exit status: 0 done, 1 nothing to do or not possible.")],
    load: async () => (await import("../commands/undo.ts")).redo,
  },
  {
    name: "journal",
    summary: phrase("list what was done in this folder, newest first"),
    usage: ["journal [--session S] [--turn N] [--changes] [--limit N] [--json]"],
    flags: {
      ...globalFlags,
      session,
      turn: { value: "N", summary: phrase("only this turn; needs --session") },
      changes: { summary: phrase("only calls that changed files, or may have") },
      limit,
      from,
      json: { summary: phrase("print JSON lines, one entry each") },
    },
    notes: [
      phrase(
        "'interrupted' means that the process was killed during the call, so its result is unknown.",
      ),
      phrase("CHANGES counts the changed paths; ? means unknown."),
    ],
    load: async () => (await import("../commands/journal.ts")).journal,
  },
  {
    name: "journal show",
    summary: phrase("show one entry: its input, decision, outcome and changes"),
    usage: ["journal show ID [--json]"],
    flags: { ...globalFlags, from, json },
    load: async () => (await import("../commands/journal-show.ts")).journalShow,
  },
  {
    name: "journal sessions",
    summary: phrase("list the sessions, latest first"),
    usage: ["journal sessions [--limit N] [--json]"],
    flags: { ...globalFlags, limit, from, json },
    load: async () => (await import("../commands/journal-sessions.ts")).journalSessions,
  },
  {
    name: "journal prune",
    summary: phrase("delete the oldest entries; they can no longer be undone"),
    usage: ["journal prune [--older-than 30d] [--max-size 500MB] [--json]"],
    flags: {
      ...globalFlags,
      "older-than": { value: "TIME", summary: phrase("entries older than this: 12h, 30d, 8w") },
      "max-size": {
        value: "SIZE",
        summary: phrase("the oldest entries, until this much is left: 500MB, 2GB"),
      },
      from,
      json,
    },
    notes: [
      phrase("Without flags, the settings decide (budgets.journal; default: 30 days, 1024 MB)."),
    ],
    load: async () => (await import("../commands/journal-prune.ts")).journalPrune,
  },
  {
    name: "journal export",
    summary: phrase("print every entry, oldest first, for other programs"),
    usage: [
      "journal export [--format jsonl|otel] [--session S]",
      "journal export --tape FILE [--session S] [--json]",
    ],
    flags: {
      ...globalFlags,
      format: {
        value: "F",
        choices: ["jsonl", "otel"],
        summary: phrase(
          "jsonl (default): entries with their changes; otel: OTLP/JSON spans, one per line",
        ),
      },
      tape: {
        value: "FILE",
        summary: phrase("write a session (default: the latest) as a tape, for `replay`"),
      },
      session,
      from,
      json,
    },
    notes: [
      phrase(
        "otel follows the GenAI conventions (execute_tool spans), without inputs and results. Read it with a collector's otlpjsonfile receiver.",
      ),
    ],
    load: async () => (await import("../commands/journal-export.ts")).journalExport,
  },
  {
    name: "replay",
    summary: phrase("play a tape again, and say what would be different now"),
    usage: [
      "replay FILE [--recorded | --real] [--assert] [--json]",
      "replay FILE --recorded --model VENDOR/ID",
      "replay FILE --show [--json]",
    ],
    flags: {
      ...globalFlags,
      show: { summary: phrase("show the session: its calls, decisions and changes") },
      recorded: {
        summary: phrase("decide each call again, with the recorded outcomes (default)"),
      },
      real: {
        summary: phrase("run each call in a copy of the tape's files, in a sandbox"),
      },
      ...modelFlags,
      assert: { summary: phrase("print differences only, for a test") },
      "allow-edits": { summary: phrase("accept a tape that was edited after the export") },
      json,
    },
    notes: [
      phrase(
        "Nothing in your folder changes. The settings in force decide; try others with --settings FILE, another mode with --mode.",
      ),
      phrase("Exit status: 0 the same, 1 different, 2 the tape can't be read."),
    ],
    load: async () => (await import("../commands/replay.ts")).replay,
  },
];
