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
  unlessExact,
} from "./edit-case.ts";

const deeper = (indent: string): Slip => mistyped((line) => (isBlank(line) ? line : indent + line));

function commonIndent(lines: readonly string[]): string {
  const solid = lines.filter((line) => !isBlank(line)).map(indentOf);
  return solid.reduce((common, indent) => {
    let length = 0;
    while (length < common.length && common[length] === indent[length]) length += 1;
    return common.slice(0, length);
  }, solid[0] ?? "");
}

const dedented: Slip = (edit, random) => {
  const common = commonIndent([...edit.oldLines, ...newTexts(edit)]);
  if (common === "") return null;
  return mistyped((line) => (isBlank(line) ? line : line.slice(common.length)))(edit, random);
};

/** The model trims its texts; the file has more. */
const trimmed =
  (map: (line: string) => string, eol: string): Slip =>
  (edit) => {
    const [first = ""] = edit.oldLines;
    const firstNew = newTexts(edit)[0] ?? "";
    // Both begin in the same column; otherwise the effect of trimming is unclear.
    if (indentOf(first) === "" || indentOf(firstNew) !== indentOf(first)) return null;
    const newLines = edit.newLines.map(({ text, from }) => (from === null ? text : map(text)));
    return unlessExact(
      caseOf(edit, {
        file: fileOf(edit.lines, eol),
        expected: fileOf(resultOf(edit), eol),
        oldText: join(edit.oldLines.map(map)).trimStart(),
        newText: join(newLines).trimStart(),
      }),
    );
  };

const inSteps = (edit: BaseEdit, step: number): boolean =>
  edit.oldLines.some((line) => indentOf(line).length >= step) &&
  [...edit.oldLines, ...newTexts(edit)].every(
    (line) => indentOf(line).length % step === 0 && !line.includes("\t"),
  );

const tabbed = (line: string): string =>
  line.replace(/^( {4})+/, (space) => "\t".repeat(space.length / 4));

/** The file has tabs where the sources have four spaces. */
const fileTabbed = (edit: BaseEdit): BaseEdit => ({
  ...edit,
  lines: edit.lines.map(tabbed),
  newLines: edit.newLines.map((line) => ({ ...line, text: tabbed(line.text) })),
});

const inOtherSteps: Slip = (edit, random) => {
  const from = inSteps(edit, 4) ? 4 : 2;
  const indents = new Set(edit.oldLines.filter((line) => !isBlank(line)).map(indentOf));
  if (!inSteps(edit, from) || indents.size < 2) return null;
  const to = from === 4 ? 2 : 4;
  const map = (line: string): string => {
    const indent = indentOf(line);
    return " ".repeat((indent.length / from) * to) + line.slice(indent.length);
  };
  return mistyped(map)(edit, random);
};

const mixedLineEnds: Slip = (edit) => {
  const end = edit.first + edit.oldLines.length;
  const shift = edit.newLines.length - edit.oldLines.length;
  const eolOf = (index: number): string => (index < end ? "\r\n" : "\n");
  return caseOf(edit, {
    file: edit.lines.map((line, index) => line + eolOf(index)).join(""),
    expected: resultOf(edit)
      .map((line, index) => line + eolOf(index < end + shift ? 0 : end))
      .join(""),
  });
};

const withoutLastLineEnd: Slip = (edit) => {
  const lines = edit.lines.slice(0, edit.first + edit.oldLines.length);
  return caseOf(edit, {
    file: join(lines),
    expected: join(resultOf({ ...edit, lines })),
    oldText: `${join(edit.oldLines)}\n`,
    newText: `${join(newTexts(edit))}\n`,
  });
};

const oneIndentWrong: Slip = (edit, random) => {
  const kept = edit.kept.filter((index) => !isBlank(edit.oldLines[index] ?? ""));
  if (kept.length === 0) return null;
  const at = random.pick(kept);
  const off = random.pick([" ", "  "]);
  const map = (line: string, index: number): string => (index === at ? off + line : line);
  return misremembered(map)(edit, random);
};

