import { findAnchored } from "./anchored-block.ts";
import type { Strategy } from "./edit.ts";
import { findLines } from "./find-lines.ts";
import { findSubstring, flatten } from "./find-substring.ts";
import { type IndentationMap, indentationMap } from "./indentation.ts";
import { plainTypography } from "./normalize-line.ts";
import type { Located, Place } from "./place.ts";
import { isBlank, type SourceLine, withLineEnd } from "./source-text.ts";
import { writtenForms } from "./written-forms.ts";

interface Wanted {
  readonly oldText: string;
  readonly newText: string;
}

const asWritten = (line: string): string => line;

/**
 * Where the old text stands, at the strictest strategy that finds it at all; null when none does.
 * A strategy that finds several places ends the search: what is looser finds no fewer.
 *
 * Shapes: `lines` and `text` are the same file; the texts have any line ends.
 */
export function locate(text: string, lines: readonly SourceLine[], wanted: Wanted): Located | null {
  const exact = locateExactly(text, lines, wanted);
  if (exact !== null) return exact;
  const flatWanted = {
    oldText: withLineEnd(wanted.oldText, "\n"),
    newText: withLineEnd(wanted.newText, "\n"),
  };
  return (
    locateWritten(lines, flatWanted, asWritten) ??
    locateForms(lines, flatWanted) ??
    locateWritten(lines, flatWanted, plainTypography) ??
    locateAnchored(lines, flatWanted)
  );
}

function locateExactly(
  text: string,
  lines: readonly SourceLine[],
  { oldText, newText }: Wanted,
): Located | null {
  if (!text.includes(oldText)) return null;
  const file = { lines, flat: text, flatStarts: lines.map(({ start }) => start) };
  const places = findSubstring(file, oldText);
  return located("exact", places, withLineEnd(oldText, "\n"), withLineEnd(newText, "\n"));
}

/** All strategies that take the texts as they are written. */
function locateWritten(
  lines: readonly SourceLine[],
  { oldText, newText }: Wanted,
  plain: (line: string) => string,
): Located | null {
  const name = (strategy: Strategy): Strategy => (plain === asWritten ? strategy : "typography");
  const inside = findSubstring(flatten(lines, plain), plain(oldText));
  if (inside.length > 0) return located(name("line-ends"), inside, oldText, newText, [], plain);

  for (const trimmed of blankLineTrims(oldText, newText)) {
    const { oldLines, endsWithLineEnd } = split(trimmed.oldText);
    const bySpace = findLines(lines, oldLines, (line) => plain(line.trimEnd()), endsWithLineEnd);
    if (bySpace.length > 0) {
      return located(
        name("trailing-space"),
        bySpace,
        trimmed.oldText,
        trimmed.newText,
        trimmed.adapted,
        plain,
      );
    }
    const byIndent = findLines(lines, oldLines, (line) => plain(line.trim()), endsWithLineEnd);
    const [first] = byIndent;
    if (first === undefined) continue;
    const found = located(
      "indentation",
      byIndent,
      trimmed.oldText,
      trimmed.newText,
      trimmed.adapted,
      plain,
    );
    const isTabs = found.indentationAt(first).kind === "tabs";
    return { ...found, strategy: name(isTabs ? "tabs" : "indentation") };
  }
  return null;
}

/** The texts without escapes or line numbers: all such readings must agree on the place. */
function locateForms(lines: readonly SourceLine[], wanted: Wanted): Located | null {
  let found: Located | null = null;
  for (const form of writtenForms(wanted.oldText, wanted.newText)) {
    const here = locateWritten(lines, form, asWritten);
    if (here === null) continue;
    if (found !== null) {
      if (here.places[0]?.start === found.places[0]?.start && sameTexts(here, found)) continue;
      // Two readings, two results: nothing tells which was meant.
      return { ...found, places: [...found.places, ...here.places] };
    }
    found = { ...here, strategy: form.strategy, adapted: [form.adapted, ...here.adapted] };
  }
  return found;
}

function sameTexts(a: Located, b: Located): boolean {
  return (
    a.oldLines.join("\n") === b.oldLines.join("\n") &&
    a.newLines.join("\n") === b.newLines.join("\n")
  );
}

function locateAnchored(lines: readonly SourceLine[], wanted: Wanted): Located | null {
  for (const trimmed of blankLineTrims(wanted.oldText, wanted.newText)) {
    const { oldLines, endsWithLineEnd } = split(trimmed.oldText);
    const place = findAnchored(lines, oldLines, split(trimmed.newText).oldLines, endsWithLineEnd);
    if (place !== null) {
      return located("anchored-block", [place], trimmed.oldText, trimmed.newText, [
        ...trimmed.adapted,
        "a line that differs by one token was kept as it is in the file",
      ]);
    }
  }
  return null;
}

function located(
  strategy: Strategy,
  places: readonly Place[],
  oldText: string,
  newText: string,
  adapted: readonly string[] = [],
  plain: (line: string) => string = asWritten,
): Located {
  const oldLines = oldText.split("\n");
  const indentationAt = (place: Place): IndentationMap =>
    indentationMap(
      oldLines,
      place.fileLines.map((line) => line.text),
    );
  return {
    strategy,
    places,
    oldLines,
    newLines: newText.split("\n"),
    adapted,
    indentationAt,
    plain,
  };
}

function split(text: string): { oldLines: readonly string[]; endsWithLineEnd: boolean } {
  const lines = text.split("\n");
  const endsWithLineEnd = lines.length > 1 && lines.at(-1) === "";
  return { oldLines: endsWithLineEnd ? lines.slice(0, -1) : lines, endsWithLineEnd };
}

interface Trimmed extends Wanted {
  readonly adapted: readonly string[];
}

/** As it is, then without the blank lines around the old text, which the file may not have. */
function blankLineTrims(oldText: string, newText: string): readonly Trimmed[] {
  const whole = { oldText, newText, adapted: [] };
  const before = leadingBlankLines(oldText);
  const after = trailingBlankLines(oldText);
  if (before === 0 && after === 0) return [whole];
  return [
    whole,
    {
      oldText: dropLines(oldText, before, after),
      newText: dropLines(
        newText,
        Math.min(before, leadingBlankLines(newText)),
        Math.min(after, trailingBlankLines(newText)),
      ),
      adapted: ["blank lines around the text were left alone"],
    },
  ];
}

function leadingBlankLines(text: string): number {
  const lines = text.split("\n");
  const index = lines.findIndex((line) => !isBlank(line));
  return index === -1 ? 0 : index;
}

/** Blank lines at the end; the end of the last line itself isn't one. */
function trailingBlankLines(text: string): number {
  const lines = text.split("\n");
  const content = lines.at(-1) === "" ? lines.slice(0, -1) : lines;
  const last = content.findLastIndex((line) => !isBlank(line));
  return last === -1 ? 0 : content.length - 1 - last;
}

function dropLines(text: string, before: number, after: number): string {
  const lines = text.split("\n");
  const endsWithLineEnd = lines.length > 1 && lines.at(-1) === "";
  const content = endsWithLineEnd ? lines.slice(0, -1) : lines;
  const kept = content.slice(before, content.length - after);
  return kept.join("\n") + (endsWithLineEnd && kept.length > 0 ? "\n" : "");
}
