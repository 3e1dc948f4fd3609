import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import {
  aCall,
  absent,
  anIntent,
  aRecord,
  fileState,
  startMs,
} from "../fixtures/journal-calls-of.ts";
import { journalContract } from "../fixtures/journal-contract.ts";
import { outputOf, startChild } from "../fixtures/run-child.ts";
import { failureOf, freshDirectory } from "../fixtures/temporary-workspace.ts";
import { tinyDisk } from "../fixtures/tiny-disk.ts";
import { JournalDatabase } from "./journal-database.ts";
import { JournalError } from "./journal-error.ts";
import type { JournalStore } from "./journal-store.ts";
import {
  type OpenJournalOptions,
  hasJournal,
  journalDirectory,
  journalledWorkspaces,
  openJournal,
} from "./open-journal.ts";
import { defaultRetention } from "./retention.ts";

const workspace = "/home/me/project";
const dayMs = 24 * 60 * 60 * 1000;

function openAt(
  stateDirectory: string,
  options: Partial<OpenJournalOptions> = {},
): { readonly journal: JournalStore; readonly notices: string[] } {
  const notices: string[] = [];
  const journal = openJournal({
    stateDirectory,
    workspace,
    onNotice: (notice) => notices.push(notice),
    ...options,
  });
  onTestFinished(() => journal.close());
  return { journal, notices };
}

journalContract("an opened journal", (clock) => {
  return openAt(freshDirectory(), { now: () => clock.nowMs }).journal;
});

describe("a journal", () => {
  it("is a folder for this user alone, created by the first entry", () => {
    const state = freshDirectory();
    const { journal } = openAt(state);
    expect(journal.entries()).toEqual([]);
    expect(journal.prune({ maxAgeMs: 0 }).entries).toBe(0);
    expect(readdirSync(state)).toEqual([]);
    aCall(journal, "1", [{ path: "/a", before: absent, after: fileState(journal, "x") }]);
    journal.keep(randomBytes(600_000));
    const directory = journalDirectory(state, workspace);
    expect(hasJournal(state, workspace)).toBe(true);
    expect(journalledWorkspaces(state)).toEqual([workspace]);
    if (process.platform === "win32") return;
    for (const file of readdirSync(directory, { recursive: true, withFileTypes: true })) {
      const mode = statSync(join(file.parentPath, file.name)).mode & 0o777;
      expect([file.name, mode.toString(8)]).toEqual([file.name, file.isFile() ? "600" : "700"]);
    }
  });

  it("writes read-only calls together, in order and before any call that changes something", () => {
    const state = freshDirectory();
    const { journal } = openAt(state);
    const other = openAt(state).journal;
    const reads = (callId: string): void => {
      const intent = anIntent(callId, { effects: [] });
      void journal.recordIntent(intent);
      void journal.recordOutcome(aRecord(intent));
    };
    const written = (): readonly string[] => other.entries().map(({ callId }) => callId);
    reads("1");
    reads("2");
    expect(written()).toEqual([]);
    void journal.recordIntent(anIntent("3"));
    expect(written()).toEqual(["3", "2", "1"]);
    reads("4");
    journal.close();
    expect(written()).toEqual(["4", "3", "2", "1"]);
  });

  it("writes read-only calls soon, even if nothing else happens", () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const state = freshDirectory();
    const { journal } = openAt(state);
    const intent = anIntent("1", { effects: [] });
    void journal.recordIntent(intent);
    void journal.recordOutcome(aRecord(intent));
    vi.advanceTimersByTime(50);
    expect(openAt(state).journal.entries()).toHaveLength(1);
  });

  it("can be reopened, including contents in files", () => {
    const state = freshDirectory();
    const first = openAt(state).journal;
    const bytes = randomBytes(600_000);
    const blob = first.keep(bytes);
    const after = { kind: "file", blob, size: bytes.length, mode: 0o644 } as const;
    const entry = aCall(first, "1", [{ path: "/a", before: absent, after }]);
    first.close();
    const second = openAt(state).journal;
    expect(second.entry(entry)).toMatchObject({ callId: "1", status: "ok", changeCount: 1 });
    expect(second.lastChangeOf("/a")).toEqual({ entry, after });
    expect(Buffer.compare(second.content(blob) ?? Buffer.alloc(0), bytes)).toBe(0);
  });

  it("never returns a damaged content", () => {
    const state = freshDirectory();
    const { journal } = openAt(state);
    const blob = journal.keep(randomBytes(600_000));
    const directory = join(journalDirectory(state, workspace), "contents", blob.slice(0, 2));
    const [file = ""] = readdirSync(directory);
    writeFileSync(join(directory, file), "something else");
    expect(journal.content(blob)).toBeNull();
  });

  it("keeps each entry of several processes that write at once", async () => {
    const state = freshDirectory();
    const count = 40;
    const children = ["a", "b", "c"].map((name) =>
      outputOf(
        startChild("journal-calls.ts", { arguments: [state, workspace, name, String(count)] }),
      ),
    );
    await Promise.all(children);
    const { journal } = openAt(state);
    const entries = journal.entries({ limit: 1_000 });
    expect(entries).toHaveLength(3 * count);
    expect(entries.every(({ status }) => status === "ok")).toBe(true);
    expect(
      journal
        .sessions()
        .map(({ id, entryCount }) => `${id}: ${entryCount}`)
        .toSorted((one, other) => one.localeCompare(other)),
    ).toEqual([`a: ${count}`, `b: ${count}`, `c: ${count}`]);
    const times = entries.map(({ endedAtMs }) => endedAtMs ?? 0);
    expect(times.every((time) => time > 0)).toBe(true);
  });
});

