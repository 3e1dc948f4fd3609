import { type BaseEdit, resultOf } from "./base-edit.ts";
import { indentOf, isBlank } from "./change-lines.ts";
import {
  caseOf,
  fileHas,
  fileOf,
  join,
  misremembered,
  mistyped,
  newTexts,
  type Slip,
  type Slips,
} from "./edit-case.ts";

const escapedAsJson = (text: string): string => JSON.stringify(text).slice(1, -1);
const hasBackslash = (edit: BaseEdit): boolean =>
  join([...edit.oldLines, ...newTexts(edit)]).includes("\\");
const fancyQuotes = (line: string): string => {
  let count = 0;
  const curled = line.replaceAll('"', () => (count++ % 2 === 0 ? "\u201c" : "\u201d"));
  return curled.replaceAll("'", "\u2019");
};
const flatQuotes = (line: string): string =>
  line.replaceAll("'", "\u2019").replaceAll('"', "\u201c");

/** Texts in which escapes by the model cannot be distinguished from those of the code. */
const escapedPlainly =
  (escape: (lines: readonly string[]) => string): Slip =>
  (edit) => {
    const oldText = escape(edit.oldLines);
    if (oldText === join(edit.oldLines)) return null;
    const newText = escape(newTexts(edit));
    return caseOf(edit, { oldText, newText, mayRefuse: hasBackslash(edit) });
  };

const numbered =
  (write: (number: number, line: string) => string): Slip =>
  (edit) =>
    caseOf(edit, {
      oldText: join(edit.oldLines.map((line, index) => write(edit.first + 1 + index, line))),
      newText: join(newTexts(edit).map((line, index) => write(edit.first + 1 + index, line))),
    });

/** The model copies line numbers of existing lines and writes new lines without. */
const numberedWhereOld: Slip = (edit) => {
  const write = (line: string, index: number): string =>
    `${String(edit.first + 1 + index).padStart(6)}\t${line}`;
  if (edit.newLines.every(({ from }) => from !== null)) return null;
  return caseOf(edit, {
    oldText: join(edit.oldLines.map(write)),
    newText: join(
      edit.newLines.map(({ text, from }) => (from === null ? text : write(text, from))),
    ),
  });
};

const inBody = (line: string, map: (body: string) => string): string =>
  indentOf(line) + map(line.slice(indentOf(line).length));

const afterFirstWord = (line: string, text: string): string =>
  line.replace(/\w(?=\W)/, (letter) => letter + text);

/** Escapes, quotes, dashes, spaces and numbers that a text gains or loses. */
export const textSlips: Slips = {
  "escaped quotes": escapedPlainly((lines) =>
    join(lines).replaceAll('"', '\\"').replaceAll("'", "\\'"),
  ),
  "escaped line ends": escapedPlainly((lines) => lines.join("\\n")),
  "escaped as in JSON": (edit) =>
    caseOf(edit, {
      oldText: escapedAsJson(join(edit.oldLines)),
      newText: escapedAsJson(join(newTexts(edit))),
    }),
  "escaped as in JSON, in the old text only": (edit) => {
    const newText = join(newTexts(edit));
    // If the new text has escapes of its own, it looks escaped as well.
    if (newText.includes("\\")) return null;
    return caseOf(edit, { oldText: escapedAsJson(join(edit.oldLines)) });
  },
  "escapes of the code's own, and indented by two more": (edit, random) => {
    if (!hasBackslash(edit)) return null;
    return mistyped((line) => (isBlank(line) ? line : `  ${line}`))(edit, random);
  },
  "escapes of the code's own, as in JSON": (edit) =>
    edit.oldLines.some((line) => line.includes("\\"))
      ? caseOf(edit, {
          oldText: escapedAsJson(join(edit.oldLines)),
          newText: escapedAsJson(join(newTexts(edit))),
        })
      : null,
  "template literals, and space at line ends": (edit, random) =>
    edit.oldLines.some((line) => line.includes("${"))
      ? misremembered((line) => `${line} `)(edit, random)
      : null,
  "the file has typographic quotes": fileHas(fancyQuotes),
  "the file has dashes and dots of typography": fileHas((line) =>
    line.replaceAll(" - ", " \u2013 ").replaceAll("--", "\u2014").replaceAll("...", "\u2026"),
  ),
  "the model has typographic quotes": misremembered(flatQuotes),
  "the model has typographic quotes everywhere": mistyped(flatQuotes),
  "the model has dashes and dots of typography": misremembered((line) =>
    inBody(line, (body) => body.replaceAll(" - ", " \u2013 ").replaceAll("...", "\u2026")),
  ),
  "the model has no-break spaces": mistyped((line) =>
    inBody(line, (body) => body.replaceAll(" ", "\u00a0")),
  ),
  "the file has no-break spaces": fileHas((line) =>
    inBody(line, (body) => body.replace(" ", "\u00a0")),
  ),
  "the model has characters without width": misremembered((line) => afterFirstWord(line, "\u200b")),
  "the file has characters without width": fileHas((line) => afterFirstWord(line, "\u200b")),
  "the file has accents decomposed": (edit, random) => {
    const composed = (line: string): string => line.replace(/a(?=[a-z])/, "\u00e1");
    const accented = fileHas(composed)(edit, random);
    if (accented === null) return null;
    // The model writes the same accents in composed form.
    const known = new Set(edit.kept.map((index) => edit.oldLines[index]));
    const typed = (line: string): string => (known.has(line) ? composed(line) : line);
    return {
      ...accented,
      file: accented.file.normalize("NFD"),
      expected: accented.expected?.normalize("NFD") ?? null,
      oldText: join(edit.oldLines.map(typed)),
      newText: join(edit.newLines.map(({ text, from }) => (from === null ? text : typed(text)))),
    };
  },
  "dollar signs": (edit) => {
    const newLines = [...edit.newLines, { text: "const literal = '$& $1 $$ $`';", from: null }];
    return caseOf(edit, {
      newText: join(newLines.map(({ text }) => text)),
      expected: fileOf(resultOf({ ...edit, newLines })),
    });
  },
  "line numbers with a tab": numbered((number, line) => `${String(number).padStart(6)}\t${line}`),
  "line numbers with an arrow": numbered((number, line) => `${String(number).padStart(6)}→${line}`),
  "line numbers with a colon": numbered((number, line) => `${number}: ${line}`),
  "line numbers with a colon, as grep": numbered((number, line) => `${number}:${line}`),
  "line numbers with a bar": numbered((number, line) => `${String(number).padStart(4)} | ${line}`),
  "line numbers, blank lines trimmed": numbered((number, line) =>
    `${String(number).padStart(4)} | ${line}`.trimEnd(),
  ),
  "line numbers in the old text only": (edit) =>
    caseOf(edit, {
      oldText: join(edit.oldLines.map((line, index) => `${edit.first + 1 + index}\t${line}`)),
    }),
  "line numbers on what is there only": numberedWhereOld,
  "line numbers of an older state": (edit) =>
    caseOf(edit, {
      oldText: join(edit.oldLines.map((line, index) => `${edit.first + 8 + index}\t${line}`)),
      newText: join(newTexts(edit).map((line, index) => `${edit.first + 8 + index}\t${line}`)),
    }),
};
