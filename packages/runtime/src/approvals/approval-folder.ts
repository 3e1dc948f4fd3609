import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readSync,
  realpathSync,
} from "node:fs";
import { join } from "node:path";
import { messageOf } from "@toolwright/core/internal";
import { replaceStateFile } from "@toolwright/workspace/state";
import { ApprovalError } from "./approval-error.ts";
import { maxQuestionBytes } from "./portable-question.ts";

/** A place where questions wait for answers: a folder, a table, a chat. Write access to it decides nothing. */
export interface ApprovalPlace {
  /** Keeps a question's text, in place of an earlier one of the same id. */
  put(id: string, text: string): Promise<void> | void;
  /** The question's text, with its answer if there is one; null if there is none. */
  get(id: string): Promise<string | null> | string | null;
}

/** A folder with a file for each question. */
export interface ApprovalFolder extends ApprovalPlace {
  readonly fileOf: (id: string) => string;
}

/**
 * Opens a folder for questions, and makes it if need be.
 *
 * Errors: ApprovalError when it can't be made, or is a link: a call may change where a link in the workspace leads.
 */
export function openApprovalFolder(directory: string): ApprovalFolder {
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    if (lstatSync(directory).isSymbolicLink()) throw new Error("it is a link: name its target");
  } catch (thrown) {
    throw new ApprovalError(
      `No question can be left in ${directory}: ${messageOf(thrown)}.`,
      thrown,
    );
  }
  const real = realpathSync(directory);
  const fileOf = (id: string): string => join(real, `${id}.json`);
  return {
    fileOf,
    put(id, text) {
      // A folder that was swapped since could lead anywhere.
      if (realpathSync(directory) !== real) {
        throw new ApprovalError(`${directory} leads elsewhere than at the start.`);
      }
      replaceQuestionFile(fileOf(id), text);
    },
    get: (id) => readQuestionFile(fileOf(id)),
  };
}

/**
 * The text of a question's file; null if there is none.
 *
 * Errors: ApprovalError, without the path, for a link, a device or the like, and for a file that is too large. Nothing is waited for.
 */
export function readQuestionFile(file: string): string | null {
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
  let descriptor: number;
  try {
    descriptor = openSync(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  } catch (thrown) {
    const { code } = thrown as NodeJS.ErrnoException;
    if (code === "ENOENT") return null;
    const why = code === "ELOOP" ? "it is a link" : `it can't be read (${code ?? "unknown error"})`;
    throw new ApprovalError(`This is no valid approval: ${why}.`, thrown);
  }
  try {
    if (fstatSync(descriptor).isFile()) return textIn(descriptor);
    throw new ApprovalError("This is no valid approval: it is not a regular file.");
  } finally {
    closeSync(descriptor);
  }
}

/** At most a byte too many is read, however much a file holds or gets meanwhile. */
function textIn(descriptor: number): string {
  const bytes = Buffer.alloc(maxQuestionBytes + 1);
  let length = 0;
  for (;;) {
    const read = readSync(descriptor, bytes, length, bytes.length - length, null);
    length += read;
    if (length > maxQuestionBytes) {
      throw new ApprovalError("This is no valid approval: it is too long.");
    }
    if (read === 0) return bytes.toString("utf8", 0, length);
  }
}

/**
 * Replaces a question's file atomically, and a link by a file. Who may read it stays the same, so that the user who asked
 * can read the answer of another one.
 *
 * Errors: those of the file system.
 */
export function replaceQuestionFile(file: string, text: string): void {
  replaceStateFile(file, text, { keepsMode: true });
}
