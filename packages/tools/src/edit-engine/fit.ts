import { diffArrays } from "diff";
import type { IndentationMap } from "./indentation.ts";
import type { Located, Place } from "./place.ts";
import {
  dominantLineEnd,
  indentOf,
  isBlank,
  type LineEnd,
  type SourceLine,
} from "./source-text.ts";

/** A run of lines that the change keeps, or one that it replaces. */
export type Hunk =
  | { readonly type: "kept"; readonly oldIndex: number; readonly count: number }
  | {
      readonly type: "replaced";
      /** The first of the old lines that go; where they went when there are none. */
      readonly oldIndex: number;
      readonly removed: readonly string[];
      readonly added: readonly string[];
    };

/** What the new text does to the lines of the old one. */
export function hunksOf(oldLines: readonly string[], newLines: readonly string[]): readonly Hunk[] {
  const hunks: Hunk[] = [];
  let oldIndex = 0;
  let removed: string[] = [];
  let added: string[] = [];
  const flush = (): void => {
    if (removed.length + added.length > 0) {
      hunks.push({ type: "replaced", oldIndex: oldIndex - removed.length, removed, added });
    }
    removed = [];
    added = [];
  };
  for (const part of diffArrays([...oldLines], [...newLines])) {
    if (part.added) added.push(...part.value);
    else if (part.removed) {
      removed.push(...part.value);
      oldIndex += part.value.length;
    } else {
      flush();
      hunks.push({ type: "kept", oldIndex, count: part.value.length });
      oldIndex += part.value.length;
    }
  }
  flush();
  return hunks;
}

/**
 * The text to put in a place: lines that the new text keeps from the old are the file's own, byte
 * for byte; the others get the file's indentation and line ends.
 */
export function fitNewText(
  located: Located,
  place: Place,
  fileLines: readonly SourceLine[],
): { readonly text: string; readonly adapted: readonly string[] } {
  const indentation = located.indentationAt(place);
  const eol = lineEndAt(place, fileLines);
  const written: { text: string; eol: LineEnd | "" }[] = [];
  let isReindented = false;
  for (const hunk of hunksOf(located.oldLines, located.newLines)) {
    if (hunk.type === "kept") {
      for (let index = hunk.oldIndex; index < hunk.oldIndex + hunk.count; index += 1) {
        const own = place.fileLines[index];
        written.push({ text: own?.text ?? "", eol: own?.eol ?? "" });
      }
      continue;
    }
    const partners = partnersOf(hunk, place);
    hunk.added.forEach((line, index) => {
      const partner = partners[index] ?? null;
      const previous = written.findLast((other) => !isBlank(other.text))?.text ?? null;
      const fitted = fitLine(line, { located, indentation, partner, previous });
      isReindented ||= fitted !== line;
      written.push({ text: fitted, eol: "" });
    });
  }
  const last = written.length - 1;
  const text = written
    .map((line, index) => line.text + (index === last ? "" : line.eol === "" ? eol : line.eol))
    .join("");
  const adapted = [...located.adapted];
  if (isReindented && indentation.described !== null) adapted.push(indentation.described);
  if (eol !== "\n" && located.newLines.length > 1)
    adapted.push(`line ends written as ${nameOf(eol)}`);
  return { text, adapted };
}

interface Partner {
  /** The model's line that goes. */
  readonly theirs: string;
  /** The file's line in that place. */
  readonly ours: string;
}

/** For each added line the removed line that it is a changed form of, if any, in order. */
function partnersOf(
  hunk: Extract<Hunk, { type: "replaced" }>,
  place: Place,
): readonly (Partner | null)[] {
  let next = 0;
  return hunk.added.map((line) => {
    for (let index = next; index < hunk.removed.length; index += 1) {
      const theirs = hunk.removed[index] ?? "";
      if (!isChangedForm(line, theirs)) continue;
      next = index + 1;
      return { theirs, ours: place.fileLines[hunk.oldIndex + index]?.text ?? "" };
    }
    return null;
  });
}

function isChangedForm(line: string, other: string): boolean {
  const a = line.trim();
  const b = other.trim();
  if (a === "" || b === "") return false;
  const prefix = commonPrefix(a, b);
  const suffix = Math.min(commonSuffix(a, b), Math.min(a.length, b.length) - prefix);
  return (prefix + suffix) * 2 >= Math.max(a.length, b.length);
}

function fitLine(
  line: string,
  {
    located,
    indentation,
    partner,
    previous,
  }: {
    readonly located: Located;
    readonly indentation: IndentationMap;
    readonly partner: Partner | null;
    readonly previous: string | null;
  },
): string {
  if (isBlank(line)) return line;
  const carried = partner === null ? line : carryCharacters(line, partner, located.plain);
  if (indentation.kind === "same") return carried;
  const indent = indentOf(line);
  const body = carried.slice(indentOf(carried).length);
  if (partner !== null && indent === indentOf(partner.theirs)) return indentOf(partner.ours) + body;
  const mapped = indentation.map(indent);
  if (mapped !== null) return mapped + body;
  return guessIndent(body, previous, indent) + body;
}

/** Where the indentation follows no rule: as deep as the line before, a step more or less. */
function guessIndent(body: string, previous: string | null, indent: string): string {
  if (previous === null) return indent;
  const base = indentOf(previous);
  const step = base.includes("\t") ? "\t" : "    ".slice(0, base.length % 4 === 2 ? 2 : 4);
  if (/[{([:]\s*$/.test(previous)) return base + step;
  return /^[})\]]/.test(body) && base.endsWith(step) ? base.slice(0, -step.length) : base;
}

/**
 * A changed line with the file's own characters where only the model wrote them plainer: the file
 * says “hello”, the model changed "hello" to "hello, you", and it becomes “hello, you”.
 */
function carryCharacters(
  line: string,
  { theirs, ours }: Partner,
  plain: (line: string) => string,
): string {
  const oldBody = theirs.trim();
  const fileBody = ours.trim();
  if (oldBody === fileBody || plain(oldBody) !== plain(fileBody)) return line;
  const body = line.trim();
  const prefix = commonPrefix(oldBody, body);
  const suffix = Math.min(
    commonSuffix(oldBody, body),
    Math.min(oldBody.length, body.length) - prefix,
  );
  const carried =
    fileBody.slice(0, prefix) +
    body.slice(prefix, body.length - suffix) +
    fileBody.slice(fileBody.length - suffix);
  return indentOf(line) + carried + line.slice(line.trimEnd().length);
}

function commonPrefix(a: string, b: string): number {
  let length = 0;
  while (length < a.length && length < b.length && a[length] === b[length]) length += 1;
  return length;
}

function commonSuffix(a: string, b: string): number {
  let length = 0;
  while (
    length < a.length &&
    length < b.length &&
    a[a.length - 1 - length] === b[b.length - 1 - length]
  ) {
    length += 1;
  }
  return length;
}

/** The line end around the place; a file may mix them. */
function lineEndAt(place: Place, fileLines: readonly SourceLine[]): LineEnd {
  const here = place.fileLines.filter(({ eol }) => eol !== "");
  if (here.length > 0) return dominantLineEnd(here);
  const after = fileLines.findLastIndex(({ start }) => start <= place.start);
  const near = fileLines.slice(Math.max(0, after - 1), after + 1).filter(({ eol }) => eol !== "");
  return dominantLineEnd(near.length > 0 ? near : fileLines);
}

function nameOf(eol: LineEnd): string {
  return eol === "\r\n" ? "CRLF" : "CR";
}
