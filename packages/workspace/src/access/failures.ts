import type { Stats } from "node:fs";
import { type ErrorCode, ToolError } from "@toolwright/core";
import { messageOf, shownPath } from "@toolwright/core/internal";
import type { PathOperation } from "@toolwright/core/ports";

/**
 * Thrown inside this package only: the resolved path no longer exists and must be resolved again.
 */
export class PathMoved extends Error {
  constructor(cause?: unknown) {
    super("the path changed while it was used", { cause });
    this.name = "PathMoved";
  }
}

/** The system's code of a `node:fs` error, such as `ENOENT`; null for other errors. */
export function systemCode(error: unknown): string | null {
  if (!(error instanceof Error) || !("code" in error)) return null;
  return typeof error.code === "string" ? error.code : null;
}

/** Whether part of a path was replaced between looking and opening. */
export function isGone(error: unknown): boolean {
  const code = systemCode(error);
  return code === "ENOENT" || code === "ENOTDIR" || code === "ELOOP" || code === "ESTALE";
}

export type OtherKind = "directory" | "link" | "FIFO" | "socket" | "device" | "file";

export function kindOf(
  stats: Pick<Stats, "isFile" | "isDirectory" | "isSymbolicLink" | "isFIFO" | "isSocket">,
): OtherKind {
  if (stats.isFile()) return "file";
  if (stats.isDirectory()) return "directory";
  if (stats.isSymbolicLink()) return "link";
  if (stats.isFIFO()) return "FIFO";
  return stats.isSocket() ? "socket" : "device";
}

export function notAFile(asked: string, kind: OtherKind): ToolError {
  const remedy =
    kind === "directory"
      ? "List it, or name a file in it."
      : "Only regular files and directories can be used.";
  return new ToolError("not-a-file", `${shownPath(asked)} is a ${kind}, not a file. ${remedy}`);
}

export function notADirectory(asked: string): ToolError {
  return new ToolError(
    "input-invalid",
    `${shownPath(asked)} is not a directory. Read it as a file, or name the directory it is in.`,
  );
}

/** For a handle that leads nowhere. */
export function missingOutput(handle: string): ToolError {
  return new ToolError(
    "file-not-found",
    `There is no stored output ${shownPath(handle)} in this workspace. Outputs are deleted after a week, or when there are too many. Run the call again.`,
  );
}

export function leadsOutside(asked: string): ToolError {
  return new ToolError(
    "path-outside-workspace",
    `${shownPath(asked)} is, or goes through, a link that leads outside the workspace, so it is ` +
      "not used. Name a path that stays inside.",
  );
}

export function kernelPlace(asked: string): ToolError {
  return new ToolError(
    "path-outside-workspace",
    `${shownPath(asked)} leads to /proc, /dev or /sys, which are never read or written as files.`,
  );
}

const verbs = { read: "reads", inspect: "looks at", write: "writes", delete: "deletes" } as const;

export function notDeclared(operation: PathOperation, asked: string): ToolError {
  return new ToolError(
    "permission-denied",
    `The call did not declare that it ${verbs[operation]} ${shownPath(asked)}, so it is refused.`,
  );
}

export const isGoneText = "is gone: it was moved or removed since it was read. Look again.";

export function changed(asked: string, what: string): ToolError {
  return new ToolError("file-changed", `${shownPath(asked)} ${what}`);
}

/** The error for a system failure; `doing` completes "could not be …". */
export function systemFailure(error: unknown, asked: string, doing: string): Error {
  if (ToolError.isInstance(error)) return error;
  const code = systemCode(error);
  if (error instanceof PathMoved || isGone(error)) {
    return new ToolError(
      "file-changed",
      `${shownPath(asked)} kept changing while it was being ${doing}. Try again.`,
      { cause: error },
    );
  }
  if (code === null) return error instanceof Error ? error : new Error(messageOf(error));
  const [toolCode, reason] = systemReasons[code] ?? ["internal", "the system reported an error"];
  return new ToolError(
    toolCode,
    `${shownPath(asked)} could not be ${doing}: ${reason} (${code}).`,
    { cause: error },
  );
}

const refused = "the system does not permit it to this user";
const systemReasons: Readonly<Record<string, readonly [ErrorCode, string]>> = {
  EACCES: ["permission-denied", refused],
  EPERM: ["permission-denied", refused],
  EROFS: ["permission-denied", "the file system is read-only"],
  EBUSY: ["permission-denied", "it is in use, or a mount point"],
  ENOTEMPTY: ["file-changed", "new entries keep appearing in it"],
  ENAMETOOLONG: ["input-invalid", "its name or path is too long for the file system"],
  ENOSPC: ["internal", "no space is left on the device"],
  EDQUOT: ["internal", "the disk quota is used up"],
  EFBIG: ["internal", "it would exceed the largest file size here"],
  EIO: ["internal", "the device failed"],
  EMFILE: ["internal", "too many files are open"],
  ENFILE: ["internal", "too many files are open on this system"],
};
