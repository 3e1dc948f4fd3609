import { type DiffPaths, gitPaths, pathsOf, unquotePath } from "./diff-paths.ts";
import { type FilePatch, type Hunk, PatchSyntaxError } from "./patch.ts";
import { isHunkHeader, readHunk } from "./unified-hunk.ts";

interface FileHeader {
  paths: DiffPaths;
  renameFrom: string | null;
  renameTo: string | null;
  isNew: boolean;
  isDeleted: boolean;
  mode: string | null;
}

/**
 * Parses unified diffs of `diff -u` and git, for several files.
 *
 * Errors: PatchSyntaxError, also for changes that text can't make: of binary files, links, copies.
 */
export function parseUnifiedDiff(lines: readonly string[]): {
  readonly files: readonly FilePatch[];
  readonly ignored: readonly string[];
} {
  const files: FilePatch[] = [];
  const ignored: string[] = [];
  let index = 0;
  while (index < lines.length) {
    const line = lines[index] ?? "";
    if (line.startsWith("GIT binary patch") || /^Binary files .* differ$/.test(line)) {
      throw new PatchSyntaxError(index + 1, "binary changes can't be applied from text");
    }
    if (isHunkHeader(line)) {
      throw new PatchSyntaxError(index + 1, "the hunk has no '--- ' and '+++ ' lines before it");
    }
    if (!isFileHeader(lines, index)) {
      index += 1;
      continue;
    }
    const { file, mode, end } = readFile(lines, index);
    if (file !== null) files.push(file);
    if (mode !== null) ignored.push(mode);
    index = end;
  }
  return { files, ignored };
}

function isFileHeader(lines: readonly string[], index: number): boolean {
  const line = lines[index] ?? "";
  return line.startsWith("diff --git ") || line.startsWith("--- ");
}

function readFile(
  lines: readonly string[],
  from: number,
): { readonly file: FilePatch | null; readonly mode: string | null; readonly end: number } {
  const header: FileHeader = {
    paths: { oldPath: null, newPath: null },
    renameFrom: null,
    renameTo: null,
    isNew: false,
    isDeleted: false,
    mode: null,
  };
  let index = from;
  if (lines[index]?.startsWith("diff --git ") === true) {
    header.paths = gitPaths(lines[index] ?? "") ?? header.paths;
    index += 1;
    while (readExtended(lines, index, header)) index += 1;
  }
  const isText = lines[index]?.startsWith("--- ") === true;
  if (isText) {
    readNames(lines, index, header);
    index += 2;
  }
  const hunks: Hunk[] = [];
  while (isText && startsHunk(lines, index, hunks.length)) {
    const { hunk, end } = readHunk(lines, index);
    hunks.push(hunk);
    index = end;
  }
  const file = fileOf(header, hunks, from + 1);
  const name = file?.path ?? header.paths.newPath ?? "";
  return {
    file,
    mode: header.mode === null ? null : `setting the mode ${header.mode} of '${name}'`,
    end: Math.max(index, from + 1),
  };
}

/** Some models leave out the header of the only hunk. */
function startsHunk(lines: readonly string[], index: number, count: number): boolean {
  const line = lines[index] ?? "";
  return isHunkHeader(line) || (count === 0 && /^[ +-]/.test(line) && !isFileHeader(lines, index));
}

function readNames(lines: readonly string[], index: number, header: FileHeader): void {
  const next = lines[index + 1] ?? "";
  if (!next.startsWith("+++ ")) {
    throw new PatchSyntaxError(index + 2, "expected a '+++ ' line after '--- '");
  }
  const paths = pathsOf(lines[index]?.slice(4) ?? "", next.slice(4));
  header.isNew ||= paths.oldPath === null;
  header.isDeleted ||= paths.newPath === null;
  header.paths = paths;
}

/** Reads one of git's lines between `diff --git` and `---`; false for any other line. */
function readExtended(lines: readonly string[], index: number, header: FileHeader): boolean {
  const line = lines[index] ?? "";
  const [, kind = "", value = ""] =
    /^(old mode|new mode|new file mode|deleted file mode|rename from|rename to|copy from|copy to|similarity index|dissimilarity index|index) (.*)$/.exec(
      line,
    ) ?? [];
  if (kind === "") return false;
  if (kind.endsWith("mode") && /^1[26]0000$/.test(value)) {
    throw new PatchSyntaxError(index + 1, "a patch can't change links or submodules");
  }
  if (kind.startsWith("copy")) {
    throw new PatchSyntaxError(index + 1, "a patch can't make copies: add the file instead");
  }
  if (kind === "rename from") header.renameFrom = unquotePath(value);
  else if (kind === "rename to") header.renameTo = unquotePath(value);
  else if (kind === "new file mode") {
    header.isNew = true;
    if (value !== "100644") header.mode = value;
  } else if (kind === "deleted file mode") header.isDeleted = true;
  else if (kind === "new mode") header.mode = value;
  return true;
}

function fileOf(header: FileHeader, hunks: readonly Hunk[], line: number): FilePatch | null {
  const { paths, renameFrom, renameTo } = header;
  if (header.isNew && header.isDeleted) {
    throw new PatchSyntaxError(line, "'/dev/null' can't be on both sides");
  }
  if (header.isDeleted) {
    const path = named(paths.oldPath, line);
    if (hunks.some(({ newLines }) => newLines.length > 0)) {
      throw new PatchSyntaxError(line, `'${path}' is deleted, so it can't have '+' or kept lines`);
    }
    return { type: "delete", path, hunks };
  }
  if (header.isNew) {
    const path = named(paths.newPath, line);
    if (hunks.some(({ oldLines }) => oldLines.length > 0)) {
      throw new PatchSyntaxError(line, `'${path}' is new, so it can only have '+' lines`);
    }
    const text = hunks.flatMap(({ newLines }) => newLines).map((added) => `${added}\n`);
    const lacksEnd = hunks.at(-1)?.finalLineEnd?.new === false;
    return { type: "add", path, text: lacksEnd ? text.join("").slice(0, -1) : text.join("") };
  }
  const path = named(renameFrom ?? paths.oldPath, line);
  const newPath = named(renameTo ?? paths.newPath, line);
  const movePath = path === newPath ? null : newPath;
  // Only the mode changes.
  if (hunks.length === 0 && movePath === null && header.mode !== null) return null;
  if (hunks.length === 0 && movePath === null) {
    throw new PatchSyntaxError(line, `'${path}' has no changes`);
  }
  return { type: "update", path, movePath, hunks };
}

function named(path: string | null, line: number): string {
  if (path === null || path === "") {
    throw new PatchSyntaxError(line, "the name of the file can't be read");
  }
  return path;
}
