// Question: what does it cost to journal a call, and to open a journal of a million calls?
// Workload: intents and outcomes of an edit as a session writes them, one after the other in one process
// (JOURNAL_CALLS, 3,000 a round); the same with the file's 2 kB before and after, which differ each time;
// then a journal of 1,000,000 calls (JOURNAL_ENTRIES), opened and its last 50 read.
// Baselines in the same run: the same records appended to a file as lines of JSON, written and not flushed,
// without undo, look-ups or concurrent writers; for the contents one file each, named by its SHA-256; for the
// listing the file's last 64 kB, read and parsed.
// Source of the goals: 150 µs a call at the median, 50 ms for opening and listing.
import { createHash } from "node:crypto";
import {
  appendFileSync,
  closeSync,
  fstatSync,
  mkdtempSync,
  openSync,
  readSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Effect } from "@toolwright/core";
import type { CallIntent, CallRecord } from "@toolwright/core/ports";
import { type JournalStore, openJournal } from "@toolwright/workspace";
import type { PathState } from "@toolwright/workspace/internal";
import { describeMachine, goal, type Spread, spreadOf, table } from "./support/measure.ts";

const calls = Number(process.env["JOURNAL_CALLS"] ?? 3_000);
const entries = Number(process.env["JOURNAL_ENTRIES"] ?? 1_000_000);
const rounds = 3;
const folder = mkdtempSync(join(tmpdir(), "toolwright-journal-"));
const workspace = "/home/me/project";

