import { createHash, randomBytes } from "node:crypto";
import { closeSync, openSync, renameSync, rmSync, writeSync } from "node:fs";
import type { TapeEnd, TapeHeader, TapeLine } from "./tape.ts";

/** Writes lines beside the file and puts them in its place at the end, so that there is never half a tape. */
export class TapeWriter implements Disposable {
  readonly #path: string;
  readonly #beside: string;
  readonly #hash = createHash("sha256");
  #descriptor: number | null;
  #lines = 0;
  #bytes = 0;

  /** Errors: those of the file system. */
  constructor(path: string) {
    this.#path = path;
    this.#beside = `${path}.${randomBytes(6).toString("hex")}.tmp`;
    this.#descriptor = openSync(this.#beside, "wx", 0o600);
  }

  write(line: TapeHeader | TapeLine): void {
    const bytes = Buffer.from(`${JSON.stringify(line)}\n`);
    this.#hash.update(bytes);
    this.#lines += 1;
    this.#append(bytes);
  }

  /** Adds the last line. Returns the size of the tape in bytes. */
  end(): number {
    const end: TapeEnd = { type: "end", lines: this.#lines, sha256: this.#hash.digest("hex") };
    this.#append(Buffer.from(`${JSON.stringify(end)}\n`));
    this.#close();
    renameSync(this.#beside, this.#path);
    return this.#bytes;
  }

  /** Deletes what isn't finished. */
  [Symbol.dispose](): void {
    if (this.#descriptor === null) return;
    this.#close();
    rmSync(this.#beside, { force: true });
  }

  #append(bytes: Buffer): void {
    if (this.#descriptor === null) throw new Error("The tape is closed.");
    for (let at = 0; at < bytes.length; ) at += writeSync(this.#descriptor, bytes, at);
    this.#bytes += bytes.length;
  }

  #close(): void {
    if (this.#descriptor !== null) closeSync(this.#descriptor);
    this.#descriptor = null;
  }
}
