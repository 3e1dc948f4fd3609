import type { NewLine } from "./base-edit.ts";
import type { Random } from "./random.ts";
import type { Language } from "./sources.ts";

export interface ChangeContext {
  readonly language: Language;
  readonly random: Random;
  /** The whole file. */
  readonly lines: readonly string[];
}

type Change = (oldLines: readonly string[], context: ChangeContext) => readonly NewLine[] | null;

export const indentOf = (line: string): string => /^[ \t]*/.exec(line)?.[0] ?? "";
export const isBlank = (line: string): boolean => line.trim() === "";

const wordPattern = /[A-Za-z]{4,}/;
const opener = /[{([]\s*$/;
const closer = /^\s*[})\]]/;

const asKept = (lines: readonly string[]): NewLine[] => lines.map((text, from) => ({ text, from }));

const changeWord: Change = (oldLines, { random }) => {
  const words = oldLines.flatMap((line, index) => (wordPattern.test(line) ? [index] : []));
  if (words.length === 0) return null;
  const at = random.pick(words);
  const changed = (oldLines[at] ?? "").replace(wordPattern, (word) => `${word}Changed`);
  return asKept(oldLines).with(at, { text: changed, from: at });
};

const changeTwoWords: Change = (oldLines, context) => {
  const once = changeWord(oldLines, context);
  const twice = changeWord(oldLines, context);
  if (once === null || twice === null) return null;
  return once.map((line, index) => (line.text === oldLines[index] ? (twice[index] ?? line) : line));
};

const insert: Change = (oldLines, context) => {
  const place = insertPlace(oldLines, context.random);
  if (place === null) return null;
  const added = newStatement(place.indent, context);
  return asKept(oldLines).toSpliced(place.at, 0, ...added);
};

const changeAndInsert: Change = (oldLines, context) => {
  const changed = changeWord(oldLines, context);
  const place = insertPlace(oldLines, context.random);
  if (changed === null || place === null) return null;
  return changed.toSpliced(place.at, 0, ...newStatement(place.indent, context));
};

const insertBlock: Change = (oldLines, context) => {
  const place = insertPlace(oldLines, context.random);
  const block = place === null ? null : newBlock(place.indent, context);
  if (place === null || block === null) return null;
  return asKept(oldLines).toSpliced(place.at, 0, ...block);
};

const insertBefore: Change = (oldLines, context) => {
  const [first = ""] = oldLines;
  if (closer.test(first)) return null;
  return [...newStatement(indentOf(first), context), ...asKept(oldLines)];
};

const insertBehind: Change = (oldLines, context) => {
  const last = oldLines.at(-1) ?? "";
  if (opener.test(last) || /:\s*$/.test(last)) return null;
  return [...asKept(oldLines), ...newStatement(indentOf(last), context)];
};

const remove: Change = (oldLines, { random }) => {
  const at = random.between(0, oldLines.length - 1);
  const count = random.between(1, Math.min(3, oldLines.length - 1));
  const kept = asKept(oldLines).toSpliced(at, count);
  return isBlank(oldLines[at] ?? "") || kept.length === 0 ? null : kept;
};

const replaceEach: Change = (oldLines) =>
  oldLines.every((line) => isBlank(line) || wordPattern.test(line))
    ? oldLines.map((line, from) => ({
        text: line.replace(wordPattern, (word) => `${word}Changed`),
        from,
      }))
    : null;

/** Puts lines into a block, indented one level deeper. */
const wrap: Change = (oldLines, { language, random, lines }) => {
  if (language !== "script" && language !== "c" && language !== "python") return null;
  const from = random.between(0, oldLines.length - 1);
  const to = random.between(from, oldLines.length - 1);
  const inner = oldLines.slice(from, to + 1);
  const indent = indentOf(inner[0] ?? "");
  const text = inner.join("");
  const count = (sign: RegExp): number => text.match(sign)?.length ?? 0;
  const isWhole =
    inner.every((line) => isBlank(line) || line.startsWith(indent)) &&
    !isBlank(inner[0] ?? "") &&
    !isBlank(inner.at(-1) ?? "") &&
    count(/[{([]/g) === count(/[})\]]/g);
  if (!isWhole) return null;
  const step = stepOf(lines);
  const deeper = inner.map((line, index) => ({
    text: isBlank(line) ? line : step + line,
    from: from + index,
  }));
  const open = language === "python" ? "if wrapped:" : "if (wrapped) {";
  const close = language === "python" ? [] : [{ text: `${indent}}`, from: null }];
  const wrapped = [{ text: indent + open, from: null }, ...deeper, ...close];
  return asKept(oldLines).toSpliced(from, inner.length, ...wrapped);
};

