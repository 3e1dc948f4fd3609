import type { BaseEdit } from "./base-edit.ts";
import { resultOf } from "./base-edit.ts";
import type { Random } from "./random.ts";
import { isIndented, type Language } from "./sources.ts";

/** One case: the file, the model's input, and the expected file. */
export interface EditCase {
  readonly language: Language;
  readonly file: string;
  readonly oldText: string;
  readonly newText: string;
  /** Null if the edit must be refused. */
  readonly expected: string | null;
  /** Whether a refusal is acceptable, because the file does not have what the model sends. */
  readonly mayRefuse?: boolean;
}

/** Makes a case with one kind of slip; null if the edit does not allow it. */
export type Slip = (edit: BaseEdit, random: Random) => EditCase | null;
export type Slips = Readonly<Record<string, Slip>>;

export const fileOf = (lines: readonly string[], eol = "\n"): string =>
  lines.map((line) => line + eol).join("");
export const join = (lines: readonly string[]): string => lines.join("\n");
export const newTexts = ({ newLines }: BaseEdit): readonly string[] =>
  newLines.map(({ text }) => text);

/** The case without a slip, with the slip's changes applied. */
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

/** Null for a slip without effect: the file has the text unchanged, so it is exact. */
export function unlessExact(edit: EditCase): EditCase | null {
  return edit.file.includes(edit.oldText) ? null : edit;
}

/** Changes the model's texts line by line; the file and the expected file stay. */
export function mistyped(map: MapLine): Slip {
  return (edit) => {
    const oldLines = edit.oldLines.map(map);
    if (join(oldLines) === join(edit.oldLines)) return null;
    const newText = join(newTexts(edit).map(map));
    return unlessExact(caseOf(edit, { oldText: join(oldLines), newText }));
  };
}

/** The same, but new lines are correct: the model only misremembers existing ones. */
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

/** Puts something into unchanged lines of the file and expects it to stay. */
export function fileHas(map: (line: string) => string): Slip {
  return (edit) => {
    const kept = new Set(edit.kept);
    // Among equal lines, nobody can tell which ones stayed.
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
 * Rates an engine's result, null for a refusal. Wrong white space is a fault of its own, except where it
 * counts as code (the indentation of Python, YAML and Markdown).
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
