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
}

const textLimits: ExcerptLimits = { headLines: 24, tailLines: 0 };
/** Mostly the end, where errors usually are. */
const outputLimits: ExcerptLimits = { headLines: 5, tailLines: 19 };
const maxDiffRows = 60;
const maxTableRows = 30;
/** The most rows of one line, as a minified file can be one line of a megabyte. */
const maxRowsOfLine = 3;
const programTabWidth = 8;

/** Draws a result or a preview. */
export function displayLines(display: Display, options: DisplayOptions): Line[] {
  const { width, look } = options;
  switch (display.type) {
    case "text":
      return excerptLines(stripTerminalSequences(display.text), textLimits, options);
    case "terminal":
      return excerptLines(terminalText(display.output), outputLimits, options, programTabWidth);
    case "diff":
      return diffRows(display, options);
    case "todos":
      return display.items.flatMap((item) =>
        wrapLine(todoLine(item, look), width, { indent: 2, atWords: true }),
      );
    case "table": {
      const rows = options.isWhole ? display.rows : display.rows.slice(0, maxTableRows);
      const shown = namedTable(display.columns, rows, width, look);
      return withRest(shown, moreRows(display.rows.length - rows.length), look);
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
  { look, width, isWhole }: DisplayOptions,
  tabWidth?: number,
): Line[] {
  if (text.trim() === "") return [line(span(look.language.say(phrase("(empty)")), "dim"))];
  if (isWhole) return wrapLines(textLines(text, null, tabWidth), width);
  const { head, skippedLines, tail } = excerptOf(text, limits);
  const inShort = (part: string): Line[] =>
    part === "" ? [] : part.split(/\r?\n/).flatMap((row) => rowInShort(row, width, look, tabWidth));
  const shown = inShort(head.replace(/\n$/, ""));
  if (skippedLines === 0) return shown;
  const rest = restLine(
    limits.tailLines > 0 ? leftOut(skippedLines) : moreLines(skippedLines),
    look,
  );
  return [...shown, rest, ...inShort(tail.replace(/\n$/, ""))];
}

function rowInShort(row: string, width: number, look: Theme, tabWidth?: number): Line[] {
  const room = width * maxRowsOfLine;
  // A rough cut first, to save time; every character has at most 8 units per column.
  const [start = []] = textLines(row.slice(0, room * 8), null, tabWidth);
  return wrapLine(cutLine(start, room, look.glyphs.ellipsis), width);
}

function diffRows(
  display: Extract<Display, { type: "diff" }>,
  { look, width, isWhole }: DisplayOptions,
): Line[] {
  // Nothing is stripped, so that terminal codes in the new content are visible.
  const { rows, added, removed, gutter } = diffLines(display.diff);
  const head = line(
    span(display.path, "strong"),
    span(`  +${added}`, "added"),
    span(` ${look.glyphs.minus}${removed}`, "removed"),
  );
  const shown = isWhole ? rows : rows.slice(0, maxDiffRows);
  const body = shown.flatMap((row) =>
    wrapLine(isWhole ? row : cutLine(row, width * maxRowsOfLine, look.glyphs.ellipsis), width, {
      indent: gutter,
    }),
  );
  return withRest([...wrapLine(head, width), ...body], moreLines(rows.length - shown.length), look);
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

function withRest(rows: readonly Line[], rest: Rest, look: Theme): Line[] {
  return rest.count === 0 ? [...rows] : [...rows, restLine(rest, look)];
}

function restLine({ note }: Rest, { glyphs, language }: Theme): Line {
  const rest = language.say(phrase("{rest} (/show prints all)", { rest: note }));
  return line(span(`${glyphs.ellipsis} ${rest}`, "dim"));
}

function todoLine({ text, status }: TodoItem, { glyphs }: Theme): Line {
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
