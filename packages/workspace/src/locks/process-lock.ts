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
 * through SQLite: it ends with its process however that dies, so there are no stale ones to judge.
 * Files share a fixed number of lock files by their real path, so that processes which opened
 * overlapping roots exclude each other, too.
 */
export class ProcessLock {
  readonly #directory: string;
  readonly #timeoutMs: number;

  constructor(directory: string, timeoutMs: number = defaultTimeoutMs) {
    this.#directory = directory;
    this.#timeoutMs = timeoutMs;
  }

  /**
   * Runs `change`, which must be synchronous and short, while no other process holds any of these.
   *
   * Errors: `internal` when another process has kept one for too long, and when the lock files
   * can't be used. Whatever `change` throws passes through.
   */
  async hold<T>(realPaths: readonly string[], change: () => T): Promise<T> {
    return this.holdUntil(realPaths, async () => change());
  }

  /**
   * The same for what takes its time: nobody else comes in before its end. Not to be held while
   * waiting for another lock of the same directory, which may share its lock file.
   */
  async holdUntil<T>(realPaths: readonly string[], change: () => Promise<T>): Promise<T> {
    // Loaded by the first change: a command that only reads never needs it.
    const { DatabaseSync } = sqlite();
    // In one order everywhere, so that two processes never wait for each other.
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

/** 256 names: rarely shared by chance, and never more files than that. */
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
    `Another process of this program has been changing files for over ${timeoutMs} ms, so nothing ` +
      "was changed. Try again; when it happens again, look for one that hangs.",
    { cause },
  );
}
