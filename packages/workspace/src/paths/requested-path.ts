import { posix, win32 } from "node:path";
import { ToolError } from "@toolwright/core";
import { shownPath } from "@toolwright/core/internal";
import { isFileUri, pathOfFileUri } from "./file-uri.ts";
import { whyNotOnWindows } from "./windows-path.ts";

/** Linux's PATH_MAX without the final NUL. */
export const maxPathBytes = 4095;
/** NAME_MAX of practically every file system: in bytes, on Windows in UTF-16 units. */
export const maxNameLength = 255;

/**
 * The single interpretation of a requested path: absolute, normalised, without following links. A
 * `file://` URI is decoded once. `~`, `$HOME`, `%NAME%` and, on POSIX, backslashes are plain
 * characters. `.`, `..` and a trailing separator are removed as text.
 *
 * Errors: `input-invalid` for an invalid path.
 */
export function requestedPath(asked: string, cwd: string, platform: NodeJS.Platform): string {
  if (asked === "") {
    throw new ToolError("input-invalid", "The path is empty. Write '.' for the current directory.");
  }
  if (asked.length > maxPathBytes) throw tooLong(asked);
  if (asked.includes("\0")) throw invalid(asked, "contains a null character");
  if (!asked.isWellFormed())
    throw invalid(asked, "contains half of a surrogate pair, which is not valid text");
  const wanted = isFileUri(asked) ? pathOfFileUri(asked, platform) : asked;
  if (platform === "win32") {
    const reason = whyNotOnWindows(wanted);
    if (reason !== null) throw invalid(asked, reason);
  }
  const absolute = (platform === "win32" ? win32 : posix).resolve(cwd, wanted);
  checkLength(asked, absolute, platform);
  return absolute;
}

function checkLength(asked: string, absolute: string, platform: NodeJS.Platform): void {
  // A UTF-16 unit takes at most three bytes, so most paths are known to fit at once.
  if (absolute.length * 3 <= maxNameLength) return;
  if (Buffer.byteLength(absolute) > maxPathBytes) throw tooLong(asked);
  for (const name of absolute.split(platform === "win32" ? "\\" : "/")) {
    const length = platform === "win32" ? name.length : Buffer.byteLength(name);
    if (length > maxNameLength) {
      throw new ToolError(
        "input-invalid",
        `The path ${shownPath(asked)} has a name of ${length} bytes; the limit is ${maxNameLength}.`,
      );
    }
  }
}

function tooLong(asked: string): ToolError {
  return new ToolError(
    "input-invalid",
    `The path ${shownPath(asked)} is longer than ${maxPathBytes} bytes. Use a shorter one.`,
  );
}

function invalid(asked: string, problem: string): ToolError {
  return new ToolError("input-invalid", `The path ${shownPath(asked)} ${problem}.`);
}
