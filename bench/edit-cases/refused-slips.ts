import type { BaseEdit } from "./base-edit.ts";
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

const replaceToken = (line: string): string => line.replace(/[A-Za-z]{3,}/, "misremembered");

const elisions = [
  "// ... rest of the code stays the same ...",
  "// ... existing code ...",
  "// … existing code …",
  "# ... existing code ...",
  "# rest of the code remains the same",
  "/* ... */",
  "  // ...",
  "    # ...",
  "{/* ... rest of the component ... */}",
  "<!-- ... existing content ... -->",
  "-- ... unchanged ...",
  "; ... rest of file",
  "% ... remaining lines",
  "// (rest of the function unchanged)",
  "// existing code here",
  "/* existing code */",
  "// unchanged",
  "// ... (previous implementation)",
  "... rest of the file ...",
  "...existing code...",
  "[... remaining code unchanged ...]",
  "# ... (other methods stay the same) ...",
  "  // [... keep existing methods ...]",
];

const elided: Slip = (edit, random) => {
  const middle = edit.oldLines.slice(1, -1);
  if (!middle.some((line) => /\w{3}/.test(line))) return null;
  const texts = newTexts(edit);
  const elision = random.pick(elisions);
  return caseOf(edit, {
    newText: join([texts[0] ?? "", elision, texts.at(-1) ?? ""]),
    expected: null,
  });
};

/** One word of one line is wrong, in both texts if the line stays. */
function wrongToken(edit: BaseEdit, index: number): ReturnType<Slip> {
  const line = edit.oldLines[index];
  if (line === undefined) return null;
  const wrong = replaceToken(line);
  if (wrong === line) return null;
  return caseOf(edit, {
    oldText: join(edit.oldLines.with(index, wrong)),
    newText: join(
      edit.newLines.map(({ text, from }) => (from === index && text === line ? wrong : text)),
    ),
    expected: null,
  });
}

const keptInside: Slip = (edit, random) => {
  const inside = edit.kept.filter(
    (index) =>
      index > 0 && index < edit.oldLines.length - 1 && /\w+\W+\w+/.test(edit.oldLines[index] ?? ""),
  );
  if (inside.length === 0) return null;
  const wrong = wrongToken(edit, random.pick(inside));
  const expected = caseOf(edit).expected;
  return wrong === null ? null : { ...wrong, expected, mayRefuse: true };
};

const changedLine: Slip = (edit) => {
  const kept = new Set(edit.kept);
  const at = edit.oldLines.findIndex((line, index) => !kept.has(index) && !isBlank(line));
  return at === -1 ? null : wrongToken(edit, at);
};

/** The intended block no longer exists, only a similar one. */
const onlyTwin: Slip = (edit, random) => {
  const changeable = edit.oldLines.flatMap((line, index) =>
    replaceToken(line) === line ? [] : [index],
  );
  if (changeable.length < 3) return null;
  const first = random.pick(changeable);
  const second = random.pick(changeable.filter((index) => index !== first));
  const twin = edit.oldLines.map((line, index) =>
    index === first || index === second
      ? line.replace(/[A-Za-z]{3,}/, (word) => `${word}Twin`)
      : line,
  );
  return caseOf(edit, {
    file: fileOf(edit.lines.toSpliced(edit.first, edit.oldLines.length, ...twin)),
    expected: null,
  });
};

/** Two blocks are equally similar. */
const twoTwins: Slip = (edit, random) => {
  const inside = edit.kept.filter(
    (index) =>
      index > 0 && index < edit.oldLines.length - 1 && /\w+\W+\w+/.test(edit.oldLines[index] ?? ""),
  );
  if (inside.length === 0) return null;
  const at = random.pick(inside);
  const line = edit.oldLines[at] ?? "";
  if (replaceToken(line) === line) return null;
  const twin = (suffix: string): readonly string[] =>
    edit.oldLines.with(
      at,
      line.replace(/[A-Za-z]{3,}/, (word) => word + suffix),
    );
  const lines = edit.lines.toSpliced(edit.first, edit.oldLines.length, ...twin("Left"));
  return caseOf(edit, { file: fileOf([...lines, "", ...twin("Right")]), expected: null });
};

const changedEverywhere =
  (map: (line: string, index: number) => string): Slip =>
  (edit) => {
    const oldLines = edit.oldLines.map(map);
    if (oldLines.filter((line, index) => line !== edit.oldLines[index]).length < 2) return null;
    return caseOf(edit, { oldText: join(oldLines), expected: null });
  };

const twice =
  (map: (line: string) => string): Slip =>
  (edit) => {
    const second = edit.oldLines.map(map);
    const model = join(edit.oldLines);
    // Unless its text differs, the first one would be exact.
    if (join(second) === model) return null;
    const spaced = (line: string): string => (isBlank(line) ? line : ` ${line}`);
    return caseOf(edit, {
      file: fileOf([...edit.lines.map(spaced), "", ...second]),
      expected: null,
    });
  };