const changes: readonly Change[] = [
  changeWord,
  changeWord,
  changeTwoWords,
  insert,
  changeAndInsert,
  insertBlock,
  insertBefore,
  insertBehind,
  remove,
  replaceEach,
  wrap,
];

/** One of the changes that people make; null if the lines do not allow it. */
export function changeLines(
  oldLines: readonly string[],
  context: ChangeContext,
): readonly NewLine[] | null {
  const changed = context.random.pick(changes)(oldLines, context);
  const isSame = changed?.map(({ text }) => text).join("\n") === oldLines.join("\n");
  return isSame ? null : changed;
}

/** A position between two lines with a clear indentation. */
function insertPlace(
  oldLines: readonly string[],
  random: Random,
): { readonly at: number; readonly indent: string } | null {
  const places = oldLines.flatMap((line, index) => {
    const next = oldLines[index + 1];
    if (next === undefined || isBlank(line) || isBlank(next)) return [];
    const above = indentOf(line);
    const below = indentOf(next);
    const opens = opener.test(line) || /:\s*$/.test(line);
    if (opens) return below.length > above.length ? [{ at: index + 1, indent: below }] : [];
    const ends = closer.test(next) && below.length < above.length;
    return above === below || ends ? [{ at: index + 1, indent: above }] : [];
  });
  return places.length === 0 ? null : random.pick(places);
}

function newStatement(indent: string, { language, random }: ChangeContext): NewLine[] {
  const number = random.between(1, 999);
  const text = {
    script: `insertedCall(${number});`,
    c: `inserted_call(${number});`,
    python: `inserted_call(${number})`,
    markdown: `Inserted words number ${number}.`,
    json: `"inserted${number}": true,`,
    yaml: `inserted${number}: true`,
  }[language];
  return [{ text: indent + text, from: null }];
}

function newBlock(indent: string, context: ChangeContext): NewLine[] | null {
  const { language, random, lines } = context;
  const number = random.between(1, 999);
  const deeper = indent + stepOf(lines);
  const added = (texts: readonly string[]): NewLine[] =>
    texts.map((text) => ({ text, from: null }));
  if (language === "json") {
    return added([`${indent}"inserted${number}": {`, `${deeper}"a": 1`, `${indent}},`]);
  }
  if (language === "python") {
    const [inner] = newStatement(deeper, context);
    return added([`${indent}if inserted_${number}:`, inner?.text ?? ""]);
  }
  if (language === "markdown" || language === "yaml") {
    return added([`${indent}- inserted ${number}:`, `${indent}  - nested words`]);
  }
  const [inner] = newStatement(deeper, context);
  return added([`${indent}if (inserted${number}) {`, inner?.text ?? "", `${indent}}`]);
}

/** A file's unit of indentation. */
function stepOf(lines: readonly string[]): string {
  const counts = new Map<string, number>();
  for (let index = 1; index < lines.length; index += 1) {
    const above = indentOf(lines[index - 1] ?? "");
    const here = indentOf(lines[index] ?? "");
    const step = here.slice(above.length);
    if (isBlank(lines[index - 1] ?? "") || !here.startsWith(above) || step === "") continue;
    if (step === "\t" || step === "  " || step === "    ") {
      counts.set(step, (counts.get(step) ?? 0) + 1);
    }
  }
  const [best] = [...counts].sort((a, b) => b[1] - a[1]);
  return best?.[0] ?? "  ";
}
