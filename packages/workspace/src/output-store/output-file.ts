import { close, mkdir, open, unlink, write } from "node:fs";
import { dirname } from "node:path";
import { promisify } from "node:util";
import { systemCode } from "../access/failures.ts";

const files = {
  close: promisify(close),
  makeDirectory: promisify(mkdir),
  open: promisify(open),
  unlink: promisify(unlink),
  write: promisify(write),
};

const bufferBytes = 256 * 1024;

/**
 * A new file, readable by this user alone, written from the beginning. The first flush creates it;
 * while one buffer is written, the next is filled. The first failure is final, and is only reported
 * by `end`.
 */
export class OutputFile {
  readonly path: string;
  #descriptor: number | null = null;
  #buffer: Buffer = Buffer.allocUnsafeSlow(bufferBytes);
  #other: Buffer | null = null;
  #filled = 0;
  #flushing: Promise<void> | null = null;
  /** The chain of writes in progress; chunks are taken one after the other. */
  #taking: Promise<void> | null = null;
  #failure: Error | null = null;

  constructor(path: string) {
    this.path = path;
  }

  get hasFailed(): boolean {
    return this.#failure !== null;
  }

  /** The bytes must not change until the promise settles. */
  write(bytes: Uint8Array): void | Promise<void> {
    if (this.#taking === null && this.#filled + bytes.length < bufferBytes) {
      this.#buffer.set(bytes, this.#filled);
      this.#filled += bytes.length;
      return undefined;
    }
    const taking = (this.#taking ?? Promise.resolve()).then(() => this.#take(bytes));
    this.#taking = taking;
    return taking.finally(() => {
      if (this.#taking === taking) this.#taking = null;
    });
  }

  /** Rejects with the first failure, after removing the file. */
  async end(): Promise<void> {
    await this.#taking;
    await this.#flushing;
    if (this.#failure === null) await this.#flush(this.#buffer, this.#filled);
    await this.#close();
    if (this.#failure === null) return;
    await this.#remove();
    throw this.#failure;
  }

  async discard(): Promise<void> {
    await this.#taking;
    await this.#flushing;
    await this.#close();
    await this.#remove();
  }

  async #take(bytes: Uint8Array): Promise<void> {
    for (let at = 0; at < bytes.length; ) {
      const part = bytes.subarray(at, at + bufferBytes - this.#filled);
      this.#buffer.set(part, this.#filled);
      this.#filled += part.length;
      at += part.length;
      if (this.#filled === bufferBytes) await this.#swap();
    }
  }

  async #swap(): Promise<void> {
    await this.#flushing;
    const full = this.#buffer;
    this.#buffer = this.#other ?? Buffer.allocUnsafeSlow(bufferBytes);
    this.#other = full;
    this.#filled = 0;
    this.#flushing = this.#flush(full, bufferBytes);
  }

  async #flush(buffer: Buffer, length: number): Promise<void> {
    if (this.#failure !== null) return;
    try {
      this.#descriptor ??= await this.#create();
      for (let at = 0; at < length; ) {
        const { bytesWritten } = await files.write(this.#descriptor, buffer, at, length - at);
        at += bytesWritten;
      }
    } catch (error) {
      this.#failure = asError(error);
    }
  }

  async #create(): Promise<number> {
    try {
      // `wx` refuses links and existing files.
      return await files.open(this.path, "wx", 0o600);
    } catch (error) {
      if (systemCode(error) !== "ENOENT") throw error;
      await files.makeDirectory(dirname(this.path), { recursive: true, mode: 0o700 });
      return files.open(this.path, "wx", 0o600);
    }
  }

  async #close(): Promise<void> {
    const descriptor = this.#descriptor;
    this.#descriptor = null;
    if (descriptor === null) return;
    try {
      await files.close(descriptor);
    } catch (error) {
      this.#failure ??= asError(error);
    }
  }

  async #remove(): Promise<void> {
    // An existing file isn't ours.
    if (systemCode(this.#failure) === "EEXIST") return;
    try {
      await files.unlink(this.path);
    } catch {
      // The file was never created, or the next cleanup removes it.
    }
  }
}

function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error("an unexpected error", { cause: thrown });
}
