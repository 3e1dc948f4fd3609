import type { BaseEdit } from "./base-edit.ts";
import { resultOf } from "./base-edit.ts";
import type { Random } from "./random.ts";
import { isIndented, type Language } from "./sources.ts";

/** One case: what the file is, what a model sends, and what must become of the file. */
export interface EditCase {
  readonly language: Language;
  readonly file: string;
  readonly oldText: string;
  readonly newText: string;
  /** Null: it must be refused. */
  readonly expected: string | null;
  /** A refusal is no fault: what the model sends is not what the file has. */
  readonly mayRefuse?: boolean;
}

/** Makes a case with one kind of slip; null when the edit doesn't lend itself to it. */
export type Slip = (edit: BaseEdit, random: Random) => EditCase | null;
export type Slips = Readonly<Record<string, Slip>>;

export const fileOf = (lines: readonly string[], eol = "\n"): string =>
  lines.map((line) => line + eol).join("");
export const join = (lines: readonly string[]): string => lines.join("\n");
export const newTexts = ({ newLines }: BaseEdit): readonly string[] =>
  newLines.map(({ text }) => text);

/** The case without a slip, and what a slip makes different. */
export function caseOf(edit: BaseEdit, different: Partial<EditCase> = {}): EditCase {
  return {
    language: edit.language,
    file: fileOf(edit.lines),
    oldText: join(edit.oldLines),
    newText: join(newTexts(edit)),
    expected: fileOf(resultOf(edit)),
    ...different,
  };
}

type MapLine = (line: string, index: number) => string;

/** Null for a slip that isn't one: the text is in the file as it is, and stands for itself. */
export function unlessExact(edit: EditCase): EditCase | null {
  return edit.file.includes(edit.oldText) ? null : edit;
}

/** The texts of the model changed line by line, the file and what becomes of it as they are. */
export function mistyped(map: MapLine): Slip {
  return (edit) => {
    const oldLines = edit.oldLines.map(map);
    if (join(oldLines) === join(edit.oldLines)) return null;
    const newText = join(newTexts(edit).map(map));
    return unlessExact(caseOf(edit, { oldText: join(oldLines), newText }));
  };
}

/** The same, but lines that come anew are right: the model only misremembers what is there. */
export function misremembered(map: MapLine): Slip {
  return (edit) => {
    const oldLines = edit.oldLines.map(map);
    if (join(oldLines) === join(edit.oldLines)) return null;
    const newLines = edit.newLines.map(({ text, from }) =>
      from === null ? text : map(text, from),
    );
    return unlessExact(caseOf(edit, { oldText: join(oldLines), newText: join(newLines) }));
  };
}

/** Puts something else into the file, on lines that the edit keeps, and expects it to stay. */
export function fileHas(map: (line: string) => string): Slip {
  return (edit) => {
    const kept = new Set(edit.kept);
    // Of lines that are the same, nobody could tell which ones stayed.
    const others = edit.oldLines.filter((_, index) => !kept.has(index));
    if (edit.kept.some((index) => others.includes(edit.oldLines[index] ?? ""))) return null;
    const oldLines = edit.oldLines.map((line, index) => (kept.has(index) ? map(line) : line));
    if (join(oldLines) === join(edit.oldLines)) return null;
    const newLines = edit.newLines.map((line) =>
      line.from !== null && line.text === edit.oldLines[line.from]
        ? { ...line, text: oldLines[line.from] ?? line.text }
        : line,
    );
    const lines = edit.lines.toSpliced(edit.first, oldLines.length, ...oldLines);
    return caseOf(edit, {
      file: fileOf(lines),
      expected: fileOf(resultOf({ ...edit, lines, newLines })),
    });
  };
}

export type Verdict = "right" | "missed" | "space" | "wrong";
export const verdicts = ["right", "missed", "space", "wrong"] as const;

/**
 * What to make of an engine's result, null for a refusal. White space alone is a fault of its own,
 * but where it means something (the indentation of Python, YAML and Markdown) it is code.
 */
export function judge(edit: EditCase, text: string | null): Verdict {
  const { expected, mayRefuse, language } = edit;
  if (text === expected) return "right";
  if (text === null) return mayRefuse === true ? "right" : "missed";
  if (expected === null) return "wrong";
  const bare = isIndented(language) ? withoutOuterSpace : withoutSpace;
  return bare(text) === bare(expected) ? "space" : "wrong";
}

export function withoutSpace(text: string): string {
  return text.replaceAll(/\s+/g, "");
}

function withoutOuterSpace(text: string): string {
  return text
    .split(/\r\n|\n|\r/)
    .filter((line) => line.trim() !== "")
    .map((line) => /^\s*/.exec(line)?.[0] + withoutSpace(line))
    .join("\n");
}
