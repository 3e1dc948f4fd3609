import { messageOf, type Phrase } from "@toolwright/core/internal";
import { phrase } from "../../language/phrase.ts";
import { appendFileSync, chmodSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { readStateFile } from "@toolwright/workspace/state";

/** Keeps typed lines between sessions. */
export interface HistoryFile {
  readonly entries: readonly string[];
  /** Adds a line. Returns the error of the first failure, otherwise null. */
  append(line: string): Phrase | null;
}

const secret = 0o600;
const maxHistoryEntries = 1_000;

/** Whether a line goes into the history. A leading blank keeps it out. */
export function isMemorable(line: string): boolean {
  return line.trim() !== "" && !/^\s/.test(line);
}

/**
 * Opens the history: one JSON string per line, oldest first, readable by the user only (0600). Other
 * terminals may add to the same file. Beyond 2,000 entries it is cut to the newest 1,000.
 *
 * Never throws. Without a readable file, the history lasts for this session.
 */
export function openHistoryFile(path: string | null): HistoryFile {
  if (path === null) return { entries: [], append: () => null };
  const entries = readEntries(path);
  if (entries.length > 2 * maxHistoryEntries) rewrite(path, entries.slice(-maxHistoryEntries));
  let hasFailed = false;
  return {
    entries: entries.slice(-maxHistoryEntries),
    append(line) {
      if (!isMemorable(line) || hasFailed) return null;
      try {
        mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
        appendFileSync(path, `${JSON.stringify(line)}\n`, { mode: secret });
        return null;
      } catch (thrown) {
        hasFailed = true;
        return phrase("Your input history can't be saved: {reason}", {
          reason: messageOf(thrown),
        });
      }
    },
  };
}

function readEntries(path: string): string[] {
  let text: string;
  try {
    text = readStateFile(path).toString();
    chmodSync(path, secret);
  } catch {
    // There is no file yet, or it isn't readable.
    return [];
  }
  return text.split("\n").flatMap((row) => {
    const entry = entryOf(row);
    return entry === null ? [] : [entry];
  });
}

/** Null for a damaged line. */
function entryOf(row: string): string | null {
  if (!row.startsWith('"')) return null;
  try {
    return String(JSON.parse(row));
  } catch {
    return null;
  }
}

function rewrite(path: string, entries: readonly string[]): void {
  const temporary = `${path}.${process.pid}`;
  try {
    const rows = entries.map((entry) => `${JSON.stringify(entry)}\n`);
    writeFileSync(temporary, rows.join(""), { mode: secret });
    renameSync(temporary, path);
  } catch {
    // The long file stays.
  }
}
