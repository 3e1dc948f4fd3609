import {
  closeSync,
  fstatSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  rmSync,
  writeSync,
  readFileSync,
  constants,
} from "node:fs";
import { dirname } from "node:path";
import { newFileFlags, readFileFlags } from "../access/open-flags.ts";
import { systemCode } from "../access/failures.ts";
import { ConversationError, conversationErrorOf } from "./conversation-error.ts";

/** The version of the format, in the first line. */
const version = 1;

/** 256 MiB: far more than a conversation of thousands of steps. */
const maxBytes = 256 * 1024 ** 2;

const { O_NOFOLLOW, O_NONBLOCK, O_RDWR } = constants;

export interface ConversationHead {
  readonly id: string;
  /** The real path of the workspace's folder. */
  readonly workspace: string;
}

/** A conversation's file: a line that says whose it is, then one line for each record. */
export class ConversationFile {
  readonly #path: string;
  readonly #descriptor: number;
  #size: number;

  private constructor(path: string, descriptor: number, size: number) {
    this.#path = path;
    this.#descriptor = descriptor;
    this.#size = size;
  }

  /** Errors: ConversationError `full`, `unavailable`. */
  static create(path: string, head: ConversationHead): ConversationFile {
    return atDirectory(path, () => {
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
      const file = new ConversationFile(path, openSync(path, newFileFlags, 0o600), 0);
      try {
        file.append(JSON.stringify({ conversation: version, ...head }));
        return file;
      } catch (error) {
        file.close();
        rmSync(path, { force: true });
        throw error;
      }
    });
  }

  /** Opens a file whose lines were read, to append to them. Errors: as above, and `missing`. */
  static open(path: string, { bytes }: ConversationLines): ConversationFile {
    return atDirectory(path, () => {
      const descriptor = openSync(path, O_RDWR | O_NOFOLLOW | O_NONBLOCK);
      // A line without its end was being written when its process was killed.
      ftruncateSync(descriptor, bytes);
      return new ConversationFile(path, descriptor, bytes);
    });
  }

  /**
   * Writes a line, whole or not at all. It survives a kill of the process.
   *
   * Errors: ConversationError `full`, `unavailable`, `too-large`.
   */
  append(line: string): void {
    const bytes = Buffer.from(`${line}\n`);
    if (this.#size + bytes.length > maxBytes) throw tooLarge(this.#path);
    atDirectory(this.#path, () => {
      try {
        writeWhole(this.#descriptor, bytes, this.#size);
      } catch (error) {
        ftruncateSync(this.#descriptor, this.#size);
        throw error;
      }
    });
    this.#size += bytes.length;
  }

  close(): void {
    closeSync(this.#descriptor);
  }
}

/** The lines of a conversation behind its head, and the bytes of all whole lines. */
export interface ConversationLines {
  readonly lines: readonly string[];
  readonly bytes: number;
}

/**
 * Reads a conversation.
 *
 * Errors: ConversationError `missing`, `damaged`, `newer`, `too-large`, `unavailable`.
 */
export function readConversationFile(path: string, head: ConversationHead): ConversationLines {
  const content = contentOf(path, head);
  const bytes = content.lastIndexOf(0x0a) + 1;
  const [first = "", ...lines] = content.toString("utf8", 0, Math.max(0, bytes - 1)).split("\n");
  checkHead(first, path, head);
  return { lines, bytes };
}

function contentOf(path: string, { id }: ConversationHead): Buffer {
  try {
    const descriptor = openSync(path, readFileFlags);
    try {
      const stats = fstatSync(descriptor);
      if (!stats.isFile()) throw damaged(path, "it is no regular file");
      if (stats.size > maxBytes) throw tooLarge(path);
      return readFileSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    if (systemCode(error) === "ENOENT") throw missing(id);
    throw conversationErrorOf(error, dirname(path));
  }
}

function checkHead(line: string, path: string, { id, workspace }: ConversationHead): void {
  let head: Partial<Record<string, unknown>> | null;
  try {
    head = JSON.parse(line) as typeof head;
  } catch {
    head = null;
  }
  const found = head?.["conversation"];
  if (typeof found === "number" && found > version) throw newer(path);
  if (found !== version || head?.["id"] !== id || head["workspace"] !== workspace) {
    throw damaged(path, "its first line is not the one of this conversation");
  }
}

function writeWhole(descriptor: number, bytes: Buffer, position: number): void {
  let written = 0;
  while (written < bytes.length) {
    written += writeSync(descriptor, bytes, written, bytes.length - written, position + written);
  }
}

function atDirectory<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw conversationErrorOf(error, dirname(path));
  }
}

export function missing(id: string): ConversationError {
  return new ConversationError(
    "missing",
    `No conversation '${id}' in this workspace. To list them: toolwright conversations`,
  );
}

export function damaged(path: string, reason: string): ConversationError {
  return new ConversationError(
    "damaged",
    `The conversation in ${path} is damaged: ${reason}. The file was not changed.`,
  );
}

function newer(path: string): ConversationError {
  return new ConversationError(
    "newer",
    `The conversation in ${path} was written by a newer version of this program. Use that version.`,
  );
}

function tooLarge(path: string): ConversationError {
  return new ConversationError(
    "too-large",
    `The conversation in ${path} has reached its largest size of ${maxBytes / 1024 ** 2} MiB. Begin a new one.`,
  );
}
