/** One changed part of a file: its lines before and after, with some unchanged lines around. */
export interface DiffHunk {
  /** As the diff's header writes it, without git's prefix. */
  readonly path: string;
  /** Null: the file is new. */
  readonly oldText: string | null;
  readonly newText: string;
  /** The first line in the new file, from 1. */
  readonly line: number;
}

export interface ParsedDiff {
  readonly hunks: readonly DiffHunk[];
  /** Lines about the diff itself, such as what it leaves out. */
  readonly notes: readonly string[];
}

interface OpenHunk {
  readonly path: string;
  readonly isNewFile: boolean;
  readonly line: number;
  readonly before: string[];
  readonly after: string[];
  oldLeft: number;
  newLeft: number;
}

const hunkHeader = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/;
const noNewline = "\\ No newline at end of file";

/** The hunks of a unified diff, also of several files. The counts in a hunk's header tell where it ends. */
export function diffHunks(diff: string): ParsedDiff {
  const hunks: OpenHunk[] = [];
  const notes: string[] = [];
  let [oldName, newName] = ["", ""];
  for (const row of diff.split("\n")) {
    const open = hunks.at(-1);
    if (open !== undefined && (open.oldLeft > 0 || open.newLeft > 0) && addRow(open, row)) continue;
    const header = hunkHeader.exec(row);
    if (header !== null) {
      hunks.push({
        path: newName === "/dev/null" ? oldName : newName,
        isNewFile: oldName === "/dev/null",
        line: Math.max(1, Number(header[3])),
        before: [],
        after: [],
        oldLeft: Number(header[2] ?? 1),
        newLeft: Number(header[4] ?? 1),
      });
    } else if (row.startsWith("--- ")) oldName = fileName(row.slice(4));
    else if (row.startsWith("+++ ")) newName = fileName(row.slice(4));
    else if (row.startsWith("\\ ") && row !== noNewline) notes.push(row.slice(2));
  }
  return { hunks: hunks.map(closed), notes };
}

/** False for a row that belongs to no hunk. */
function addRow(hunk: OpenHunk, row: string): boolean {
  const sign = row[0];
  if (sign !== " " && sign !== "-" && sign !== "+") return row === noNewline;
  if (sign !== "+") {
    hunk.before.push(row.slice(1));
    hunk.oldLeft -= 1;
  }
  if (sign !== "-") {
    hunk.after.push(row.slice(1));
    hunk.newLeft -= 1;
  }
  return true;
}

function closed({ path, isNewFile, line, before, after }: OpenHunk): DiffHunk {
  return { path, oldText: isNewFile ? null : textOf(before), newText: textOf(after), line };
}

function textOf(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join("");
}

function fileName(name: string): string {
  return name.replace(/^[ab]\//, "");
}
