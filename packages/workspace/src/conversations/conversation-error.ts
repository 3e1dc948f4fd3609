import { systemCode } from "../access/failures.ts";

export type ConversationErrorCode =
  /** There is no such conversation in this workspace. */
  | "missing"
  /** Another process works on it. */
  | "in-use"
  /** Its file isn't what this program writes. */
  | "damaged"
  /** A newer version of Toolwright wrote it. */
  | "newer"
  /** It has reached its largest size. */
  | "too-large"
  /** The disk or the user's quota is full. */
  | "full"
  /** The state directory or a file in it can't be read or written. */
  | "unavailable";

const brand = Symbol.for("toolwright.conversation-error");

/** A conversation can't be stored or continued. For people: the message names host paths and the next step. */
export class ConversationError extends Error {
  readonly [brand] = true;
  readonly code: ConversationErrorCode;

  constructor(code: ConversationErrorCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = "ConversationError";
    this.code = code;
  }

  /** True for a ConversationError of any copy of this package (`instanceof` fails across copies). */
  static isInstance(value: unknown): value is ConversationError {
    return typeof value === "object" && value !== null && brand in value;
  }
}

/** An error of the file system as a ConversationError; our own mistakes unchanged. */
export function conversationErrorOf(thrown: unknown, directory: string): unknown {
  const code = systemCode(thrown);
  if (ConversationError.isInstance(thrown) || code === null) return thrown;
  if (code === "ENOSPC" || code === "EDQUOT" || isFull(thrown)) {
    return new ConversationError(
      "full",
      `The disk of ${directory} is full, so the conversation can't be stored. Free some space.`,
      thrown,
    );
  }
  const { message } = thrown as Error;
  return new ConversationError(
    "unavailable",
    `Conversations can't be stored in ${directory} (${message}). Check that it is writable, or set XDG_STATE_HOME to another place.`,
    thrown,
  );
}

/** SQLite's SQLITE_FULL, of the lock. */
function isFull(thrown: unknown): boolean {
  return thrown instanceof Error && "errcode" in thrown && thrown.errcode === 13;
}