try {
  console.log(`Journal. ${describeMachine()}\n`);
  measureCalls();
  measureListing();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function measureCalls(): void {
  const journal = openJournal({ stateDirectory: join(folder, "calls"), workspace });
  const lines = join(folder, "calls.jsonl");
  const contestants: readonly (readonly [string, (index: number) => void])[] = [
    ["journal a call", (index) => journalCall(journal, index)],
    ["journal a call that reads", (index) => journalRead(journal, index)],
    ["append it as JSON lines", (index) => appendCall(lines, index)],
    ["journal a call that writes a file", (index) => journalWrite(journal, index)],
    ["append it, and two files", (index) => appendWrite(lines, index)],
  ];
  const figures = new Map(contestants.map(([name]) => [name, [] as number[]]));
  let next = 0;
  for (let round = 0; round <= rounds; round += 1) {
    for (const [name, run] of contestants) {
      for (let time = 0; time < calls; time += 1) {
        next += 1;
        const start = performance.now();
        run(next);
        // The first round warms up.
        if (round > 0) figures.get(name)?.push((performance.now() - start) * 1_000);
      }
    }
  }
  // Both must have stored the given data.
  if (journal.entries({ limit: 1e9 }).length !== 3 * (rounds + 1) * calls) {
    throw new Error("calls are missing");
  }
  journal.close();
  const spreads = new Map(Array.from(figures, ([name, list]) => [name, spreadOf(list)]));
  const medianOf = (name: string): number => spreads.get(name)?.median ?? Number.NaN;
  const [plain, , plainLines, writing, writingLines] = contestants.map(([name]) => medianOf(name));
  printSpreads("µs", spreads);
  console.log(
    `\nA call takes x${ratio(plain, plainLines)} of its JSON line, one that writes a file x${ratio(writing, writingLines)} of line and files.\n`,
  );
  goal("journalling a call", plain ?? Number.NaN, 150, "µs");
}

function measureListing(): void {
  const stateDirectory = join(folder, "many");
  const first = openJournal({ stateDirectory, workspace });
  for (let index = 1; index <= 1_000; index += 1) journalCall(first, index);
  first.close();
  const [name = ""] = journalFiles(stateDirectory);
  multiply(name, entries);
  const lines = join(folder, "many.jsonl");
  for (let index = 0; index < 1_000; index += 1) appendCall(lines, index);
  const figures = { journal: [] as number[], lines: [] as number[] };
  for (let round = 0; round < 15; round += 1) {
    let start = performance.now();
    const journal = openJournal({ stateDirectory, workspace });
    const listed = journal.entries({ limit: 50 });
    figures.journal.push(performance.now() - start);
    if (listed[0]?.id !== entries || listed.length !== 50) throw new Error("not the last 50");
    journal.close();
    start = performance.now();
    if (lastLines(lines).length < 50) throw new Error("not enough lines");
    figures.lines.push(performance.now() - start);
  }
  const spreads = new Map([
    [`open ${entries.toLocaleString("en")} calls, list 50`, spreadOf(figures.journal)],
    ["read and parse the end of JSON lines", spreadOf(figures.lines)],
  ]);
  console.log();
  printSpreads("ms", spreads);
  console.log();
  goal("opening and listing", spreadOf(figures.journal).median, 50, "ms");
}

function intentOf(index: number): CallIntent {
  const path = `/home/me/project/src/module-${index % 500}.ts`;
  const effects: readonly Effect[] = [
    { type: "read", path, realPath: path, isOutside: false },
    { type: "write", path, realPath: path, isOutside: false, operation: "modify" },
  ];
  return {
    sessionId: "session-0f5b1c3e-3f0f-4f52-b9c4-1b8b3a1c9a11",
    turn: Math.ceil(index / 20),
    callId: `call-${index}`,
    tool: "edit_file",
    agent: "main",
    input: { path: `src/module-${index % 500}.ts`, old_string: "before", new_string: "after" },
    startedAtMs: Date.now(),
    effects,
    decision: {
      decision: "allow",
      mode: "accept-edits",
      proof: effects.map((effect) => ({
        effect,
        decision: "allow",
        layer: "mode",
        rule: `accept-edits mode: ${effect.type} inside the workspace`,
        source: null,
        wouldChange: 'an "ask" or "deny" rule, or --mode plan',
      })),
    },
    approvals: [],
  };
}

function recordOf({ effects, decision, ...call }: CallIntent): CallRecord {
  const text = `Edited '${call.tool}' in 1 place (matched exactly; +1 -1 lines).`;
  return {
    ...call,
    outcome: {
      callId: call.callId,
      tool: call.tool,
      status: "ok",
      content: [{ type: "text", text: text }],
      display: { type: "diff", path: "src/a.ts", diff: "@@ -1 +1 @@\n-before\n+after\n" },
      structured: { replacements: 1, strategy: "exact" },
      error: null,
      decision,
      effects,
      metadata: { addedLines: 1, removedLines: 1 },
      durationMs: 3,
    },
  };
}

function journalCall(journal: JournalStore, index: number): void {
  const intent = intentOf(index);
  void journal.recordIntent(intent);
  void journal.recordOutcome(recordOf(intent));
}

function journalRead(journal: JournalStore, index: number): void {
  const intent = intentOf(index);
  const effects = intent.effects.filter(({ type }) => type === "read");
  const reading = { ...intent, effects };
  void journal.recordIntent(reading);
  void journal.recordOutcome(recordOf(reading));
}

function journalWrite(journal: JournalStore, index: number): void {
  const intent = intentOf(index);
  void journal.recordIntent(intent);
  const entry = journal.entryOf(intent.sessionId, intent.callId);
  if (entry === null) throw new Error("the intent wasn't kept");
  const path = `/home/me/project/src/module-${index % 500}.ts`;
  const stateOf = (bytes: Buffer): PathState => ({
    kind: "file",
    blob: journal.keep(bytes),
    size: bytes.length,
    mode: 0o644,
  });
  const [was, is] = contentsOf(index);
  const before = stateOf(was);
  journal.recordBefore(entry, [{ path, before }]);
  journal.recordChanges(entry, [{ path, before, after: stateOf(is) }]);
  void journal.recordOutcome(recordOf(intent));
}

function contentsOf(index: number): readonly [Buffer, Buffer] {
  const lines = Array.from(
    { length: 60 },
    (_, line) => `export const value${line} = ${index + line};`,
  );
  return [Buffer.from(lines.join("\n")), Buffer.from(lines.with(30, "// changed").join("\n"))];
}

function appendCall(file: string, index: number): void {
  const intent = intentOf(index);
  appendFileSync(file, `${JSON.stringify(intent)}\n`);
  appendFileSync(file, `${JSON.stringify(recordOf(intent))}\n`);
}

function appendWrite(file: string, index: number): void {
  for (const bytes of contentsOf(index)) {
    const name = createHash("sha256").update(bytes).digest("hex");
    writeFileSync(join(folder, name), bytes);
  }
  appendCall(file, index);
}

function journalFiles(stateDirectory: string): readonly string[] {
  const key = createHash("sha256").update(workspace).digest("hex").slice(0, 32);
  return [join(stateDirectory, "journal", key, "journal.db")];
}

/** Copies existing entries until there are this many. */
function multiply(file: string, count: number): void {
  const database = new DatabaseSync(file);
  const from = `FROM entries e, (SELECT value FROM json_each(?)) copy WHERE e.id <= 1000`;
  const columns = (database.prepare("PRAGMA table_info(entries)").all() as { name: string }[])
    .map(({ name }) => name)
    .filter((name) => name !== "id");
  const copies = JSON.stringify(Array.from({ length: count / 1_000 - 1 }, (_, index) => index + 1));
  database.exec("PRAGMA synchronous = OFF; BEGIN");
  database
    .prepare(
      `INSERT INTO entries (id, ${columns.join(", ")}) SELECT e.id + copy.value * 1000, ${columns.join(", ")} ${from} ORDER BY 1`,
    )
    .run(copies);
  for (const [name, own] of [
    ["intents", "input, effects, decision, approvals"],
    ["outcomes", "outcome, approvals"],
  ]) {
    database
      .prepare(
        `INSERT INTO ${name} (entry, ${own}) SELECT e.entry + copy.value * 1000, ${own}
         FROM ${name} e, (SELECT value FROM json_each(?)) copy WHERE e.entry <= 1000 ORDER BY 1`,
      )
      .run(copies);
  }
  database.prepare("UPDATE sessions SET last_entry = ?1, entry_count = ?1").run(count);
  database.exec("COMMIT");
  database.close();
}

function lastLines(file: string): readonly unknown[] {
  const descriptor = openSync(file, "r");
  const size = Math.min(fstatSync(descriptor).size, 192 * 1024);
  const bytes = Buffer.alloc(size);
  readSync(descriptor, bytes, 0, size, fstatSync(descriptor).size - size);
  closeSync(descriptor);
  return bytes
    .toString()
    .split("\n")
    .slice(1, -1)
    .map((row) => JSON.parse(row) as unknown)
    .slice(-50);
}

function printSpreads(unit: string, spreads: ReadonlyMap<string, Spread>): void {
  console.log(
    table([
      ["what", `median, ${unit}`, "middle half"],
      ...Array.from(spreads, ([name, { median, low, high }]) => [
        name,
        median.toFixed(2),
        `${low.toFixed(2)}-${high.toFixed(2)}`,
      ]),
    ]),
  );
}

function ratio(one: number | undefined, other: number | undefined): string {
  return ((one ?? Number.NaN) / (other ?? Number.NaN)).toFixed(1);
}
