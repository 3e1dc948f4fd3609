import { closeSync, mkdirSync, openSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import type { AnalysisStore } from "@toolwright/core";
import { expectRegular } from "../state/read-state-file.ts";
import { sqlite } from "../state/sqlite.ts";

export interface AnalysisStoreOptions {
  readonly stateDirectory: string;
  /** Above this size the older half goes. Default: 128 MiB. */
  readonly maxBytes?: number;
}

const defaultMaxBytes = 128 * 1024 * 1024;
/** Another process writes only for milliseconds. */
const busyTimeoutMs = 100;
/** An open database keeps files open, also of a session that nobody closes. */
const idleMs = 1_000;
const suffixes = ["", "-wal", "-shm"];

/**
 * Keeps analyses in the state directory, in a file that only this user can read. Nothing is opened before the
 * first use. A damaged file is deleted; where no file can be used, nothing is kept.
 */
export function createAnalysisStore(options: AnalysisStoreOptions): AnalysisStore {
  return new SqliteAnalysisStore(options);
}

class SqliteAnalysisStore implements AnalysisStore {
  readonly #directory: string;
  readonly #maxBytes: number;
  #database: DatabaseSync | null = null;
  #isUnusable = false;
  #idle: NodeJS.Timeout | undefined;

  constructor({ stateDirectory, maxBytes = defaultMaxBytes }: AnalysisStoreOptions) {
    this.#directory = join(stateDirectory, "analyses");
    this.#maxBytes = maxBytes;
  }

  find(keys: readonly string[]): ReadonlyMap<string, Uint8Array> {
    const found = new Map<string, Uint8Array>();
    this.#use((database) => {
      const select = database.prepare("SELECT value FROM analyses WHERE key = ?");
      database.exec("BEGIN");
      for (const key of keys) {
        const value = select.get(key)?.["value"];
        if (value instanceof Uint8Array) found.set(key, value);
      }
      database.exec("COMMIT");
    });
    return found;
  }

  keep(values: ReadonlyMap<string, Uint8Array>): void {
    this.#use((database) => {
      database.exec("BEGIN IMMEDIATE");
      const insert = database.prepare("INSERT OR IGNORE INTO analyses (key, value) VALUES (?, ?)");
      for (const [key, value] of values) insert.run(key, value);
      this.#prune(database);
      database.exec("COMMIT");
    });
  }

  #prune(database: DatabaseSync): void {
    const count = (name: string): number =>
      Number(database.prepare(`PRAGMA ${name}`).get()?.[name] ?? 0);
    const used = count("page_count") - count("freelist_count");
    if (used * count("page_size") <= this.#maxBytes) return;
    database.exec(
      "DELETE FROM analyses WHERE id <= (SELECT (min(id) + max(id)) / 2 FROM analyses)",
    );
  }

  /** Failures are not reported, because only time is lost. */
  #use(work: (database: DatabaseSync) => void): void {
    if (this.#isUnusable) return;
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => this.#close(), idleMs).unref();
    try {
      this.#database ??= open(this.#directory);
      work(this.#database);
    } catch (error) {
      this.#close();
      if (isDamaged(error)) removeFiles(this.#directory);
      else this.#isUnusable = !isBusy(error);
    }
  }

  #close(): void {
    const database = this.#database;
    this.#database = null;
    try {
      database?.close();
    } catch {
      // A damaged database may fail to close; it is dropped anyway.
    }
  }
}

function open(directory: string): DatabaseSync {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const file = fileIn(directory);
  for (const suffix of suffixes) expectRegular(file + suffix);
  // SQLite gives the files beside it the same mode.
  closeSync(openSync(file, "a", 0o600));
  const database = new (sqlite().DatabaseSync)(file, { timeout: busyTimeoutMs });
  try {
    database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL");
    database.exec(
      "CREATE TABLE IF NOT EXISTS analyses (id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, value BLOB NOT NULL)",
    );
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

function fileIn(directory: string): string {
  return join(directory, "analyses.db");
}

function removeFiles(directory: string): void {
  for (const suffix of suffixes) rmSync(fileIn(directory) + suffix, { force: true });
}

const busy = 5;
const locked = 6;
const corrupt = 11;
const notDatabase = 26;

/** SQLite's own code, without its details. */
function codeOf(error: unknown): number | null {
  const isOne = error instanceof Error && "errcode" in error && typeof error.errcode === "number";
  return isOne ? (error.errcode as number) & 0xff : null;
}

function isDamaged(error: unknown): boolean {
  const code = codeOf(error);
  return code === corrupt || code === notDatabase;
}

function isBusy(error: unknown): boolean {
  const code = codeOf(error);
  return code === busy || code === locked;
}
