import { closeSync, mkdirSync, openSync } from "node:fs";
import { join } from "node:path";
import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";
import { JournalError } from "./journal-error.ts";
import { migrations } from "./schema.ts";
import { sqlite } from "../state/sqlite.ts";
import { expectRegular } from "../state/read-state-file.ts";

export const databaseName = "journal.db";

export type Cell = SQLInputValue | undefined;

/** A row as SQLite returns it. */
export type Row = Readonly<Record<string, SQLInputValue>>;

/** The value of a text column. */
export function textOf(cell: Cell): string {
  if (typeof cell !== "string") throw new TypeError(`a column held ${typeof cell}, not text`);
  return cell;
}

/** 16 MiB: pages that are rewritten often are copied to the database only once in a while. */
const checkpointPages = 4_000;
const busyTimeoutMs = 5_000;
const busy = 5;

/** The open database, with prepared statements by their text, and transactions. */
export class JournalDatabase {
  /** Null for a database in memory. */
  readonly directory: string | null;
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();
  #isInTransaction = false;

  /**
   * Without a directory the database is in memory and ends with the process.
   *
   * Errors: JournalError `newer`, and those of SQLite and the file system.
   */
  constructor(directory: string | null) {
    this.directory = directory;
    const file = directory === null ? ":memory:" : prepareFile(directory);
    this.#database = new (sqlite().DatabaseSync)(file, { timeout: busyTimeoutMs });
    try {
      this.#prepare();
    } catch (error) {
      this.close();
      throw error;
    }
  }

  run(text: string, ...values: SQLInputValue[]): { readonly id: number; readonly count: number } {
    const { lastInsertRowid, changes } = this.#statement(text).run(...values);
    return { id: Number(lastInsertRowid), count: Number(changes) };
  }

  row(text: string, ...values: SQLInputValue[]): Row | undefined {
    return this.#statement(text).get(...values);
  }

  rows(text: string, ...values: SQLInputValue[]): readonly Row[] {
    return this.#statement(text).all(...values);
  }

  /** Commits everything or nothing, and excludes other writers. Nested ones join the outer one. */
  transaction<T>(work: () => T): T {
    if (this.#isInTransaction) return work();
    this.run("BEGIN IMMEDIATE");
    this.#isInTransaction = true;
    try {
      const value = work();
      this.run("COMMIT");
      return value;
    } catch (error) {
      // SQLite has already rolled back if the disk is full.
      if (this.#database.isTransaction) this.run("ROLLBACK");
      throw error;
    } finally {
      this.#isInTransaction = false;
    }
  }

  /** A stored value other than entries, by name. */
  fact(name: string): string | null {
    const row = this.row("SELECT value FROM facts WHERE name = ?", name);
    return row === undefined ? null : textOf(row["value"]);
  }

  setFact(name: string, value: string | number): void {
    this.run(
      "INSERT INTO facts (name, value) VALUES (?1, ?2) ON CONFLICT (name) DO UPDATE SET value = ?2",
      name,
      String(value),
    );
  }

  close(): void {
    this.#statements.clear();
    if (this.#database.isOpen) this.#database.close();
  }

  #statement(text: string): StatementSync {
    let statement = this.#statements.get(text);
    if (statement === undefined) {
      statement = this.#database.prepare(text);
      this.#statements.set(text, statement);
    }
    return statement;
  }

  #prepare(): void {
    this.#database.exec(
      `PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = ${checkpointPages}`,
    );
    // The journal mode is stored in the database, so it needs no repetition.
    if (this.#version() === migrations.length) return;
    untilFree(performance.now() + busyTimeoutMs, () => {
      if (this.#version() === 0) this.#database.exec("PRAGMA auto_vacuum = INCREMENTAL");
      // SQLite doesn't wait on its own when several processes open a new database at once.
      this.#database.exec("PRAGMA journal_mode = WAL");
    });
    this.transaction(() => {
      const version = this.#version();
      if (version > migrations.length) {
        throw new JournalError(
          "newer",
          `The journal in ${this.directory} was written by a newer version of this program. Use that version.`,
        );
      }
      for (const script of migrations.slice(version)) this.#database.exec(script);
      this.#database.exec(`PRAGMA user_version = ${migrations.length}`);
    });
  }

  #version(): number {
    return Number(this.#database.prepare("PRAGMA user_version").get()?.["user_version"]);
  }
}

/** Creates the file before SQLite does. SQLite then gives the files beside it the same mode. */
function prepareFile(directory: string): string {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const file = join(directory, databaseName);
  // Opening a FIFO would block.
  for (const suffix of ["", "-wal", "-shm", "-journal"]) expectRegular(`${file}${suffix}`);
  closeSync(openSync(file, "a", 0o600));
  return file;
}

function untilFree(deadline: number, open: () => void): void {
  for (;;) {
    try {
      open();
      return;
    } catch (error) {
      const isBusy = error instanceof Error && "errcode" in error && error.errcode === busy;
      if (!isBusy || performance.now() > deadline) throw error;
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
  }
}
