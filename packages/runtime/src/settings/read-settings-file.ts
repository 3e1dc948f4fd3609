import { createHash } from "node:crypto";
import { closeSync, constants, fstatSync, lstatSync, openSync, readSync } from "node:fs";
import { settingsError } from "../errors.ts";
import type { Position } from "./settings.ts";

/** More than a handwritten file needs. */
const maxBytes = 4 * 1024 * 1024;

export interface SettingsText {
  readonly text: string;
  /** SHA-256 of the bytes, in hex. */
  readonly digest: string;
}

/**
 * The text of a settings file, or null if there is none. Reads only regular files of at most `most` bytes
 * (default: 4 MiB), as a workspace can put anything in that place.
 *
 * Errors: ConfigurationError `settings-invalid` if it can't be read.
 */
export function readSettingsFile(path: string, most: number = maxBytes): SettingsText | null {
  let descriptor: number;
  try {
    // Non-blocking, as opening a FIFO without a writer would wait forever.
    descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (thrown) {
    const code = codeOf(thrown);
    if (code === "ENOENT" && isLink(path)) {
      throw settingsError(path, "it is a dangling link");
    }
    if (code === "ENOENT" || code === "ENOTDIR") return null;
    throw settingsError(path, `it can't be opened (${code})`);
  }
  try {
    const stat = fstatSync(descriptor);
    if (!stat.isFile()) throw settingsError(path, "it isn't a regular file");
    if (stat.size > most) {
      throw settingsError(path, `it has ${stat.size} bytes; the limit is ${most}`);
    }
    const bytes = readAll(descriptor, stat.size);
    const digest = createHash("sha256").update(bytes).digest("hex");
    return { text: decode(bytes, path), digest };
  } finally {
    closeSync(descriptor);
  }
}

function readAll(descriptor: number, size: number): Uint8Array {
  const buffer = new Uint8Array(size);
  let length = 0;
  while (length < size) {
    const count = readSync(descriptor, buffer, length, size - length, null);
    if (count === 0) break;
    length += count;
  }
  return buffer.subarray(0, length);
}

function decode(bytes: Uint8Array, path: string): string {
  try {
    // Also drops a byte order mark.
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw settingsError(path, "it isn't UTF-8 text", positionAfter(validBeginning(bytes)));
  }
}

/** The text before the first byte that isn't UTF-8. */
function validBeginning(bytes: Uint8Array): string {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let text = "";
  // Byte by byte, as a decoder doesn't report where it failed. Settings files are small.
  for (let at = 0; at < bytes.length; at += 1) {
    try {
      text += decoder.decode(bytes.subarray(at, at + 1), { stream: true });
    } catch {
      break;
    }
  }
  return text;
}

function positionAfter(text: string): Position {
  const lines = text.split("\n");
  return { line: lines.length, column: (lines.at(-1) ?? "").length + 1 };
}

/** Whether a missing file is a dangling link. Ignoring it could loosen the policy. */
function isLink(path: string): boolean {
  try {
    return lstatSync(path).isSymbolicLink();
  } catch {
    return false;
  }
}

function codeOf(thrown: unknown): string {
  return (thrown as NodeJS.ErrnoException).code ?? "unknown error";
}