describe("an entry whose process was killed", () => {
  it("is interrupted, and the state of its paths is recorded", async () => {
    const state = freshDirectory();
    const child = startChild("journal-then-hang.ts", { arguments: [state, workspace] });
    const ended = new Promise((resolve) => child.once("close", resolve));
    await new Promise((resolve) => child.stdout?.once("data", resolve));

    const running = openAt(state).journal;
    expect(running.entries()).toMatchObject([{ status: "open" }]);
    running.close();

    child.kill("SIGKILL");
    await ended;
    const { journal } = openAt(state, {
      stateOf: (path, keep) =>
        path.endsWith("untouched") ? absent : fileStateOf(keep(Buffer.from("found later"))),
    });
    const [entry] = journal.entries();
    expect(entry).toMatchObject({ status: "interrupted", outcome: null, changeCount: 1 });
    const changes = journal.changes(entry?.id ?? 0);
    expect(changes).toMatchObject([{ path: "/ws/written", before: absent, after: { size: 11 } }]);
    expect(journal.entries({ changing: true })).toHaveLength(1);
  });

  it("keeps unknown changes unknown without a lookup", async () => {
    const state = freshDirectory();
    const child = startChild("journal-then-hang.ts", { arguments: [state, workspace] });
    const ended = new Promise((resolve) => child.once("close", resolve));
    await new Promise((resolve) => child.stdout?.once("data", resolve));
    child.kill("SIGKILL");
    await ended;
    const { journal } = openAt(state);
    const [entry] = journal.entries();
    expect(entry).toMatchObject({ status: "interrupted", changeCount: null });
    expect(journal.changes(entry?.id ?? 0)).toHaveLength(2);
  });

  it("isn't identified by the process's number alone", () => {
    const state = freshDirectory();
    const { journal } = openAt(state);
    void journal.recordIntent(anIntent("1"));
    journal.close();
    const database = new JournalDatabase(journalDirectory(state, workspace));
    database.run("UPDATE processes SET started_at = started_at + 1");
    database.close();
    const isToldApart = process.platform === "linux";
    expect(openAt(state).journal.entries()).toMatchObject([
      { status: isToldApart ? "interrupted" : "open" },
    ]);
  });
});

