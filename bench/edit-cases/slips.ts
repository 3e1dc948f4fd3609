import type { BaseEdit } from "./base-edit.ts";
import { resultOf } from "./base-edit.ts";
import type { Random } from "./random.ts";

/** One case: what the file is, what a model sends, and what must become of the file. */
export interface EditCase {
  readonly file: string;
  readonly oldText: string;
  readonly newText: string;
  /** Null: it must be refused. */
  readonly expected: string | null;
  /** A refusal is no fault: what the model sends is not what the file has. */
  readonly mayRefuse?: boolean;
}

type Slip = (edit: BaseEdit, random: Random) => EditCase | null;

const file = (lines: readonly string[], eol = "\n"): string =>
  lines.map((line) => line + eol).join("");
const join = (lines: readonly string[]): string => lines.join("\n");

/** The texts of the model changed line by line, the file and what becomes of it as they are. */
function mistyped(map: (line: string, index: number) => string): Slip {
  return (edit) => {
    const oldLines = edit.oldLines.map(map);
    if (join(oldLines) === join(edit.oldLines)) return null;
    return {
      file: file(edit.lines),
      oldText: join(oldLines),
      newText: join(edit.newLines.map(map)),
      expected: file(resultOf(edit)),
    };
  };
}

const indentOf = (line: string): string => /^[ \t]*/.exec(line)?.[0] ?? "";
const isBlank = (line: string): boolean => line.trim() === "";

function commonIndent(lines: readonly string[]): string {
  const solid = lines.filter((line) => !isBlank(line)).map(indentOf);
  return solid.reduce((common, indent) => {
    let length = 0;
    while (length < common.length && common[length] === indent[length]) length += 1;
    return common.slice(0, length);
  }, solid[0] ?? "");
}

const dedented: Slip = (edit, random) => {
  const common = commonIndent([...edit.oldLines, ...edit.newLines]);
  if (common === "") return null;
  return mistyped((line) => (isBlank(line) ? line : line.slice(common.length)))(edit, random);
};

const numbered =
  (write: (number: number, line: string) => string): Slip =>
  (edit) => ({
    file: file(edit.lines),
    oldText: join(edit.oldLines.map((line, index) => write(edit.first + 1 + index, line))),
    newText: join(edit.newLines.map((line, index) => write(edit.first + 1 + index, line))),
    expected: file(resultOf(edit)),
  });

/** Puts something else into the file, on lines that the edit keeps, and expects it to stay. */
function fileHas(map: (line: string) => string): Slip {
  return (edit) => {
    const known = new Set(edit.oldLines.filter((line) => edit.newLines.includes(line)));
    const change = (line: string): string => (known.has(line) ? map(line) : line);
    const lines = edit.lines.map(change);
    if (join(lines) === join(edit.lines)) return null;
    return {
      file: file(lines),
      oldText: join(edit.oldLines),
      newText: join(edit.newLines),
      expected: file(resultOf(edit).map(change)),
    };
  };
}

const spaceIndented = (edit: BaseEdit): boolean =>
  edit.oldLines.some((line) => line.startsWith("    ")) &&
  [...edit.oldLines, ...edit.newLines].every(
    (line) => indentOf(line).length % 4 === 0 && !line.includes("\t"),
  );

const replaceToken = (line: string): string => line.replace(/[A-Za-z]{3,}/, "misremembered");

