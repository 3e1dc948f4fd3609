import type { Phrase } from "@toolwright/core/internal";
import { counted, phrase } from "../../language/phrase.ts";
import type { ContentPart, Display, TodoItem } from "@toolwright/core";
import type { Theme } from "../../text/theme.ts";
import {
  cutLine,
  type Line,
  line,
  span,
  textLines,
  wrapLine,
  wrapLines,
} from "../../text/styled-line.ts";
import { stripTerminalSequences } from "../../text/terminal-sequences.ts";
import { diffLines } from "./diff-lines.ts";
import { type ExcerptLimits, excerptOf } from "./excerpt.ts";
import { namedTable } from "./table-rows.ts";
import { terminalText } from "./terminal-text.ts";

export interface DisplayOptions {
  readonly look: Theme;
  /** Columns. */
  readonly width: number;
  /** Otherwise only the beginning (for a program's output also the end), and how much is left out. */
  readonly isWhole: boolean;
  /** How much of something long is shown. Default: `callLimits`. */
  readonly limits?: DisplayLimits;
}

export interface DisplayLimits {
  readonly text: ExcerptLimits;
  readonly output: ExcerptLimits;
  readonly diffRows: number;
  readonly tableRows: number;
  /** Whether what a call has only read is left out. */
  readonly isBrief: boolean;
  /** How to see the rest. */
  readonly hint: Phrase;
}

/** For a call of the person. Of a program's output mostly the end, where errors usually are. */
const callLimits: DisplayLimits = {
  text: { headLines: 24, tailLines: 0 },
  output: { headLines: 5, tailLines: 19 },
  diffRows: 60,
  tableRows: 30,
  isBrief: false,
  hint: phrase("/show prints all"),
};

/** For a call of an agent, which makes many. */
export const briefLimits: DisplayLimits = {
  text: { headLines: 4, tailLines: 0 },
  output: { headLines: 0, tailLines: 4 },
  diffRows: 24,
  tableRows: 6,
  isBrief: true,
  hint: phrase("Ctrl-O opens it"),
};

/** The most rows of one line, as a minified file can be one line of a megabyte. */
const maxRowsOfLine = 3;
const programTabWidth = 8;

/** Draws a result or a preview. */
export function displayLines(display: Display, options: DisplayOptions): Line[] {
  const { width, look, limits = callLimits } = options;
  switch (display.type) {
    case "text":
      return excerptLines(stripTerminalSequences(display.text), limits.text, options);
    case "terminal":
      return excerptLines(terminalText(display.output), limits.output, options, programTabWidth);
    case "diff":
      return diffRows(display, options);
    case "todos":
      return display.items.flatMap((item) =>
        wrapLine(todoLine(item, look), width, { indent: 2, atWords: true }),
      );
    case "table": {
      const rows = options.isWhole ? display.rows : display.rows.slice(0, limits.tableRows);
      const shown = namedTable(display.columns, rows, width, look);
      return withRest(shown, moreRows(display.rows.length - rows.length), options);
    }
    case "image":
      return [line(span(look.language.say(binaryNote(phrase("an image"), display)), "dim"))];
  }
}

/** Draws the content for the model, for a result without a display. */
export function contentLines(content: readonly ContentPart[], options: DisplayOptions): Line[] {
  return content.flatMap((part) => {
    switch (part.type) {
      case "text":
        return displayLines({ type: "text", text: part.text }, options);
      case "image":
        return displayLines(part, options);
      case "audio":
        return [
          line(span(options.look.language.say(binaryNote(phrase("a recording"), part)), "dim")),
        ];
      case "resource":
        return part.text === undefined
          ? [line(span(part.uri, "dim"))]
          : displayLines({ type: "text", text: part.text }, options);
      default:
        return [];
    }
  });
}