describe("a damaged journal", () => {
  it.each(["no database at all", "SQLite format 3\0 and then nonsense".repeat(500)])(
    "is moved aside and named, and a new one is started",
    (text) => {
      const state = freshDirectory();
      const directory = journalDirectory(state, workspace);
      mkdirSync(directory, { recursive: true });
      writeFileSync(join(directory, "journal.db"), text);
      const { journal, notices } = openAt(state, { now: () => startMs });
      void journal.recordIntent(anIntent("1"));
      void journal.recordOutcome(aRecord(anIntent("1")));
      expect(journal.entries()).toMatchObject([{ callId: "1", status: "ok" }]);
      const aside = join(directory, "journal.db.corrupt-2027-01-15T08-00-00-000Z");
      expect(notices).toHaveLength(1);
      expect(notices[0]).toContain(aside);
      expect(readFileSync(aside, "utf8")).toBe(text);
    },
  );

  it.skipIf(process.platform === "win32").each(["journal.db", "journal.db-wal"])(
    "isn't waited for where its %s is a FIFO",
    (name) => {
      const state = freshDirectory();
      const directory = journalDirectory(state, workspace);
      mkdirSync(directory, { recursive: true });
      execFileSync("mkfifo", [join(directory, name)]);
      const { journal, notices } = openAt(state);
      aCall(journal, "1", []);
      expect(journal.entries()).toHaveLength(1);
      expect(notices).toEqual([expect.stringContaining("is a FIFO, not a regular file")]);
    },
  );

  it("is replaced during a session without failing the call", () => {
    const state = freshDirectory();
    const { journal, notices } = openAt(state);
    for (let index = 0; index < 50; index += 1) aCall(journal, String(index), []);
    journal.close();
    const file = join(journalDirectory(state, workspace), "journal.db");
    const bytes = readFileSync(file);
    bytes.fill(0xa5, 4096);
    writeFileSync(file, bytes);
    void journal.recordIntent(anIntent("next"));
    void journal.recordOutcome(aRecord(anIntent("next")));
    expect(journal.entries()).toMatchObject([{ callId: "next", status: "ok" }]);
    expect(notices).toHaveLength(1);
  });

  it("is left alone if it has a newer version, and the session's is kept in memory", () => {
    const state = freshDirectory();
    const directory = journalDirectory(state, workspace);
    const database = new JournalDatabase(directory);
    database.row("PRAGMA user_version = 99");
    database.close();
    const { journal, notices } = openAt(state);
    aCall(journal, "1", []);
    expect(journal.entries()).toHaveLength(1);
    expect(notices).toEqual([expect.stringContaining("newer version")]);
    expect(readdirSync(directory).filter((name) => name.includes("corrupt"))).toEqual([]);
  });
});

describe("a state directory that can't be used", () => {
  it.each([
    ["is a file", (state: string) => writeFileSync(join(state, "journal"), "")],
    ["can't be written", (state: string) => chmodSync(state, 0o500)],
  ])("keeps the journal in memory because it %s, and reports that once", (what, spoil) => {
    // Root may write everywhere.
    if (what === "can't be written" && process.getuid?.() === 0) return;
    const state = freshDirectory();
    spoil(state);
    const { journal, notices } = openAt(state);
    const entry = aCall(journal, "1", [
      { path: "/a", before: absent, after: fileState(journal, "x") },
    ]);
    aCall(journal, "2", []);
    expect(journal.changes(entry)).toHaveLength(1);
    expect(notices).toHaveLength(1);
    expect(notices[0]).toContain("in memory");
    chmodSync(state, 0o700);
  });

  it("runs no change that can't be recorded because the disk is full, and reports that once", async (context) => {
    const state = tinyDisk(2_000);
    if (state === null) return context.skip("only root can mount a small disk");
    const { journal, notices } = openAt(state);
    const large = { input: { text: "x".repeat(60_000) } };
    const intents = Array.from({ length: 100 }, (_, index) => anIntent(String(index), large));
    const refusals: unknown[] = [];
    for (const intent of intents) {
      try {
        void journal.recordIntent(intent);
        void journal.recordOutcome(aRecord(intent));
      } catch (error) {
        refusals.push(error);
        void journal.recordOutcome(aRecord(intent));
      }
    }
    expect(refusals.length).toBeGreaterThan(1);
    expect(refusals[0]).toMatchObject({
      code: "internal",
      message: expect.stringMatching(/^Not run.* disk .* full/) as string,
    });
    expect(String(refusals[0])).not.toContain(state);
    const entries = journal.entries({ limit: 1_000 });
    expect(entries.length).toBe(100 - refusals.length);
    expect(notices).toEqual([expect.stringMatching(/is full.*prune.*are not run/)]);
    const failure = await failureOf(() => journal.keep(randomBytes(200_000)));
    expect(JournalError.isInstance(failure)).toBe(true);
    expect(failure.code).toBe("full");
  });

  it("refuses a call that only read until it is to change something", async (context) => {
    const state = tinyDisk(2_000);
    if (state === null) return context.skip("only root can mount a small disk");
    const { journal } = openAt(state);
    aCall(journal, "0", []);
    const filler = join(state, "filler");
    expect(() => {
      for (;;) appendFileSync(filler, Buffer.alloc(4_096));
    }).toThrow("ENOSPC");
    const reading = { ...anIntent("1"), effects: [{ type: "read", path: "/ws/a" }] } as const;
    void journal.recordIntent({ ...reading, input: { text: "x".repeat(60_000) } });
    expect((await failureOf(() => journal.entryOf("session-1", "1"))).code).toBe("internal");
    rmSync(filler);
    expect(journal.entryOf("session-1", "1")).not.toBeNull();
  });
});

