import { createHash } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { ToolError } from "@toolwright/core";
import { sqlite } from "../state/sqlite.ts";
import { expectRegular } from "../state/read-state-file.ts";

const defaultTimeoutMs = 10_000;
const firstPauseMs = 2;
const longestPauseMs = 50;
/** SQLite's SQLITE_BUSY. */
const busy = 5;

/**
 * Excludes our own processes from each other for an instant. The lock is the kernel's, taken
 * through SQLite: it ends with its process, so there are no stale locks. Files share a fixed number
 * of lock files by their real path, so processes with overlapping roots exclude each other as well.
 */
export class ProcessLock {
  readonly #directory: string;
  readonly #timeoutMs: number;

  constructor(directory: string, timeoutMs: number = defaultTimeoutMs) {
    this.#directory = directory;
    this.#timeoutMs = timeoutMs;
  }

  /**
   * Runs `change`, which must be synchronous and short, while no other process holds any of these
   * paths.
   *
   * Errors: `internal` when another process holds one of them for too long, or when the lock files
   * can't be used. Errors of `change` pass through.
   */
  async hold<T>(realPaths: readonly string[], change: () => T): Promise<T> {
    return this.holdUntil(realPaths, async () => change());
  }

  /**
   * Like `hold`, for a `change` that takes longer. Must not be held while waiting for another lock
   * of the same directory, which may share its lock file.
   */
  async holdUntil<T>(realPaths: readonly string[], change: () => Promise<T>): Promise<T> {
    // Loaded by the first change, because a command that only reads never needs SQLite.
    const { DatabaseSync } = sqlite();
    // All processes lock in the same order, so two of them never deadlock.
    const names = [...new Set(realPaths.map(lockName))].sort();
    const held: Disposable[] = [];
    const deadline = performance.now() + this.#timeoutMs;
    try {
      for (const name of names) {
        const database = orUnusable(() => {
          mkdirSync(this.#directory, { recursive: true, mode: 0o700 });
          expectRegular(join(this.#directory, name));
          return new DatabaseSync(join(this.#directory, name), { timeout: 0 });
        });
        held.push({ [Symbol.dispose]: () => database.close() });
        await this.#begin(() => database.exec("BEGIN EXCLUSIVE"), deadline);
      }
      return await change();
    } finally {
      // Closing ends the transaction, and with it the lock.
      for (const lock of held.reverse()) lock[Symbol.dispose]();
    }
  }

  async #begin(begin: () => void, deadline: number): Promise<void> {
    for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
      try {
        begin();
        return;
      } catch (error) {
        if (!isBusy(error)) throw unusable(error);
        if (performance.now() > deadline) throw stillHeld(this.#timeoutMs, error);
      }
      await delay(pauseMs);
    }
  }
}

/** 256 names: enough that paths rarely share one, and an upper bound for the number of files. */
function lockName(realPath: string): string {
  return `${createHash("sha256").update(realPath).digest("hex").slice(0, 2)}.lock`;
}

function orUnusable<T>(open: () => T): T {
  try {
    return open();
  } catch (error) {
    throw unusable(error);
  }
}

function unusable(cause: unknown): ToolError {
  return new ToolError(
    "internal",
    "The lock files in this program's state directory can't be used, so nothing was changed. " +
      "Check that the directory exists and is writable.",
    { cause },
  );
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && "errcode" in error && error.errcode === busy;
}

function stillHeld(timeoutMs: number, cause: unknown): ToolError {
  return new ToolError(
    "internal",
    `Another Toolwright process has been changing files for more than ${timeoutMs} ms, so nothing ` +
      "was changed. Try again; if this repeats, look for a process that hangs.",
    { cause },
  );
}
