import { cutText } from "@toolwright/core/internal";
import { type FilePatch, type Hunk, PatchSyntaxError } from "./patch.ts";

const begin = "*** Begin Patch";
const end = "*** End Patch";
const fileHeader = /^\*\*\* (Add|Update|Delete) File:(.*)$/;
const numbers = /^-(\d+)(?:,\d+)? \+\d+(?:,\d+)?(?: @@.*)?$/;

export function isCodexPatch(lines: readonly string[]): boolean {
  return lines.some((line) => line.trim() === begin || fileHeader.test(line));
}

/**
 * Parses Codex's patch format, as documented by its apply_patch tool.
 *
 * Errors: PatchSyntaxError for anything outside the format; nothing is skipped silently.
 */
export function parseCodexPatch(lines: readonly string[]): readonly FilePatch[] {
  const files: FilePatch[] = [];
  const start = lines.findIndex((line) => line.trim() === begin || fileHeader.test(line));
  for (let index = start; index < lines.length; ) {
    // Lines between two files belong to neither, so markers may be indented.
    const line = (lines[index] ?? "").trim();
    if (line === "" || line === begin || line === end) {
      index += 1;
      continue;
    }
    const header = fileHeader.exec(line);
    if (header === null) {
      throw new PatchSyntaxError(
        index + 1,
        `expected '*** Add File: ', '*** Update File: ', '*** Delete File: ' or '*** End Patch', but found '${cutText(line, 60)}'`,
      );
    }
    const [, kind, rawPath = ""] = header;
    const path = rawPath.trim();
    if (path === "") throw new PatchSyntaxError(index + 1, "the file has no name");
    const next = kind === "Update" ? endOfUpdate(lines, index + 1) : endOfFile(lines, index + 1);
    if (kind === "Delete") files.push(deleteOf(path, lines, index + 1, next));
    else if (kind === "Add") {
      files.push({ type: "add", path, text: addedText(lines, index + 1, next) });
    } else files.push(updateOf(path, lines, index + 1, next));
    index = next;
  }
  return files;
}

function endOfFile(lines: readonly string[], from: number): number {
  const isMarker = (line: string): boolean =>
    fileHeader.test(line) || line === end || line === begin;
  const index = lines.findIndex((line, at) => at >= from && isMarker(line.trim()));
  return index === -1 ? lines.length : index;
}

/** Indented markers are lines of the file, except an end marker as the patch's very last line. */
function endOfUpdate(lines: readonly string[], from: number): number {
  for (let index = from; index < lines.length; index += 1) {
    const line = (lines[index] ?? "").trimEnd();
    if (fileHeader.test(line) || line === end || line === begin) return index;
    if (line.trim() === end && lines.slice(index + 1).every((later) => later.trim() === "")) {
      return index;
    }
  }
  return lines.length;
}

function lastSolid(lines: readonly string[], from: number, to: number): number {
  let last = to;
  while (last > from && (lines[last - 1] ?? "").trim() === "") last -= 1;
  return last;
}

function addedText(lines: readonly string[], from: number, to: number): string {
  const added: string[] = [];
  for (let index = from; index < lastSolid(lines, from, to); index += 1) {
    const line = lines[index] ?? "";
    if (line.startsWith("+")) added.push(line.slice(1));
    // A blank line may have lost its sign.
    else if (line.trim() === "") added.push("");
    else throw new PatchSyntaxError(index + 1, "each line of an added file must begin with '+'");
  }
  return added.map((line) => `${line}\n`).join("");
}

function deleteOf(path: string, lines: readonly string[], from: number, to: number): FilePatch {
  const last = lastSolid(lines, from, to);
  if (last === from) return { type: "delete", path, hunks: null };
  const hunks = hunksOf(lines, from, last);
  const added = hunks.some(({ newLines }) => newLines.length > 0);
  if (added) {
    throw new PatchSyntaxError(from + 1, `'${path}' is deleted, so only '-' lines can follow`);
  }
  return { type: "delete", path, hunks };
}

function updateOf(path: string, lines: readonly string[], from: number, to: number): FilePatch {
  const move = /^\*\*\* Move to:(.*)$/.exec(lines[from]?.trimEnd() ?? "");
  const movePath = move?.[1]?.trim() ?? null;
  if (movePath === "") throw new PatchSyntaxError(from + 1, "'*** Move to: ' names no file");
  const hunks = hunksOf(lines, move === null ? from : from + 1, to);
  if (hunks.length === 0 && movePath === null) {
    throw new PatchSyntaxError(from, `the update of '${path}' has no changes`);
  }
  return { type: "update", path, movePath, hunks };
}

interface OpenHunk {
  anchors: string[];
  oldLines: string[];
  newLines: string[];
  isAtEnd: boolean;
  lineHint: number | null;
}

function emptyHunk(): OpenHunk {
  return { anchors: [], oldLines: [], newLines: [], isAtEnd: false, lineHint: null };
}

function hunksOf(lines: readonly string[], from: number, to: number): readonly Hunk[] {
  const hunks: Hunk[] = [];
  let hunk = emptyHunk();
  const hasLines = (): boolean => hunk.oldLines.length + hunk.newLines.length > 0;
  const close = (): void => {
    if (hasLines()) hunks.push({ ...hunk, finalLineEnd: null });
    hunk = emptyHunk();
  };
  for (let index = from; index < lastSolid(lines, from, to); index += 1) {
    const line = lines[index] ?? "";
    const sign = line[0] ?? " ";
    if (line.startsWith("@@")) {
      if (hasLines()) close();
      openAt(hunk, line);
    } else if (line.trim() === "*** End of File") {
      hunk.isAtEnd = true;
      close();
    } else if (sign === "+") hunk.newLines.push(line.slice(1));
    else if (sign === "-") hunk.oldLines.push(line.slice(1));
    else if (sign === " ") {
      // An empty line is empty context that lost its leading space.
      hunk.oldLines.push(line.slice(1));
      hunk.newLines.push(line.slice(1));
    } else {
      throw new PatchSyntaxError(
        index + 1,
        `'${cutText(line, 60)}' begins with neither ' ', '+', '-' nor '@@'`,
      );
    }
  }
  close();
  return hunks;
}

/** `@@ def f():` names an earlier line; the numbers of a unified diff are only a hint. */
function openAt(hunk: OpenHunk, line: string): void {
  const anchor = line
    .slice(2)
    .replace(/\s*@@\s*$/, "")
    .trim();
  const numbered = numbers.exec(anchor);
  if (numbered !== null) hunk.lineHint = Number(numbered[1]);
  else if (anchor !== "" && !/^(?:\.{3}|…)$/.test(anchor)) hunk.anchors.push(anchor);
}