function excerptLines(
  text: string,
  limits: ExcerptLimits,
  options: DisplayOptions,
  tabWidth?: number,
): Line[] {
  const { look, width, isWhole } = options;
  if (text.trim() === "") return [line(span(look.language.say(phrase("(empty)")), "dim"))];
  if (isWhole) return wrapLines(textLines(text, null, tabWidth), width);
  const { head, skippedLines, tail } = excerptOf(text, limits);
  const inShort = (part: string): Line[] =>
    part === "" ? [] : part.split(/\r?\n/).flatMap((row) => rowInShort(row, width, look, tabWidth));
  const shown = inShort(head.replace(/\n$/, ""));
  if (skippedLines === 0) return shown;
  const rest = restLine(
    limits.tailLines > 0 ? leftOut(skippedLines) : moreLines(skippedLines),
    options,
  );
  return [...shown, rest, ...inShort(tail.replace(/\n$/, ""))];
}

function rowInShort(row: string, width: number, look: Theme, tabWidth?: number): Line[] {
  const room = width * maxRowsOfLine;
  // A rough cut first, to save time; every character has at most 8 units per column.
  const [start = []] = textLines(row.slice(0, room * 8), null, tabWidth);
  return wrapLine(cutLine(start, room, look.glyphs.ellipsis), width);
}

function diffRows(display: Extract<Display, { type: "diff" }>, options: DisplayOptions): Line[] {
  const { look, width, isWhole, limits = callLimits } = options;
  // Nothing is stripped, so that terminal codes in the new content are visible.
  const { rows, fileCount, added, removed, gutter } = diffLines(display.diff);
  const files = counted("{count} file changed", "{count} files changed", { count: fileCount });
  const head = line(
    span(fileCount > 1 ? look.language.say(files) : display.path, "strong"),
    span(`  +${added}`, "added"),
    span(` ${look.glyphs.minus}${removed}`, "removed"),
  );
  const shown = isWhole ? rows : rows.slice(0, limits.diffRows);
  const body = shown.flatMap((row) =>
    wrapLine(isWhole ? row : cutLine(row, width * maxRowsOfLine, look.glyphs.ellipsis), width, {
      indent: gutter,
    }),
  );
  return withRest(
    [...wrapLine(head, width), ...body],
    moreLines(rows.length - shown.length),
    options,
  );
}

/** A number of rows or lines that aren't shown. */
interface Rest {
  readonly count: number;
  readonly note: Phrase;
}

function moreRows(count: number): Rest {
  return { count, note: counted("{count} more row", "{count} more rows", { count }) };
}

function moreLines(count: number): Rest {
  return { count, note: counted("{count} more line", "{count} more lines", { count }) };
}

function leftOut(count: number): Rest {
  return { count, note: counted("{count} line left out", "{count} lines left out", { count }) };
}

/** The first rows, and how many more there are. */
export function inBrief(rows: readonly Line[], options: DisplayOptions): Line[] {
  const { headLines } = (options.limits ?? callLimits).text;
  const shown = rows.length <= headLines + 1 ? rows : rows.slice(0, headLines);
  return withRest(shown, moreRows(rows.length - shown.length), options);
}

function withRest(rows: readonly Line[], rest: Rest, options: DisplayOptions): Line[] {
  return rest.count === 0 ? [...rows] : [...rows, restLine(rest, options)];
}

function restLine({ note }: Rest, { look, limits = callLimits }: DisplayOptions): Line {
  const { glyphs, language } = look;
  const rest = language.say(phrase("{rest} ({hint})", { rest: note, hint: limits.hint }));
  return line(span(`${glyphs.ellipsis} ${rest}`, "dim"));
}

export function todoLine({ text, status }: TodoItem, { glyphs }: Theme): Line {
  switch (status) {
    case "done":
      return line(span(`${glyphs.done} `, "good"), span(text, "dim"));
    case "active":
      return line(span(`${glyphs.prompt} `, "accent"), span(text, "strong"));
    case "cancelled":
      return line(span(`${glyphs.minus} ${text}`, "dim"));
    default:
      return line(span(`${glyphs.dot} `, "dim"), span(text));
  }
}

function binaryNote(
  what: Phrase,
  { data, mimeType }: { readonly data: string; readonly mimeType: string },
): Phrase {
  const bytes = Math.floor((data.length * 3) / 4);
  return phrase("({what}, {type}, {bytes} bytes; a terminal can't show it)", {
    what,
    type: mimeType,
    bytes,
  });
}
