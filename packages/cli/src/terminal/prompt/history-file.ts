import { appendFileSync, chmodSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { readStateFile } from "@toolwright/workspace/state";

/** Where what was typed outlives the session. */
export interface HistoryFile {
  readonly entries: readonly string[];
  /** Adds a line; returns what went wrong the first time that it can't be kept, else null. */
  append(line: string): string | null;
}

const secret = 0o600;
const maxHistoryEntries = 1_000;

/** Whether a line belongs into the history: one that begins with a blank is kept out on purpose. */
export function isMemorable(line: string): boolean {
  return line.trim() !== "" && !/^\s/.test(line);
}

/**
 * One JSON text a line, oldest first, for the user's eyes only (0600). Other terminals may add to
 * the same file. Where it has grown past twice the limit it is cut to its newest 1,000 entries.
 *
 * Never throws: without a file, or with one that can't be read, the history is the session's own.
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
        const reason = thrown instanceof Error ? thrown.message : String(thrown);
        return `What you type is forgotten at the end of this session: ${reason}`;
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
    // A first start, or a file of somebody else's: the session starts without a past.
    return [];
  }
  return text.split("\n").flatMap((row) => {
    const entry = entryOf(row);
    return entry === null ? [] : [entry];
  });
}

/** Null for what a crash, or an editor, has left there. */
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
    // A history that is too long is better than none.
  }
}
