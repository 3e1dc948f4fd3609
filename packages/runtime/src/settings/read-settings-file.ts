import { createHash } from "node:crypto";
import { closeSync, constants, fstatSync, lstatSync, openSync, readSync } from "node:fs";
import { settingsError } from "../errors.ts";
import type { Position } from "./settings.ts";

/** More than anybody writes by hand. */
const maxBytes = 4 * 1024 * 1024;

export interface SettingsText {
  readonly text: string;
  /** SHA-256 of the bytes, in hex. */
  readonly digest: string;
}

/**
 * The text of a settings file, or null when there is none. Reads regular files only: a workspace
 * may put anything under the name of its settings. More than `most` bytes, 4 MiB by default, aren't.
 *
 * Errors: ConfigurationError `settings-invalid` when it can't be read.
 */
export function readSettingsFile(path: string, most: number = maxBytes): SettingsText | null {
  let descriptor: number;
  try {
    // Non-blocking: opening a FIFO that nobody writes to would wait for ever.
    descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (thrown) {
    const code = codeOf(thrown);
    if (code === "ENOENT" && isLink(path)) {
      throw settingsError(path, "it is a link that leads to nothing");
    }
    if (code === "ENOENT" || code === "ENOTDIR") return null;
    throw settingsError(path, `it can't be opened (${code})`);
  }
  try {
    const stat = fstatSync(descriptor);
    if (!stat.isFile()) throw settingsError(path, "it is no regular file");
    if (stat.size > most) {
      throw settingsError(path, `it has ${stat.size} bytes, more than the ${most} allowed`);
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
  // In steps, as a decoder doesn't tell where it failed; a settings file is small.
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

/** A dangling link: its owner means to have settings, and passing over them could loosen. */
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
