import { type BaseEdit, resultOf } from "./base-edit.ts";
import { isBlank } from "./change-lines.ts";
import {
  caseOf,
  fileOf,
  join,
  newTexts,
  type Slip,
  type Slips,
  withoutSpace,
} from "./edit-case.ts";
import type { Random } from "./random.ts";

const elidingLookalikes = [
  "// rest of the arguments is handed on by the caller",
  "# the other cases are handled above",
  "// keep the original order of what comes in",
  "const { first, ...rest } = everything;",
  "  ...existing,",
  "  ...rest,",
  "  ...previous.lines,",
  "return [...previous, ...remaining];",
  "    ...",
  "def stub() -> None: ...",
  "/* same as above, but for the last one of them */",
  "// see https://example.org/... for the rest",
  "function collect(...other) {",
  "// etc. is no path here",
];

/** Lines that look like placeholders for code but are not. */
const looksElided: Slip = (edit, random) => {
  const [first = ""] = edit.oldLines;
  const last = edit.oldLines.at(-1) ?? "";
  const newLines = [first, random.pick(elidingLookalikes), last].map((text) => ({
    text,
    from: null,
  }));
  return caseOf(edit, {
    newText: join(newLines.map(({ text }) => text)),
    expected: fileOf(resultOf({ ...edit, newLines })),
  });
};

/** A file whose lines are another's, written as some kind of list. */
function listed(edit: BaseEdit, write: (line: string, number: number) => string): BaseEdit {
  const words = edit.lines.filter((line) => /\w{4}/.test(line)).map((line) => line.trim());
  const lines = [...new Set(words)].slice(0, 40).map((line, index) => write(line, index + 1));
  const first = Math.min(5, Math.max(0, lines.length - 5));
  const oldLines = lines.slice(first, first + 4);
  const newLines = oldLines.map((text, from) => ({
    text: from === 1 ? text.replace(/[A-Za-z]{4,}/, (word) => `${word}Changed`) : text,
    from,
  }));
  return { language: "yaml", lines, first, oldLines, newLines, kept: [0, 2, 3] };
}

const onList =
  (write: (line: string, number: number) => string, slip: Slip): Slip =>
  (edit, random) => {
    const list = listed(edit, write);
    const isChanged = list.newLines[1]?.text !== list.oldLines[1];
    return list.oldLines.length === 4 && isChanged ? slip(list, random) : null;
  };

const asItem = (line: string, number: number): string => `${number}. ${line}`;
const asKey = (line: string, number: number): string => `  ${number}: ${JSON.stringify(line)}`;

const shifted: Slip = (edit) => {
  const deeper = (lines: readonly string[]): string => join(lines.map((line) => `   ${line}`));
  return caseOf(edit, { oldText: deeper(edit.oldLines), newText: deeper(newTexts(edit)) });
};

const withNumbers: Slip = (edit) => {
  const write = (line: string, index: number): string =>
    `${String(edit.first + 1 + index).padStart(6)}\t${line}`;
  return caseOf(edit, {
    oldText: join(edit.oldLines.map(write)),
    newText: join(newTexts(edit).map(write)),
  });
};

/** The model sends the whole file and receives the whole file. */
const wholeFile: Slip = (edit) => {
  if (edit.lines.length > 400) return null;
  const spaced = (line: string): string => (isBlank(line) ? line : `${line} `);
  return caseOf(edit, {
    oldText: fileOf(edit.lines.map(spaced)),
    newText: fileOf([
      ...edit.lines.slice(0, edit.first).map(spaced),
      ...edit.newLines.map(({ text, from }) => (from === null ? text : spaced(text))),
      ...edit.lines.slice(edit.first + edit.oldLines.length).map(spaced),
    ]),
  });
};

