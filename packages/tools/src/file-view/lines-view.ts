import type { OpenText } from "../text-file/open-text.ts";
import { countText } from "../text/number-text.ts";
import { MAX_LINE_CHARACTERS, type WindowLine } from "../text-file/line-collector.ts";
import type { LineSection } from "../text-file/read-around.ts";
import type { FileView } from "./file-view.ts";

export const DEFAULT_LINES = 2_000;
export const MAX_LINES = 10_000;

/** The limit for the lines' text. With line numbers the result stays below 100 kB. */
export const MAX_TEXT_BYTES = 80_000;

const MAX_CUT_LINES_NAMED = 20;

export interface TextFacts {
  readonly displayPath: string;
  /** In bytes, as it is on disk. */
  readonly size: number;
}

/** Sections of lines, with notes. */
export interface ShownLines {
  readonly sections: readonly LineSection[];
  readonly totalLines: number | null;
  readonly notes: readonly string[];
}

export function linesView(
  { encoding }: OpenText,
  { sections, totalLines, notes }: ShownLines,
): FileView {
  const cutLines: number[] = [];
  for (const { firstLine, lines } of sections) {
    for (let index = 0; index < lines.length; index++) {
      if (lines[index]?.isCut === true) cutLines.push(firstLine + index);
    }
  }
  const said = cutLines.length === 0 ? notes : [...notes, cutNote(cutLines)];
  const numbered = sections
    .map(({ firstLine, lines }) => numberedLines(lines, firstLine))
    .join("\n…\n");
  const last = sections.at(-1);
  return {
    content: said.length === 0 ? numbered : `${numbered}\n\n(${said.join(" ")})`,
    plainText: () => sections.flatMap(({ lines }) => lines.map(({ text }) => text)).join("\n"),
    facts: {
      kind: "text",
      startLine: sections[0]?.firstLine ?? 0,
      endLine: last === undefined ? 0 : last.firstLine + last.lines.length - 1,
      totalLines,
      cutLines,
      encoding,
    },
    isShown: true,
  };
}

/** The view of a file without lines; `sentence` says why. */
export function noLinesView(
  { encoding }: OpenText,
  sentence: string,
  { totalLines, isShown }: { readonly totalLines: number | null; readonly isShown: boolean },
): FileView {
  return {
    content: `(${sentence})`,
    plainText: () => "",
    facts: { kind: "text", startLine: 0, endLine: 0, totalLines, cutLines: [], encoding },
    isShown,
  };
}

function cutNote(cutLines: readonly number[]): string {
  const named = cutLines.slice(0, MAX_CUT_LINES_NAMED).join(", ");
  const more = cutLines.length - MAX_CUT_LINES_NAMED;
  const lines = `Cut at ${countText(MAX_LINE_CHARACTERS)} characters: ${cutLines.length === 1 ? "line" : "lines"} ${named}`;
  return `${lines}${more > 0 ? ` and ${countText(more)} more` : ""}.`;
}

/**
 * Lines as number, tab and text: the shortest form that models read well. `firstLine` is 1-based.
 */
export function numberedLines(lines: readonly WindowLine[], firstLine: number): string {
  return lines.map(({ text }, index) => `${firstLine + index}\t${text}`).join("\n");
}
