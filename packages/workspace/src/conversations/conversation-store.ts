import { existsSync, lstatSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Retention } from "../journal/journal-store.ts";
import { namesIn } from "../state/names-in.ts";
import { ConversationError, conversationErrorOf } from "./conversation-error.ts";
import { ConversationFile, missing, readConversationFile } from "./conversation-file.ts";
import { lockFile } from "./conversation-lock.ts";
import { conversationDirectory } from "./conversation-workspaces.ts";

export interface ConversationStoreOptions {
  readonly stateDirectory: string;
  /** The real path of the workspace's folder. */
  readonly workspace: string;
  /** Older conversations are deleted when a new one begins. Default: nothing is deleted. */
  readonly retention?: Retention;
  /** Milliseconds since the epoch. Default: the system's clock. */
  readonly now?: () => number;
}

/** A stored conversation without its content. */
export interface StoredConversation {
  readonly id: string;
  readonly updatedAtMs: number;
  readonly bytes: number;
}

/** A conversation that only this process may continue. */
export interface OpenConversation extends Disposable {
  /** The records so far, one line of JSON each. */
  readonly lines: readonly string[];
  /**
   * Stores a record, whole or not at all.
   *
   * Errors: ConversationError `full`, `unavailable`, `too-large`.
   */
  append(line: string): void;
}

/** Ids come from outside and become file names. */
const idPattern = /^[a-z0-9](?:[a-z0-9-]{0,98}[a-z0-9])?$/i;
const suffix = ".jsonl";
const lockSuffix = ".lock";

/**
 * The conversations of one workspace: files that only this user can read, in
 * `conversations/` of the state directory. Nothing is created before the first record.
 */
export class ConversationStore {
  readonly directory: string;
  readonly #options: ConversationStoreOptions;

  constructor(options: ConversationStoreOptions) {
    this.directory = conversationDirectory(options.stateDirectory, options.workspace);
    this.#options = options;
  }

  /** The latest first. */
  list(): readonly StoredConversation[] {
    const ids = namesIn(this.directory)
      .filter((name) => name.endsWith(suffix))
      .map((name) => name.slice(0, -suffix.length))
      .filter((id) => idPattern.test(id));
    return ids
      .flatMap((id) => {
        const stats = lstatSync(this.pathOf(id), { throwIfNoEntry: false });
        if (stats?.isFile() !== true) return [];
        return [{ id, updatedAtMs: Math.round(stats.mtimeMs), bytes: stats.size }];
      })
      .toSorted((one, other) => other.updatedAtMs - one.updatedAtMs);
  }

  pathOf(id: string): string {
    return join(this.directory, `${id}${suffix}`);
  }

  has(id: string): boolean {
    return existsSync(this.#checkedPath(id));
  }

  /**
   * The records of a conversation that another process may be writing.
   *
   * Errors: ConversationError `missing`, `damaged`, `newer`, `too-large`, `unavailable`.
   */
  read(id: string): readonly string[] {
    return readConversationFile(this.#checkedPath(id), this.#head(id)).lines;
  }

  /** Whether a process works on it. */
  isInUse(id: string): boolean {
    const path = `${this.#checkedPath(id)}${lockSuffix}`;
    if (!existsSync(path)) return false;
    const lock = this.#lock(id);
    lock?.[Symbol.dispose]();
    return lock === null;
  }

  /** Begins a conversation. Errors: ConversationError `in-use` for an id that exists, `full`, `unavailable`. */
  create(id: string): OpenConversation {
    return this.#opened(id, () => {
      const file = ConversationFile.create(this.pathOf(id), this.#head(id));
      this.#prune(id);
      return { file, lines: [] };
    });
  }

  /** Opens one to continue it. Errors: those of `read`; `in-use`, `full`. */
  open(id: string): OpenConversation {
    const path = this.#checkedPath(id);
    // Without a lock, so that a wrong id creates nothing.
    this.read(id);
    return this.#opened(id, () => {
      const read = readConversationFile(path, this.#head(id));
      return { file: ConversationFile.open(path, read), lines: read.lines };
    });
  }

  /** Deletes a conversation. Errors: ConversationError `missing`, `in-use`, `unavailable`. */
  remove(id: string): void {
    const path = this.#checkedPath(id);
    if (!this.has(id)) throw missing(id);
    const lock = this.#lock(id);
    if (lock === null) throw inUse(id);
    try {
      for (const file of [path, `${path}${lockSuffix}`]) rmSync(file, { force: true });
    } catch (error) {
      throw conversationErrorOf(error, this.directory);
    } finally {
      lock[Symbol.dispose]();
    }
  }

  #opened(
    id: string,
    open: () => { readonly file: ConversationFile; readonly lines: readonly string[] },
  ): OpenConversation {
    const lock = this.#lock(id);
    if (lock === null) throw inUse(id);
    try {
      const { file, lines } = open();
      return {
        lines,
        append: (line) => file.append(line),
        [Symbol.dispose]() {
          file.close();
          lock[Symbol.dispose]();
        },
      };
    } catch (error) {
      lock[Symbol.dispose]();
      throw error;
    }
  }

  #lock(id: string): Disposable | null {
    try {
      mkdirSync(this.directory, { recursive: true, mode: 0o700 });
      return lockFile(`${this.#checkedPath(id)}${lockSuffix}`);
    } catch (error) {
      throw conversationErrorOf(error, this.directory);
    }
  }

  /** Deletes what exceeds the limits, the oldest first. Never throws. */
  #prune(current: string): void {
    const { retention = {}, now = Date.now } = this.#options;
    const { maxAgeMs = Infinity, maxBytes = Infinity } = retention;
    let total = 0;
    for (const { id, updatedAtMs, bytes } of this.list()) {
      total += bytes;
      if (id === current || (now() - updatedAtMs <= maxAgeMs && total <= maxBytes)) continue;
      try {
        this.remove(id);
        total -= bytes;
      } catch (error) {
        if (!ConversationError.isInstance(error)) throw error;
      }
    }
  }

  #head(id: string): { readonly id: string; readonly workspace: string } {
    return { id, workspace: this.#options.workspace };
  }

  #checkedPath(id: string): string {
    if (!idPattern.test(id)) throw missing(id);
    return this.pathOf(id);
  }
}

function inUse(id: string): ConversationError {
  return new ConversationError(
    "in-use",
    `Another process works on the conversation '${id}'. Wait for its end, or stop it.`,
  );
}
