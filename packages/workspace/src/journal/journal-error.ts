import { ToolError } from "@toolwright/core";

export type JournalErrorCode =
  /** The disk or the user's quota is full. */
  | "full"
  /** The state directory or a file in it can't be read or written. */
  | "unavailable"
  /** Another process holds the journal for too long. */
  | "locked"
  /** The file is damaged or isn't a database. */
  | "corrupt"
  /** The journal was written by a newer version of Toolwright. */
  | "newer";

const journalErrorBrand = Symbol.for("toolwright.journal-error");

/** The journal can't be used. For people: the message names host paths and the next step. */
export class JournalError extends Error {
  readonly [journalErrorBrand] = true;
  readonly code: JournalErrorCode;

  constructor(code: JournalErrorCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = "JournalError";
    this.code = code;
  }

  /** True for a JournalError of any copy of this package (`instanceof` fails across copies). */
  static isInstance(value: unknown): value is JournalError {
    return typeof value === "object" && value !== null && journalErrorBrand in value;
  }
}

/** SQLite's primary result codes: https://sqlite.org/rescode.html */
const codes: Readonly<Record<number, JournalErrorCode>> = {
  3: "unavailable", // PERM
  5: "locked", // BUSY
  6: "locked", // LOCKED
  8: "unavailable", // READONLY
  10: "unavailable", // IOERR
  11: "corrupt", // CORRUPT
  13: "full", // FULL
  14: "unavailable", // CANTOPEN
  23: "unavailable", // AUTH
  26: "corrupt", // NOTADB
};

const systemCodes: Readonly<Record<string, JournalErrorCode>> = {
  ENOSPC: "full",
  EDQUOT: "full",
  EACCES: "unavailable",
  EPERM: "unavailable",
  EROFS: "unavailable",
  ENOTDIR: "unavailable",
  EEXIST: "unavailable",
  EISDIR: "unavailable",
  ENAMETOOLONG: "unavailable",
  EIO: "unavailable",
  ENOTSUP: "unavailable",
  EMFILE: "unavailable",
  ENFILE: "unavailable",
};

/** For a model: why a call isn't run. It names no host path; a notice to the person does. */
export function notJournalled(error: JournalError): ToolError {
  const reason = {
    full: "the disk that holds it is full",
    locked: "another process holds it",
    unavailable: "it can't be written",
    corrupt: "it is damaged",
    newer: "a newer version of this program wrote it",
  }[error.code];
  return new ToolError(
    "internal",
    `Not run, because the journal can't record it: ${reason}. Tell the person, and try again later.`,
    { cause: error },
  );
}

/** Errors of SQLite or the file system as a JournalError; our own mistakes unchanged. */
export function journalErrorOf(thrown: unknown, directory: string): unknown {
  if (JournalError.isInstance(thrown) || !(thrown instanceof Error)) return thrown;
  const code = codeOf(thrown);
  return code === undefined
    ? thrown
    : new JournalError(code, wordsFor(code, directory, thrown), thrown);
}

function codeOf(error: Error): JournalErrorCode | undefined {
  if ("errcode" in error && typeof error.errcode === "number") return codes[error.errcode & 0xff];
  if ("code" in error && typeof error.code === "string") return systemCodes[error.code];
  return undefined;
}

function wordsFor(code: JournalErrorCode, directory: string, { message }: Error): string {
  switch (code) {
    case "full":
      return `The disk of ${directory} is full, so the journal can't be written. Free some space, for example with 'toolwright journal prune --max-size 200MB'.`;
    case "locked":
      return `Another process has held the journal in ${directory} for too long. Try again; if this repeats, look for a process that hangs.`;
    case "corrupt":
      return `The journal in ${directory} is damaged (${message}).`;
    default:
      return `The journal in ${directory} can't be used (${message}). Check that the directory exists and is writable, or set XDG_STATE_HOME to another one.`;
  }
}
