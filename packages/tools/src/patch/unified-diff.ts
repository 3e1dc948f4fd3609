import { type FilePatch, type Hunk, PatchSyntaxError } from "./patch.ts";

const hunkHeader = /^@@+ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@+(.*)$/;

/** Unified diffs as `diff -u` and git write them; several files. */
export function parseUnifiedDiff(lines: readonly string[]): readonly FilePatch[] {
  const files: FilePatch[] = [];
  let index = 0;
  while (index < lines.length) {
    const line = lines[index] ?? "";
    if (line.startsWith("GIT binary patch") || /^Binary files .* differ$/.test(line)) {
      throw new PatchSyntaxError(index + 1, "binary changes can't be applied from text");
    }
    const isHeader = line.startsWith("diff --git ") || line.startsWith("--- ");
    if (!isHeader) {
      if (hunkHeader.test(line)) {
        throw new PatchSyntaxError(index + 1, "a hunk without '--- ' and '+++ ' lines before it");
      }
      index += 1;
      continue;
    }
    const read = readFile(lines, index);
    if (read.file !== null) files.push(read.file);
    index = read.end;
  }
  return files;
}

interface Header {
  oldPath: string | null;
  newPath: string | null;
  renameFrom: string | null;
  renameTo: string | null;
  isNew: boolean;
  isDeleted: boolean;
}

function readFile(
  lines: readonly string[],
  from: number,
): { readonly file: FilePatch | null; readonly end: number } {
  const header: Header = {
    oldPath: null,
    newPath: null,
    renameFrom: null,
    renameTo: null,
    isNew: false,
    isDeleted: false,
  };
  let index = from;
  if (lines[index]?.startsWith("diff --git ") === true) {
    gitPaths(lines[index] ?? "", header);
    index += 1;
  }
  for (; index < lines.length; index += 1) {
    const line = lines[index] ?? "";
    if (/^(?:old mode|new mode|new file mode) 120000/.test(line)) {
      throw new PatchSyntaxError(index + 1, "links can't be made by a patch");
    }
    if (line.startsWith("rename from ")) header.renameFrom = unquote(line.slice(12));
    else if (line.startsWith("rename to ")) header.renameTo = unquote(line.slice(10));
    else if (line.startsWith("new file mode")) header.isNew = true;
    else if (line.startsWith("deleted file mode")) header.isDeleted = true;
    else if (!/^(?:index |old mode|new mode|similarity|dissimilarity|copy )/.test(line)) break;
  }
  if (lines[index]?.startsWith("--- ") === true) {
    const next = lines[index + 1] ?? "";
    if (!next.startsWith("+++ ")) {
      throw new PatchSyntaxError(index + 2, "a '+++ ' line was expected after '--- '");
    }
    header.oldPath = pathOf(lines[index]?.slice(4) ?? "");
    header.newPath = pathOf(next.slice(4));
    header.isNew ||= header.oldPath === null;
    header.isDeleted ||= header.newPath === null;
    index += 2;
  }
  const hunks: Hunk[] = [];
  while (index < lines.length && hunkHeader.test(lines[index] ?? "")) {
    const read = readHunk(lines, index);
    hunks.push(read.hunk);
    index = read.end;
  }
  return { file: fileOf(header, hunks, from + 1), end: Math.max(index, from + 1) };
}

function fileOf(header: Header, hunks: readonly Hunk[], line: number): FilePatch | null {
  const { oldPath, newPath, renameFrom, renameTo } = header;
  if (header.isDeleted) {
    const path = oldPath ?? renameFrom;
    if (path === null) throw new PatchSyntaxError(line, "a deleted file without a name");
    return { type: "delete", path };
  }
  if (header.isNew) {
    const path = newPath ?? renameTo;
    if (path === null) throw new PatchSyntaxError(line, "a new file without a name");
    const text = hunks
      .flatMap(({ newLines }) => newLines)
      .map((text) => `${text}\n`)
      .join("");
    return { type: "add", path, text: hunks.at(-1)?.isAtEnd === true ? text.slice(0, -1) : text };
  }
  const from = renameFrom ?? oldPath;
  const to = renameTo ?? newPath;
  if (from === null || to === null) return null;
  if (hunks.length === 0 && from === to) return null;
  return { type: "update", path: from, movePath: from === to ? null : to, hunks };
}

function readHunk(
  lines: readonly string[],
  at: number,
): { readonly hunk: Hunk; readonly end: number } {
  const [, oldStart, oldCount, , newCount] = hunkHeader.exec(lines[at] ?? "") ?? [];
  let oldLeft = Number(oldCount ?? 1);
  let newLeft = Number(newCount ?? 1);
  const oldLines: string[] = [];
  const newLines: string[] = [];
  let lacksNewline = false;
  let index = at + 1;
  for (; index < lines.length; index += 1) {
    const line = lines[index] ?? "";
    if (line.startsWith("\\")) {
      lacksNewline = true;
      continue;
    }
    const sign = line[0] ?? " ";
    // Models miscount: the counts only tell a removed line '--- a' from the next file's header.
    const isNextFile =
      oldLeft <= 0 && newLeft <= 0 && (line.startsWith("--- ") || line.startsWith("diff --git "));
    if (isNextFile || hunkHeader.test(line)) break;
    if (sign === "+") {
      newLines.push(line.slice(1));
      newLeft -= 1;
    } else if (sign === "-") {
      oldLines.push(line.slice(1));
      oldLeft -= 1;
    } else if (sign === " " && (line !== "" || oldLeft > 0 || newLeft > 0)) {
      oldLines.push(line.slice(1));
      newLines.push(line.slice(1));
      oldLeft -= 1;
      newLeft -= 1;
    } else break;
  }
  const hunk: Hunk = {
    anchors: [],
    oldLines,
    newLines,
    isAtEnd: lacksNewline,
    lineHint: Number(oldStart),
  };
  return { hunk, end: index };
}

function gitPaths(line: string, header: Header): void {
  const match = /^diff --git (?:"?a\/(.+?)"?) (?:"?b\/(.+?)"?)$/.exec(line);
  if (match === null) return;
  header.oldPath = match[1] ?? null;
  header.newPath = match[2] ?? null;
}

/** Null for `/dev/null`: there is no such file on that side. */
function pathOf(written: string): string | null {
  const [bare = ""] = unquote(written).split("\t");
  const path = bare.trim();
  if (path === "/dev/null") return null;
  return path.replace(/^[ab]\//, "");
}

function unquote(written: string): string {
  const text = written.trim();
  if (!text.startsWith('"') || !text.endsWith('"') || text.length < 2) return written;
  try {
    return String(JSON.parse(text));
  } catch {
    return text.slice(1, -1);
  }
}
