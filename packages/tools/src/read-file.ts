import { defineTool, read, ToolError, type ToolResult } from "@toolwright/core";
import { z } from "zod";
import { openText } from "./file-text/open-text.ts";
import { countOf, countText, sizeText } from "./numbers/number-text.ts";
import { MAX_LINE_CHARACTERS } from "./text-window/line-collector.ts";
import { numberedLines } from "./text-window/numbered-lines.ts";
import { readWindow, type TextWindow } from "./text-window/read-window.ts";

const DEFAULT_LINES = 2_000;
const MAX_LINES = 10_000;

/** Of the lines' text; with line numbers the result stays below 100 kB. */
const MAX_TEXT_BYTES = 80_000;

const MAX_CUT_LINES_NAMED = 20;

const input = z.strictObject({
  path: z
    .string()
    .min(1)
    .describe("File to read: relative to the current directory, or absolute inside the workspace."),
  offset: z
    .int()
    .min(1)
    .optional()
    .describe("Number of the first line to show, 1-based. Default: 1."),
  limit: z
    .int()
    .min(1)
    .max(MAX_LINES)
    .optional()
    .describe(
      `Number of lines to show, 1 to ${countText(MAX_LINES)}. Default: ${countText(DEFAULT_LINES)}.`,
    ),
});

type Input = z.infer<typeof input>;

const output = z.strictObject({
  path: z.string().describe("Relative to the workspace's root."),
  startLine: z.int().describe("Number of the first line shown, 1-based; 0 when the file is empty."),
  endLine: z.int().describe("Number of the last line shown; 0 when the file is empty."),
  totalLines: z
    .int()
    .nullable()
    .describe("All lines of the file; null when so much follows that it wasn't counted."),
  cutLines: z
    .array(z.int())
    .describe(`Numbers of lines of which only ${MAX_LINE_CHARACTERS} characters are shown.`),
  size: z.int().describe("Of the whole file, in bytes."),
  encoding: z.string().describe('"utf-8", "utf-16le" or the name of a legacy encoding.'),
  version: z.string().describe("Stands for the file's content at this moment."),
});

type Output = z.infer<typeof output>;

/** Reads a part of a text file, with line numbers. */
export const readFile = defineTool<Input, Input, Output>({
  name: "read_file",
  title: "Read file",
  kind: "read",
  version: "1",
  description: {
    summary: "Reads a text file, or a part of it, with line numbers.",
    details: `Each line is shown as its number, a tab and its text. Without offset and limit the first ${countText(DEFAULT_LINES)} lines are shown. At most ${sizeText(MAX_TEXT_BYTES)} are shown at once, and lines are cut at ${countText(MAX_LINE_CHARACTERS)} characters; the result says what was shown of what total and how to go on. UTF-8, UTF-16 and most older encodings are decoded; a file may have any size.`,
    notes: [
      "Images, archives and other binary files are refused with what they are.",
      "To look for something in files, search instead; to see what a directory holds, list it.",
    ],
    examples: [
      { input: { path: "src/index.ts" } },
      { input: { path: "logs/build.log", offset: 2001, limit: 500 }, note: "lines 2001 to 2500" },
    ],
  },
  category: "files",
  tags: ["view", "cat", "open", "lines"],
  input,
  output,
  effects: ({ path }) => [read(path)],
  async execute({ path, offset = 1, limit = DEFAULT_LINES }, { workspace }) {
    const { displayPath } = await workspace.resolve(path);
    const text = await openText(workspace, path, displayPath);
    try {
      // Before anything is read: of a file that changes meanwhile an older version is known.
      const version = await text.version();
      const window = await readWindow(text.source, text.format, {
        firstLine: offset,
        maxLines: limit,
        maxBytes: MAX_TEXT_BYTES,
      });
      if (window.lines.length === 0 && window.totalLines !== 0) {
        throw pastEnd(displayPath, offset, window.totalLines ?? 0);
      }
      workspace.noteRead(path, version);
      return resultOf({ displayPath, offset, window, size: text.size }, text.encoding, version);
    } finally {
      await text.close();
    }
  },
});

interface Shown {
  readonly displayPath: string;
  readonly offset: number;
  readonly window: TextWindow;
  readonly size: number;
}

function resultOf(shown: Shown, encoding: string, version: string): ToolResult<Output> {
  const { displayPath, offset, window, size } = shown;
  const isEmpty = window.lines.length === 0;
  const cutLines = window.lines.flatMap(({ isCut }, index) => (isCut ? [offset + index] : []));
  const notes = isEmpty
    ? [`'${displayPath}' is empty (${sizeText(size)}).`]
    : [rangeNote(shown), cutNote(cutLines)].filter((note) => note !== null);
  const note = notes.length === 0 ? "" : `(${notes.join(" ")})`;
  const numbered = numberedLines(window.lines, offset);
  return {
    content: isEmpty ? note : note === "" ? numbered : `${numbered}\n\n${note}`,
    structured: {
      path: displayPath,
      startLine: isEmpty ? 0 : offset,
      endLine: isEmpty ? 0 : offset + window.lines.length - 1,
      totalLines: window.totalLines,
      cutLines,
      size,
      encoding,
      version,
    },
  };
}

/** Null when the whole file is shown. */
function rangeNote({ displayPath, offset, window, size }: Shown): string | null {
  const last = offset + window.lines.length - 1;
  if (offset === 1 && !window.hasMore) return null;
  const total =
    window.totalLines === null
      ? `; more lines follow, the file has ${sizeText(size)}`
      : ` of ${countText(window.totalLines)}`;
  const next = window.hasMore ? ` Go on with offset: ${last + 1}.` : " That is the end.";
  return `Lines ${offset} to ${last}${total} of '${displayPath}'.${next}`;
}

function cutNote(cutLines: readonly number[]): string | null {
  if (cutLines.length === 0) return null;
  const named = cutLines.slice(0, MAX_CUT_LINES_NAMED).join(", ");
  const more = cutLines.length - MAX_CUT_LINES_NAMED;
  const lines = `Cut at ${countText(MAX_LINE_CHARACTERS)} characters: ${cutLines.length === 1 ? "line" : "lines"} ${named}`;
  return `${lines}${more > 0 ? ` and ${countText(more)} more` : ""}.`;
}

function pastEnd(displayPath: string, offset: number, totalLines: number): ToolError {
  return new ToolError(
    "input-invalid",
    `offset ${countText(offset)} lies after the end: '${displayPath}' has ${countOf(totalLines, "line")}. Use an offset from 1 to ${totalLines}.`,
    { details: { totalLines } },
  );
}
