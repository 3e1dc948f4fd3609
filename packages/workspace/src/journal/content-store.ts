import { hash } from "node:crypto";
import { existsSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import type * as Zlib from "node:zlib";
import { systemCode } from "../access/failures.ts";
import { namesIn } from "../state/names-in.ts";
import { readStateFile } from "../state/read-state-file.ts";
import { replaceStateFile } from "../state/replace-state-file.ts";
import { type JournalDatabase, type Row, textOf } from "./journal-database.ts";
import type { BlobId } from "./journal-store.ts";
import { keptBlobsAgeMs } from "./retention.ts";

/** Compressing a smaller content takes longer than writing it. */
const minCompressedBytes = 4_096;
/** Contents are held back until the change that names them is written, up to this size in total. */
const maxPendingBytes = 64 * 1024;
/** Contents that are larger than this when compressed are stored as files beside the database. */
const maxInDatabaseBytes = 256 * 1024;
/** Minimum age for deleting a file without a row: the row of a younger one may be on its way. */
const strayFileAgeMs = 24 * 60 * 60 * 1000;

/** The last content that was checked for being unused. */
const checkedFact = "checked_blob";

interface PendingContent {
  readonly digest: Uint8Array;
  readonly size: number;
  readonly codec: string;
  readonly stored: Uint8Array;
  /** Null for a content kept in the database. */
  readonly file: string | null;
}

/**
 * Contents by their SHA-256, compressed: small ones in the database, large ones as files beside it.
 * A database in memory stores all of them.
 */
export class ContentStore {
  readonly #database: JournalDatabase;
  readonly #directory: string | null;
  readonly #now: () => number;
  /** Contents not yet in the database, or in a transaction that may still fail. */
  readonly #pending = new Map<BlobId, PendingContent>();
  #pendingBytes = 0;
  #isWritten = false;

  constructor(database: JournalDatabase, now: () => number) {
    this.#database = database;
    this.#directory = database.directory && join(database.directory, "contents");
    this.#now = now;
  }

  keep(bytes: Uint8Array): BlobId {
    const digest = hash("sha256", bytes, "buffer");
    const blob = digest.toString("hex");
    if (this.#pending.has(blob)) return blob;
    const known = this.#database.row("SELECT id, kept_ms FROM blobs WHERE hash = ?", digest);
    if (known !== undefined && this.#isStillKept(known)) return blob;
    const { codec, stored } = packed(bytes);
    const file = stored.length > maxInDatabaseBytes ? this.#fileOf(blob, codec) : null;
    if (file !== null) replaceStateFile(file, stored);
    // The caller may change its buffer later.
    const own = stored === bytes ? Uint8Array.from(stored) : stored;
    this.#pending.set(blob, { digest, size: bytes.length, codec, stored: own, file });
    this.#pendingBytes += stored.length;
    this.#isWritten = false;
    if (this.#pendingBytes <= maxPendingBytes) return blob;
    try {
      this.writePending();
    } catch (error) {
      this.#pending.delete(blob);
      this.#pendingBytes -= stored.length;
      throw error;
    }
    return blob;
  }

  /** Writes the contents that were held back. */
  writePending(): void {
    if (this.#pending.size > 0) this.naming(() => this.#write());
  }

  /** A transaction whose changes name contents; also writes the contents that were held back. */
  naming<T>(work: () => T): T {
    try {
      const value = this.#database.transaction(work);
      if (this.#isWritten) this.#forgetPending();
      return value;
    } finally {
      this.#isWritten = false;
    }
  }

  content(blob: BlobId): Uint8Array | null {
    this.writePending();
    const digest = Buffer.from(blob, "hex");
    const row = this.#database.row("SELECT codec, bytes FROM blobs WHERE hash = ?", digest);
    if (row === undefined) return null;
    const codec = textOf(row["codec"]);
    const inDatabase = row["bytes"];
    const stored = inDatabase instanceof Uint8Array ? inDatabase : this.#readFile(blob, codec);
    const bytes = stored === null ? null : unpacked(stored, codec);
    // Bytes that don't match their hash must never be written back to a user's file.
    return bytes !== null && hash("sha256", bytes, "buffer").equals(digest) ? bytes : null;
  }

  /** The number of a content's row, for a change that names it; null if it isn't stored. */
  nameOf(blob: BlobId): number | null {
    if (!this.#isWritten && this.#pending.has(blob)) this.#write();
    const row = this.#database.row("SELECT id FROM blobs WHERE hash = ?", Buffer.from(blob, "hex"));
    return row === undefined ? null : Number(row["id"]);
  }

  /** The bytes stored in files beside the database. */
  bytesInFiles(): number {
    const row = this.#database.row("SELECT total(stored) AS sum FROM blobs WHERE bytes IS NULL");
    return Number(row?.["sum"]);
  }

  /** The bytes of contents that changes once named and none names now. */
  unnamedBytes(): number {
    const row = this.#database.row(
      `SELECT total(stored) AS sum FROM blobs WHERE id IN (SELECT blob FROM suspects)
         AND NOT EXISTS (SELECT 1 FROM changes WHERE before_blob = blobs.id)
         AND NOT EXISTS (SELECT 1 FROM changes WHERE after_blob = blobs.id)`,
    );
    return Number(row?.["sum"]);
  }

  /**
   * Deletes contents that no change names and that weren't stored recently: contents that changes
   * once named, and contents stored since the last sweep. Returns the number deleted.
   */
  sweep(): number {
    const database = this.#database;
    const newest = this.#now() - keptBlobsAgeMs;
    return database.transaction(() => {
      const checked = Number(database.fact(checkedFact) ?? 0);
      const fresh = database.row(
        "SELECT min(id) AS id FROM blobs WHERE id > ? AND kept_ms >= ?",
        checked,
        newest,
      );
      const end = fresh?.["id"] ?? database.row("SELECT max(id) + 1 AS id FROM blobs")?.["id"] ?? 0;
      const rows = database.rows(
        `SELECT id, hash, codec, bytes IS NULL AS is_file FROM blobs
         WHERE (id > ?1 AND id < ?2 OR id IN (SELECT blob FROM suspects)) AND kept_ms < ?3
           AND NOT EXISTS (SELECT 1 FROM changes WHERE before_blob = blobs.id)
           AND NOT EXISTS (SELECT 1 FROM changes WHERE after_blob = blobs.id)`,
        checked,
        Number(end),
        newest,
      );
      for (const row of rows) this.#delete(row);
      database.run(
        "DELETE FROM suspects WHERE blob NOT IN (SELECT id FROM blobs WHERE kept_ms >= ?)",
        newest,
      );
      if (Number(end) - 1 > checked) database.setFact(checkedFact, Number(end) - 1);
      return rows.length;
    });
  }

  /** Deletes files that no row names, because their process died in between. */
  sweepFiles(): void {
    const directory = this.#directory;
    if (directory === null) return;
    for (const name of namesIn(directory)) {
      for (const file of namesIn(join(directory, name))) {
        const path = join(directory, name, file);
        const blob = /^[0-9a-f]{64}/.exec(file)?.[0] ?? "";
        const row = this.#database.row(
          "SELECT 1 FROM blobs WHERE hash = ? AND bytes IS NULL",
          Buffer.from(blob, "hex"),
        );
        if (row !== undefined && !file.endsWith(".tmp")) continue;
        const stats = statSync(path, { throwIfNoEntry: false });
        if (stats !== undefined && Date.now() - stats.mtimeMs > strayFileAgeMs) rmSync(path);
      }
    }
  }

  #write(): void {
    for (const { digest, size, codec, stored, file } of this.#pending.values()) {
      this.#database.run(
        `INSERT INTO blobs (hash, size, stored, codec, kept_ms, bytes) VALUES (?, ?, ?, ?, ?, ?)
         ON CONFLICT (hash) DO NOTHING`,
        digest,
        size,
        stored.length,
        codec,
        this.#now(),
        file === null ? stored : null,
      );
    }
    this.#isWritten = true;
  }

  #forgetPending(): void {
    for (const { file, stored } of this.#pending.values()) {
      // A prune by another process may have deleted the file before its row existed.
      if (file !== null && !existsSync(file)) replaceStateFile(file, stored);
    }
    this.#pending.clear();
    this.#pendingBytes = 0;
  }

  #delete(row: Row): void {
    const id = Number(row["id"]);
    this.#database.run("DELETE FROM blobs WHERE id = ?", id);
    if (row["is_file"] !== 1) return;
    const blob = Buffer.from(row["hash"] as Uint8Array).toString("hex");
    const file = this.#fileOf(blob, textOf(row["codec"]));
    if (file !== null) rmSync(file, { force: true });
  }

  /**
   * Refreshes the content's time, so that no other process prunes it. False if the content is gone.
   */
  #isStillKept(row: Row): boolean {
    const nowMs = this.#now();
    if (Math.abs(nowMs - Number(row["kept_ms"])) < keptBlobsAgeMs / 4) return true;
    const id = Number(row["id"]);
    return this.#database.run("UPDATE blobs SET kept_ms = ? WHERE id = ?", nowMs, id).count > 0;
  }

  #readFile(blob: BlobId, codec: string): Uint8Array | null {
    const file = this.#fileOf(blob, codec);
    return file === null ? null : readIfThere(file);
  }

  #fileOf(blob: BlobId, codec: string): string | null {
    return this.#directory && join(this.#directory, blob.slice(0, 2), `${blob}.${codec}`);
  }
}

function packed(bytes: Uint8Array): { readonly codec: string; readonly stored: Uint8Array } {
  if (bytes.length >= minCompressedBytes) {
    const stored = zlib().zstdCompressSync(bytes);
    if (stored.length < bytes.length) return { codec: "zstd", stored };
  }
  return { codec: "raw", stored: bytes };
}

function unpacked(stored: Uint8Array, codec: string): Uint8Array | null {
  if (codec === "raw") return stored;
  try {
    return zlib().zstdDecompressSync(stored);
  } catch {
    // Damaged on the disk: treated as missing.
    return null;
  }
}

/** Loaded with the first content, because calls that change nothing don't need it. */
function zlib(): typeof Zlib {
  return process.getBuiltinModule("node:zlib");
}

function readIfThere(file: string): Uint8Array | null {
  try {
    return readStateFile(file);
  } catch (error) {
    if (systemCode(error) === null) throw error;
    return null;
  }
}