/** Whole line ends and spaces that are added or lost: the code is unchanged. */
export const whiteSpaceSlips: Slips = {
  "ends with a line end": (edit) =>
    caseOf(edit, { oldText: `${join(edit.oldLines)}\n`, newText: `${join(newTexts(edit))}\n` }),
  "no line end at the end of the file": withoutLastLineEnd,
  "the file has CRLF": (edit) =>
    caseOf(edit, { file: fileOf(edit.lines, "\r\n"), expected: fileOf(resultOf(edit), "\r\n") }),
  "the file has CR": (edit) =>
    caseOf(edit, { file: fileOf(edit.lines, "\r"), expected: fileOf(resultOf(edit), "\r") }),
  "the model has CRLF": (edit) =>
    caseOf(edit, { oldText: edit.oldLines.join("\r\n"), newText: newTexts(edit).join("\r\n") }),
  "mixed line ends": mixedLineEnds,
  "the file has space at line ends": fileHas((line) => `${line}  `),
  "the model has space at line ends": misremembered((line) => `${line} `),
  "space at line ends in the old text only": (edit) =>
    caseOf(edit, { oldText: join(edit.oldLines.map((line) => `${line}  `)) }),
  "indented by two more": deeper("  "),
  "indented by four more": deeper("    "),
  "indented by a tab more": deeper("\t"),
  "indentation dropped": dedented,
  "trimmed, and the file has CRLF": trimmed((line) => line, "\r\n"),
  "trimmed, and space at line ends": trimmed((line) => `${line} `, "\n"),
  "trimmed, and tabs for spaces": (edit, random) =>
    inSteps(edit, 4) ? trimmed(tabbed, "\n")(edit, random) : null,
  "indentation flattened": mistyped((line) => line.trimStart()),
  "the indentation of one line wrong": oneIndentWrong,
  "steps of another width": inOtherSteps,
  "tabs for spaces": (edit, random) => (inSteps(edit, 4) ? mistyped(tabbed)(edit, random) : null),
  "spaces for tabs": (edit) => {
    if (!inSteps(edit, 4)) return null;
    const real = fileTabbed(edit);
    return caseOf(edit, { file: fileOf(real.lines), expected: fileOf(resultOf(real)) });
  },
  "spaces for tabs and alignment": (edit) => {
    const isAligned = edit.oldLines.some((line) => /^( {4})+ {1,3}\S/.test(line));
    if (!isAligned || [...edit.oldLines, ...newTexts(edit)].some((line) => line.includes("\t"))) {
      return null;
    }
    const real = fileTabbed(edit);
    return caseOf(edit, { file: fileOf(real.lines), expected: fileOf(resultOf(real)) });
  },
  "a blank line too many around": (edit) =>
    caseOf(edit, {
      oldText: `\n${join(edit.oldLines)}\n\n`,
      newText: `\n${join(newTexts(edit))}\n\n`,
    }),
  "blank lines lost inside": (edit) => {
    if (!edit.kept.some((index) => isBlank(edit.oldLines[index] ?? ""))) return null;
    const solid = (line: string): boolean => !isBlank(line);
    return unlessExact(
      caseOf(edit, {
        oldText: join(edit.oldLines.filter(solid)),
        newText: join(newTexts(edit).filter(solid)),
      }),
    );
  },
  "blank lines added inside": (edit, random) => {
    const at = edit.kept.filter(
      (index) => index < edit.oldLines.length - 1 && !isBlank(edit.oldLines[index] ?? ""),
    );
    if (at.length === 0) return null;
    const behind = random.pick(at);
    const add = (from: number | null, text: string): string[] =>
      from === behind ? [text, ""] : [text];
    return caseOf(edit, {
      oldText: join(edit.oldLines.flatMap((line, index) => add(index, line))),
      newText: join(edit.newLines.flatMap(({ text, from }) => add(from, text))),
    });
  },
  "alignment lost inside lines": misremembered((line) => line.replaceAll(/(?<=\S) {2,}/g, " ")),
  "no space behind commas": misremembered((line) => line.replaceAll(/, (?=\S)/g, ",")),
  "space inside brackets": misremembered((line) =>
    line.replaceAll(/\((?=[\w"'])/g, "( ").replaceAll(/(?<=[\w"'])\)/g, " )"),
  ),
};
