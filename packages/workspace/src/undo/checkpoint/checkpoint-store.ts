import { hash } from "node:crypto";
import { closeSync, mkdirSync, openSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import type { DatabaseSync, StatementSync } from "node:sqlite";
import type * as Zlib from "node:zlib";
import type { BlobId, PathState } from "../../journal/journal-store.ts";
import { expectRegular } from "../../state/read-state-file.ts";
import { sqlite } from "../../state/sqlite.ts";
import { NoCheckpoint } from "./checkpoints.ts";

/** The state of a path at the last look. */
export interface Seen {
  readonly state: PathState;
  /** A stamp that shows whether the path has changed; null if it changed too recently for that. */
  readonly stamp: string | null;
  /** The number of names of the file. */
  readonly names: number;
}

/** Must increase when the meaning of the data changes; older data is then deleted. */
const version = 1;
const dayMs = 24 * 60 * 60 * 1000;
/** Compressing a smaller content takes longer than writing it. */
const minCompressedBytes = 512;
/** Limit for contents held back; they are then written together. */
const maxPendingBytes = 8 * 1024 * 1024;

const schema = `
  CREATE TABLE files (
    path TEXT PRIMARY KEY, stamp TEXT, state TEXT NOT NULL, hash BLOB, names INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX files_by_hash ON files (hash) WHERE hash IS NOT NULL;
  -- let_go_ms: since when no file has it.
  CREATE TABLE contents (
    id INTEGER PRIMARY KEY, hash BLOB NOT NULL UNIQUE, is_packed INTEGER NOT NULL,
    let_go_ms REAL, bytes BLOB NOT NULL
  ) STRICT;
  CREATE INDEX contents_let_go ON contents (let_go_ms) WHERE let_go_ms IS NOT NULL;
`;

/**
 * The last checkpoint of one root, with contents, on the disk: the next process only has to read
 * what has changed since. All of it can be recreated, so a damaged file is deleted.
 */
export class CheckpointStore {
  readonly #file: string;
  readonly #statements = new Map<string, StatementSync>();
  #opened: DatabaseSync | null = null;
  #pending = new Map<BlobId, Uint8Array>();
  #pendingBytes = 0;
  #tidiedMs = 0;

  constructor(file: string) {
    this.#file = file;
  }

  /** The last saved state; empty if there is none. */
  load(): Map<string, Seen> {
    const seen = new Map<string, Seen>();
    const rows = this.#guarded(() =>
      this.#statement("SELECT path, stamp, state, hash, names FROM files").all(),
    );
    for (const { path, stamp, state, hash: digest, names } of rows) {
      const facts = JSON.parse(String(state)) as PathState;
      const blob =
        digest instanceof Uint8Array ? { blob: Buffer.from(digest).toString("hex") } : {};
      seen.set(String(path), {
        state: { ...facts, ...blob },
        stamp: typeof stamp === "string" ? stamp : null,
        names: Number(names),
      });
    }
    return seen;
  }

  /** Stores a content until the next `save`, which says which paths have it. */
  keep(bytes: Uint8Array): BlobId {
    const blob = hash("sha256", bytes);
    if (this.#pending.has(blob)) return blob;
    this.#pending.set(blob, bytes);
    this.#pendingBytes += bytes.byteLength;
    if (this.#pendingBytes > maxPendingBytes) this.#transaction(() => this.#writePending());
    return blob;
  }

  content(blob: BlobId): Uint8Array | null {
    const digest = Buffer.from(blob, "hex");
    const row = this.#guarded(() =>
      this.#statement("SELECT is_packed, bytes FROM contents WHERE hash = ?").get(digest),
    );
    const stored = row?.["bytes"];
    if (!(stored instanceof Uint8Array)) return null;
    const bytes = row?.["is_packed"] === 1 ? zlib().zstdDecompressSync(stored) : stored;
    return hash("sha256", bytes) === blob ? bytes : null;
  }

  /** Saves the differences from the result of `load`, or from the last `save`. */
  save(found: ReadonlyMap<string, Seen>, gone: readonly string[]): void {
    if (found.size === 0 && gone.length === 0 && this.#pending.size === 0) return;
    this.#transaction(() => {
      this.#writePending();
      const unused = new Set<string>();
      const oldHash = this.#statement("SELECT hash FROM files WHERE path = ?");
      const forget = (path: string): void => {
        const old = oldHash.get(path)?.["hash"];
        if (old instanceof Uint8Array) unused.add(Buffer.from(old).toString("hex"));
      };
      for (const path of gone) {
        forget(path);
        this.#statement("DELETE FROM files WHERE path = ?").run(path);
      }
      for (const [path, { state, stamp, names }] of found) {
        forget(path);
        const blob = state.kind === "file" ? state.blob : null;
        const { blob: _blob, ...facts } = state as PathState & { readonly blob?: BlobId | null };
        this.#statement(
          `INSERT INTO files (path, stamp, state, hash, names) VALUES (?1, ?2, ?3, ?4, ?5)
           ON CONFLICT (path) DO UPDATE SET stamp = ?2, state = ?3, hash = ?4, names = ?5`,
        ).run(
          path,
          stamp,
          JSON.stringify(state.kind === "file" && blob === null ? state : facts),
          blob === null ? null : Buffer.from(blob, "hex"),
          names,
        );
      }
      for (const blob of unused) {
        this.#statement(
          `UPDATE contents SET let_go_ms = ?2
           WHERE hash = ?1 AND NOT EXISTS (SELECT 1 FROM files WHERE files.hash = ?1)`,
        ).run(Buffer.from(blob, "hex"), Date.now());
      }
    });
    this.#tidy();
  }

  close(): void {
    this.#statements.clear();
    this.#opened?.close();
    this.#opened = null;
  }

  #writePending(): void {
    for (const [blob, bytes] of this.#pending) {
      const packed =
        bytes.byteLength < minCompressedBytes
          ? bytes
          : zlib().zstdCompressSync(bytes, {
              params: { [zlib().constants.ZSTD_c_compressionLevel]: 1 },
            });
      const isPacked = packed.byteLength < bytes.byteLength;
      this.#statement(
        `INSERT INTO contents (hash, is_packed, bytes) VALUES (?, ?, ?)
         ON CONFLICT (hash) DO UPDATE SET let_go_ms = NULL`,
      ).run(Buffer.from(blob, "hex"), isPacked ? 1 : 0, isPacked ? packed : bytes);
    }
    this.#pending = new Map();
    this.#pendingBytes = 0;
  }

  /** Deletes contents a day after their last file; until then a checkpoint may need them. */
  #tidy(): void {
    if (Date.now() - this.#tidiedMs < dayMs / 24) return;
    this.#tidiedMs = Date.now();
    this.#guarded(() =>
      this.#statement("DELETE FROM contents WHERE let_go_ms < ?").run(Date.now() - dayMs),
    );
    this.#guarded(() => this.#statement("PRAGMA incremental_vacuum").all());
  }

  #transaction(work: () => void): void {
    this.#guarded(() => {
      this.#statement("BEGIN IMMEDIATE").run();
      try {
        work();
        this.#statement("COMMIT").run();
      } catch (error) {
        if (this.#opened?.isTransaction === true) this.#statement("ROLLBACK").run();
        throw error;
      }
    });
  }

  #guarded<T>(work: () => T): T {
    try {
      return work();
    } catch (cause) {
      this.#forget(cause);
      throw new NoCheckpoint("The stored checkpoint of the workspace can't be read or written.", {
        cause,
      });
    }
  }

  /** Deletes the file only if it is damaged: a full disk or a lock is temporary. */
  #forget(error: unknown): void {
    const code = error instanceof Error && "errcode" in error ? Number(error.errcode) & 0xff : 0;
    if (code !== 11 && code !== 26) return;
    this.close();
    for (const suffix of ["", "-wal", "-shm"]) rmSync(`${this.#file}${suffix}`, { force: true });
  }

  #statement(text: string): StatementSync {
    const database = (this.#opened ??= this.#open());
    let statement = this.#statements.get(text);
    if (statement === undefined) {
      statement = database.prepare(text);
      this.#statements.set(text, statement);
    }
    return statement;
  }

  #open(): DatabaseSync {
    mkdirSync(dirname(this.#file), { recursive: true, mode: 0o700 });
    for (const suffix of ["", "-wal", "-shm"]) expectRegular(`${this.#file}${suffix}`);
    // Created before SQLite does it. SQLite then gives the files beside it the same mode.
    closeSync(openSync(this.#file, "a", 0o600));
    const database = new (sqlite().DatabaseSync)(this.#file, { timeout: 5_000 });
    database.exec(
      "PRAGMA auto_vacuum = INCREMENTAL; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL",
    );
    const found = Number(database.prepare("PRAGMA user_version").get()?.["user_version"]);
    if (found === version) return database;
    if (found !== 0) {
      database.close();
      for (const suffix of ["", "-wal", "-shm"]) rmSync(`${this.#file}${suffix}`, { force: true });
      return this.#open();
    }
    database.exec(`BEGIN IMMEDIATE; ${schema}; PRAGMA user_version = ${version}; COMMIT`);
    return database;
  }
}

function zlib(): typeof Zlib {
  return process.getBuiltinModule("node:zlib");
}