/** The file on a single line, with a part of it to change. */
function minified(
  edit: BaseEdit,
  random: Random,
  slip: (piece: string) => string,
): ReturnType<Slip> {
  const solid = edit.lines.map((line) => line.trim()).filter((line) => line !== "");
  const file = solid.slice(0, 400).join(" ");
  const words = [...file.matchAll(/(?<![\w$])[A-Za-z]{5,}/g)];
  const word = words.length === 0 ? undefined : random.pick(words);
  if (word === undefined) return null;
  const from = file.lastIndexOf(" ", Math.max(0, word.index - 15)) + 1;
  const space = file.indexOf(" ", word.index + word[0].length + 15);
  const to = space === -1 ? file.length : space;
  const piece = file.slice(from, to);
  const isOnce = withoutSpace(file).split(withoutSpace(piece)).length === 2;
  if (!isOnce || slip(piece) === piece || piece.includes("\t")) return null;
  const at = word.index - from;
  const changed = `${piece.slice(0, at)}changed${piece.slice(at)}`;
  return caseOf(edit, {
    file,
    oldText: slip(piece),
    newText: slip(changed),
    expected: file.slice(0, from) + changed + file.slice(to),
  });
}

/** A part of one line, as models send it when the line is long. */
const pieceOfLine: Slip = (edit, random) => {
  const line = random.pick(edit.oldLines);
  const tokens = [...line.matchAll(/(?<![\w$])[A-Za-z]{4,}(?= ?[,(=+:])/g)];
  const word = tokens.length === 0 ? undefined : random.pick(tokens);
  if (word === undefined) return null;
  const from = Math.max(line.length - line.trimStart().length, word.index - 12);
  const start =
    line.indexOf(" ", from) + 1 <= word.index ? line.indexOf(" ", from) + 1 : word.index;
  const piece = line.slice(start).trimEnd();
  const spaced = (text: string): string => text.replace(/ ?([,(=+:]) ?/, " $1  ");
  const file = fileOf(edit.lines);
  const isOnce = withoutSpace(file).split(withoutSpace(piece)).length === 2;
  if (!isOnce || !/^\w/.test(piece) || spaced(piece) === piece) return null;
  if (file.includes(spaced(piece)) || /["'`]/.test(piece)) return null;
  const at = word.index - start;
  const changed = (text: string): string => `${text.slice(0, at)}changed${text.slice(at)}`;
  const index = edit.lines.indexOf(line, edit.first);
  const lines = edit.lines.with(index, line.slice(0, start) + changed(line.slice(start)));
  return caseOf(edit, {
    oldText: spaced(piece),
    newText: spaced(changed(piece)),
    expected: fileOf(lines),
  });
};

/** A similar block, different in one word, is nearby. */
const twinNear: Slip = (edit, random) => {
  const at = edit.oldLines.findIndex((line) => /[A-Za-z]{3,}\W+\w/.test(line));
  if (at === -1) return null;
  const twin = edit.oldLines.with(
    at,
    (edit.oldLines[at] ?? "").replace(/[A-Za-z]{3,}/, (word) => `${word}Twin`),
  );
  const isBefore = random.between(0, 1) === 0;
  const index = isBefore ? edit.first : edit.first + edit.oldLines.length;
  const lines = edit.lines.toSpliced(index, 0, ...twin);
  const first = isBefore ? edit.first + twin.length : edit.first;
  const near = { ...edit, lines, first };
  const deeper = (texts: readonly string[]): string =>
    join(texts.map((line) => (isBlank(line) ? line : `  ${line}`)));
  return caseOf(near, { oldText: deeper(edit.oldLines), newText: deeper(newTexts(edit)) });
};

/** The file's own content looks like a slip or has an unusual form. */
export const contentSlips: Slips = {
  exact: (edit) => caseOf(edit),
  "lines that only look elided": looksElided,
  "the whole file, and space at line ends": wholeFile,
  "a piece of a minified file": (edit, random) =>
    minified(edit, random, (piece) => ` ${piece}`.slice(1) + ""),
  "a piece of a minified file, space doubled": (edit, random) =>
    minified(edit, random, (piece) => piece.replaceAll(" ", "  ")),
  "a piece of a line with other spaces": pieceOfLine,
  "a list with numbers of its own, shifted": onList(asItem, shifted),
  "a list with numbers of its own, and line numbers": onList(asItem, withNumbers),
  "keys that are numbers, shifted": onList(asKey, shifted),
  "keys that are numbers, and line numbers": onList(asKey, withNumbers),
  "a twin near, and indented by two more": twinNear,
};
