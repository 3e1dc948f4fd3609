import { type FilePatch, type Hunk, PatchSyntaxError } from "./patch.ts";

const fileHeader = /^\*\*\* (Add|Update|Delete) File: (.*)$/;

/** Codex's patch format, as its apply_patch tool documents it. */
export function parseCodexPatch(lines: readonly string[]): readonly FilePatch[] {
  const files: FilePatch[] = [];
  let index = lines[0]?.trim() === "*** Begin Patch" ? 1 : 0;
  while (index < lines.length) {
    const line = lines[index] ?? "";
    if (line.trim() === "*** End Patch") break;
    if (line.trim() === "") {
      index += 1;
      continue;
    }
    const header = fileHeader.exec(line.trimEnd());
    if (header === null) {
      throw new PatchSyntaxError(
        index + 1,
        `'${line.slice(0, 60)}' where '*** Add File: ', '*** Update File: ', '*** Delete File: ' or '*** End Patch' was expected`,
      );
    }
    const [, kind, rawPath = ""] = header;
    const path = rawPath.trim();
    if (path === "") throw new PatchSyntaxError(index + 1, "the file has no name");
    const end = endOfFile(lines, index + 1);
    if (kind === "Delete") files.push({ type: "delete", path });
    else if (kind === "Add")
      files.push({ type: "add", path, text: addedText(lines, index + 1, end) });
    else files.push(updateOf(path, lines, index + 1, end));
    index = end;
  }
  return files;
}

function endOfFile(lines: readonly string[], from: number): number {
  for (let index = from; index < lines.length; index += 1) {
    const line = lines[index] ?? "";
    if (fileHeader.test(line.trimEnd()) || line.trim() === "*** End Patch") return index;
  }
  return lines.length;
}

function addedText(lines: readonly string[], from: number, end: number): string {
  const added: string[] = [];
  for (let index = from; index < end; index += 1) {
    const line = lines[index] ?? "";
    if (line.startsWith("+")) added.push(line.slice(1));
    else if (line.trim() !== "") {
      throw new PatchSyntaxError(index + 1, "each line of an added file begins with '+'");
    }
  }
  return added.map((line) => `${line}\n`).join("");
}

function updateOf(path: string, lines: readonly string[], from: number, end: number): FilePatch {
  const move = /^\*\*\* Move to: (.*)$/.exec(lines[from]?.trimEnd() ?? "");
  const movePath = move?.[1]?.trim() ?? null;
  const hunks = hunksOf(lines, move === null ? from : from + 1, end);
  if (hunks.length === 0 && movePath === null) {
    throw new PatchSyntaxError(from, `'${path}' is updated, but no change follows`);
  }
  return { type: "update", path, movePath, hunks };
}

interface OpenHunk {
  anchors: string[];
  oldLines: string[];
  newLines: string[];
  isAtEnd: boolean;
}

const emptyHunk = (): OpenHunk => ({ anchors: [], oldLines: [], newLines: [], isAtEnd: false });

function hunksOf(lines: readonly string[], from: number, end: number): readonly Hunk[] {
  const hunks: Hunk[] = [];
  let hunk = emptyHunk();
  const hasLines = (): boolean => hunk.oldLines.length + hunk.newLines.length > 0;
  const close = (): void => {
    if (hasLines()) hunks.push({ ...hunk, lineHint: null });
    hunk = emptyHunk();
  };
  for (let index = from; index < end; index += 1) {
    const line = lines[index] ?? "";
    const sign = line[0];
    if (line.startsWith("@@")) {
      if (hasLines()) close();
      const anchor = line
        .slice(2)
        .replace(/\s*@@\s*$/, "")
        .trim();
      // Line numbers of a unified diff say nothing here.
      if (anchor !== "" && !/^-\d+(?:,\d+)? \+\d+(?:,\d+)?$/.test(anchor))
        hunk.anchors.push(anchor);
    } else if (line.trim() === "*** End of File") {
      hunk.isAtEnd = true;
      close();
    } else if (sign === "+") hunk.newLines.push(line.slice(1));
    else if (sign === "-") hunk.oldLines.push(line.slice(1));
    else if (sign === " " || line === "") {
      // An empty line is an empty line of context whose space got lost.
      hunk.oldLines.push(line.slice(1));
      hunk.newLines.push(line.slice(1));
    } else {
      throw new PatchSyntaxError(
        index + 1,
        `'${line.slice(0, 60)}' begins with neither ' ', '+', '-' nor '@@'`,
      );
    }
  }
  trimLostLines(hunk);
  close();
  return hunks;
}

/** Blank lines before the next file belong to the patch's layout, not to the file. */
function trimLostLines(hunk: OpenHunk): void {
  while (hunk.oldLines.at(-1) === "" && hunk.newLines.at(-1) === "") {
    hunk.oldLines.pop();
    hunk.newLines.pop();
  }
}