/** What models get wrong, by name. The cases must be applied as `expected` says, or refused. */
export const slips: Readonly<Record<string, Slip>> = {
  exact: (edit) => ({
    file: file(edit.lines),
    oldText: join(edit.oldLines),
    newText: join(edit.newLines),
    expected: file(resultOf(edit)),
  }),
  "ends with a line end": (edit) => ({
    file: file(edit.lines),
    oldText: `${join(edit.oldLines)}\n`,
    newText: `${join(edit.newLines)}\n`,
    expected: file(resultOf(edit)),
  }),
  "dollar signs": (edit) => {
    const newLines = [...edit.newLines, "const literal = '$& $1 $$';"];
    return {
      file: file(edit.lines),
      oldText: join(edit.oldLines),
      newText: join(newLines),
      expected: file(resultOf({ ...edit, newLines })),
    };
  },
  "the file has CRLF": (edit) => ({
    file: file(edit.lines, "\r\n"),
    oldText: join(edit.oldLines),
    newText: join(edit.newLines),
    expected: file(resultOf(edit), "\r\n"),
  }),
  "the model has CRLF": (edit) => ({
    file: file(edit.lines),
    oldText: edit.oldLines.join("\r\n"),
    newText: edit.newLines.join("\r\n"),
    expected: file(resultOf(edit)),
  }),
  "mixed line ends": (edit) => {
    const eolOf = (index: number): string =>
      index < edit.first + edit.oldLines.length ? "\r\n" : "\n";
    const shift = edit.newLines.length - edit.oldLines.length;
    return {
      file: edit.lines.map((line, index) => line + eolOf(index)).join(""),
      oldText: join(edit.oldLines),
      newText: join(edit.newLines),
      expected: resultOf(edit)
        .map(
          (line, index) =>
            line + eolOf(index < edit.first + edit.newLines.length ? 0 : index - shift),
        )
        .join(""),
    };
  },
  "the file has space at line ends": fileHas((line) => `${line}  `),
  "the model has space at line ends": (edit) => ({
    file: file(edit.lines),
    oldText: join(edit.oldLines.map((line) => `${line} `)),
    newText: join(edit.newLines.map((line) => (edit.oldLines.includes(line) ? `${line} ` : line))),
    expected: file(resultOf(edit)),
  }),
  "indented by two more": mistyped((line) => (isBlank(line) ? line : `  ${line}`)),
  "indented by four more": mistyped((line) => (isBlank(line) ? line : `    ${line}`)),
  "indented by a tab more": mistyped((line) => (isBlank(line) ? line : `\t${line}`)),
  "indentation dropped": dedented,
  "indentation flattened": mistyped((line) => line.trimStart()),
  "tabs for spaces": (edit, random) =>
    spaceIndented(edit)
      ? mistyped((line) => line.replace(/^( {4})+/, (space) => "\t".repeat(space.length / 4)))(
          edit,
          random,
        )
      : null,
  "spaces for tabs": (edit, random) => {
    if (!spaceIndented(edit)) return null;
    const tabbed = (lines: readonly string[]): readonly string[] =>
      lines.map((line) => line.replace(/^( {4})+/, (space) => "\t".repeat(space.length / 4)));
    const real = { ...edit, lines: tabbed(edit.lines), newLines: tabbed(edit.newLines) };
    void random;
    return {
      file: file(real.lines),
      oldText: join(edit.oldLines),
      newText: join(edit.newLines),
      expected: file(resultOf(real)),
    };
  },
  "escaped quotes": (edit, random) =>
    mistyped((line) => line.replaceAll('"', '\\"').replaceAll("'", "\\'"))(edit, random),
  "escaped line ends": (edit) => ({
    file: file(edit.lines),
    oldText: edit.oldLines.join("\\n"),
    newText: edit.newLines.join("\\n"),
    expected: /\t/.test(join(edit.oldLines)) ? file(resultOf(edit)) : file(resultOf(edit)),
  }),
  "the file has typographic quotes": fileHas((line) =>
    line.replaceAll("'", "\u2019").replaceAll('"', "\u201c"),
  ),
  "the model has typographic quotes": (edit) => {
    const fancy = (line: string): string =>
      line.replaceAll("'", "\u2019").replaceAll('"', "\u201d");
    const kept = new Set(edit.oldLines);
    const oldLines = edit.oldLines.map(fancy);
    if (join(oldLines) === join(edit.oldLines)) return null;
    return {
      file: file(edit.lines),
      oldText: join(oldLines),
      newText: join(edit.newLines.map((line) => (kept.has(line) ? fancy(line) : line))),
      expected: file(resultOf(edit)),
    };
  },
  "no-break spaces": mistyped((line) => {
    const indent = indentOf(line);
    return indent + line.slice(indent.length).replace(" ", "\u00a0");
  }),
  "line numbers with a tab": numbered((number, line) => `${String(number).padStart(6)}\t${line}`),
  "line numbers with a colon": numbered((number, line) => `${number}: ${line}`),
  "line numbers with a bar": numbered((number, line) => `${String(number).padStart(4)} | ${line}`),
  "line numbers in the old text only": (edit) => ({
    file: file(edit.lines),
    oldText: join(edit.oldLines.map((line, index) => `${edit.first + 1 + index}\t${line}`)),
    newText: join(edit.newLines),
    expected: file(resultOf(edit)),
  }),
  "a blank line too many around": (edit) => ({
    file: file(edit.lines),
    oldText: `\n${join(edit.oldLines)}\n\n`,
    newText: `\n${join(edit.newLines)}\n\n`,
    expected: file(resultOf(edit)),
  }),
  "one wrong token in a line that stays": (edit) => {
    const { keptIndex, oldLines, newLines } = edit;
    const line = oldLines[keptIndex];
    if (line === undefined || oldLines.length < 4) return null;
    const wrong = replaceToken(line);
    if (wrong === line || !newLines.includes(line)) return null;
    return {
      file: file(edit.lines),
      oldText: join(oldLines.map((other, index) => (index === keptIndex ? wrong : other))),
      newText: join(newLines.map((other) => (other === line ? wrong : other))),
      expected: file(resultOf(edit)),
      mayRefuse: true,
    };
  },
  // From here on: must be refused.
  "stands there twice": (edit) => ({
    file: file([...edit.lines, ...edit.oldLines]),
    oldText: join(edit.oldLines),
    newText: join(edit.newLines),
    expected: null,
  }),
  "stands there twice, otherwise indented": (edit) => ({
    file: file([
      ...edit.lines.map((line) => (isBlank(line) ? line : ` ${line}`)),
      ...edit.oldLines.map((line) => `   ${line}`),
    ]),
    oldText: join(edit.oldLines),
    newText: join(edit.newLines),
    expected: null,
  }),
  "one wrong token in a line that changes": (edit) => {
    const at = edit.oldLines.findIndex((line) => !edit.newLines.includes(line));
    const line = edit.oldLines[at];
    if (line === undefined) return null;
    const wrong = line.replace(/[A-Za-z]{3,}/, "misremembered");
    if (wrong === line) return null;
    return {
      file: file(edit.lines),
      oldText: join(edit.oldLines.map((other, index) => (index === at ? wrong : other))),
      newText: join(edit.newLines),
      expected: null,
    };
  },
  "a wrong token in most lines": (edit) => ({
    file: file(edit.lines),
    oldText: join(edit.oldLines.map((line, index) => (index === 0 ? line : replaceToken(line)))),
    newText: join(edit.newLines),
    expected: edit.oldLines.slice(1).every((line) => replaceToken(line) === line)
      ? file(resultOf(edit))
      : null,
  }),
  "another number in two lines": (edit) => {
    const digits = edit.oldLines.filter((line) => /\d/.test(line)).length;
    if (digits < 2) return null;
    return {
      file: file(edit.lines),
      oldText: join(edit.oldLines.map((line) => line.replace(/\d+/, (number) => `${number}7`))),
      newText: join(edit.newLines),
      expected: null,
    };
  },
  "code of another file": (edit, random) => ({
    file: file(edit.lines),
    oldText: `function neverHere${random.between(1, 9)}() {\n  return nothing;\n  // at all\n}`,
    newText: join(edit.newLines),
    expected: null,
  }),
  "elided code": (edit) => ({
    file: file(edit.lines),
    oldText: join(edit.oldLines),
    newText: join([
      edit.newLines[0] ?? "",
      "// ... rest of the code stays the same ...",
      edit.newLines.at(-1) ?? "",
    ]),
    expected: null,
  }),
};