describe("automatic pruning", () => {
  const retention = { maxAgeMs: 2 * dayMs, maxBytes: 1e9 };
  const opened = (state: string, nowMs: number): JournalStore =>
    openAt(state, { now: () => nowMs, retention }).journal;
  const calls = (journal: JournalStore): number => journal.entries().length;

  it("happens at a session's end, a day after the last time", () => {
    const state = freshDirectory();
    let journal = opened(state, startMs);
    aCall(journal, "1", []);
    journal.close();
    for (const days of [1.5, 2.2]) {
      journal = opened(state, startMs + days * dayMs);
      expect(calls(journal)).toBe(1);
      journal.close();
    }
    journal = opened(state, startMs + 3 * dayMs);
    expect(calls(journal)).toBe(1);
    journal.close();
    expect(calls(opened(state, startMs + 3 * dayMs))).toBe(0);
  });

  it("waits another day when the clock has jumped", () => {
    const state = freshDirectory();
    let journal = opened(state, startMs);
    aCall(journal, "1", []);
    journal.close();
    journal = opened(state, startMs + 5_000 * dayMs);
    expect(calls(journal)).toBe(1);
    journal.close();
    expect(calls(opened(state, startMs + dayMs))).toBe(1);
  });

  it("stays within its budget during a long session, and keeps the newest", async () => {
    const maxBytes = 4 * 1024 * 1024;
    const { journal } = openAt(freshDirectory(), { retention: { maxBytes } });
    let most = 0;
    for (let call = 1; call <= 3_000; call += 1) {
      const blob = journal.keep(randomBytes(8_192, call));
      aCall(journal, String(call), [{ path: "/a", before: absent, after: fileStateOf(blob) }]);
      // The pruner works between calls, as timers do.
      if (call % 25 === 0) await new Promise((resolve) => setTimeout(resolve, 0));
      if (call % 250 === 0) {
        await vi.waitUntil(() => journal.summary().bytes < maxBytes * 1.2, { timeout: 20_000 });
        most = Math.max(most, journal.summary().bytes);
      }
    }
    expect(most).toBeLessThan(maxBytes * 1.2);
    expect(most).toBeGreaterThan(maxBytes / 2);
    expect(journal.entries({ limit: 1 })).toMatchObject([{ callId: "3000" }]);
  });

  it("keeps a month and 512 MiB by default", () => {
    expect(defaultRetention).toEqual({ maxAgeMs: 30 * dayMs, maxBytes: 536_870_912 });
  });
});

function fileStateOf(blob: string): { kind: "file"; blob: string; size: number; mode: number } {
  return { kind: "file", blob, size: 11, mode: 0o644 };
}

/** Bytes that can't be compressed. */
function randomBytes(size: number, seed = 1): Buffer {
  const bytes = Buffer.alloc(size);
  let state = seed;
  for (let index = 0; index < size; index += 1) {
    state = (state * 48_271) % 2_147_483_647;
    bytes[index] = state >> 7;
  }
  return bytes;
}