/** Cases that must be refused: any result is wrong. */
export const refusedSlips: Slips = {
  "stands there twice": (edit) =>
    caseOf(edit, { file: fileOf([...edit.lines, ...edit.oldLines]), expected: null }),
  "stands there twice, otherwise indented": twice((line) => (isBlank(line) ? line : `   ${line}`)),
  "stands there twice, with tabs": twice((line) => (isBlank(line) ? line : `\t${line}`)),
  "stands there twice, typographic and spaced": (edit) => {
    const fancy = (line: string): string =>
      line.replaceAll('"', "\u201c").replaceAll("'", "\u2019");
    const dashed = (line: string): string =>
      line.replaceAll('"', "\u201d").replaceAll("'", "\u2018");
    const first = edit.oldLines.map(fancy);
    if (join(first) === join(edit.oldLines)) return null;
    const lines = edit.lines.toSpliced(edit.first, first.length, ...first);
    return caseOf(edit, {
      file: fileOf([...lines, "", ...edit.oldLines.map(dashed)]),
      expected: null,
    });
  },
  "one wrong word in a line that stays": keptInside,
  "one wrong word in a line that changes": changedLine,
  "one wrong word in the first line": (edit) => wrongToken(edit, 0),
  "one wrong word in the last line": (edit) => wrongToken(edit, edit.oldLines.length - 1),
  "a wrong word in most lines": changedEverywhere((line, index) =>
    index === 0 ? line : replaceToken(line),
  ),
  "another number in two lines": changedEverywhere((line) =>
    line.replace(/\d+/, (number) => `${number}7`),
  ),
  "upper case for lower case": changedEverywhere((line) =>
    line.replace(/[a-z]{4,}/, (word) => word.toUpperCase()),
  ),
  "only a twin is there": onlyTwin,
  "two twins come equally near": twoTwins,
  "a line forgotten": (edit, random) => {
    const inside = edit.oldLines.flatMap((line, index) =>
      index > 0 && index < edit.oldLines.length - 1 && /\w{3}/.test(line) ? [index] : [],
    );
    if (inside.length === 0) return null;
    const at = random.pick(inside);
    const oldText = join(edit.oldLines.toSpliced(at, 1));
    // The file contains the rest anyway: one of two equal lines was omitted.
    if (withoutSpace(fileOf(edit.lines)).includes(withoutSpace(oldText))) return null;
    return caseOf(edit, {
      oldText,
      newText: join(edit.newLines.flatMap(({ text, from }) => (from === at ? [] : [text]))),
      expected: null,
    });
  },
  "a line invented": (edit, random) => {
    const at = random.between(1, edit.oldLines.length - 1);
    return caseOf(edit, {
      oldText: join(edit.oldLines.toSpliced(at, 0, "  neverWritten(here);")),
      expected: null,
    });
  },
  "two lines the other way round": (edit) => {
    const at = edit.oldLines.findIndex(
      (line, index) =>
        index < edit.oldLines.length - 1 &&
        /\w{3}/.test(line) &&
        /\w{3}/.test(edit.oldLines[index + 1] ?? "") &&
        withoutSpace(line) !== withoutSpace(edit.oldLines[index + 1] ?? ""),
    );
    if (at === -1) return null;
    const [a = "", b = ""] = edit.oldLines.slice(at, at + 2);
    return caseOf(edit, { oldText: join(edit.oldLines.toSpliced(at, 2, b, a)), expected: null });
  },
  "code of another file": (edit, random) =>
    caseOf(edit, {
      oldText: `function neverHere${random.between(1, 9)}() {\n  return nothing;\n  // at all\n}`,
      expected: null,
    }),
  "elided code": elided,
  "line numbers with gaps": (edit) =>
    caseOf(edit, {
      oldText: join(edit.oldLines.map((line, index) => `${edit.first + 1 + index * 2}\t${line}`)),
      newText: join(newTexts(edit)),
      expected: null,
    }),
  "line numbers, and one wrong word": (edit) => {
    const wrong = wrongToken(edit, 0);
    if (wrong === null) return null;
    const number = (text: string): string =>
      text
        .split("\n")
        .map((line, index) => `${edit.first + 1 + index}\t${line}`)
        .join("\n");
    return { ...wrong, oldText: number(wrong.oldText), newText: number(wrong.newText) };
  },
  "a list of numbers of its own, and one wrong word": (edit) => {
    const words = edit.oldLines.filter((line) => /[A-Za-z]{3,}/.test(line));
    if (words.length < 3) return null;
    // The file has the same lines without numbers, so removing the numbers would find a match.
    const item = (line: string, index: number): string => `${index * 2 + 1}. ${line.trim()}`;
    return caseOf(edit, {
      oldText: join(words.map(item)),
      newText: join(words.map((line, index) => item(`${line} changed`, index))),
      expected: null,
    });
  },
};
