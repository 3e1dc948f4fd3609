import { defineTool, read, type ToolContext, type ToolResult } from "@toolwright/core";
import { isThenable, type Language } from "@toolwright/core/internal";
import { z } from "zod";
import { openContent } from "./text-file/open-text.ts";
import {
  type FileFacts,
  type FileView,
  fileFacts,
  type PartRequest,
} from "./file-view/file-view.ts";
import { DEFAULT_LINES_AROUND, MAX_LINES_AROUND } from "./file-view/keyword-view.ts";
import { DEFAULT_LINES, MAX_LINES } from "./file-view/lines-view.ts";
import { viewContent } from "./file-view/view-content.ts";
import { countText } from "./text/number-text.ts";
import { readNote } from "./text/person-notes.ts";

const MAX_KEYWORD_CHARACTERS = 1_000;

const linesAround = (side: string) =>
  z
    .int()
    .min(0)
    .max(MAX_LINES_AROUND)
    .optional()
    .describe(`Lines ${side} it. Default: ${DEFAULT_LINES_AROUND}.`);

const around = z.strictObject({
  keyword: z
    .string()
    .min(1)
    .max(MAX_KEYWORD_CHARACTERS)
    .regex(/^[^\r\n\0]*$/, "keyword must be text within one line: leave out line breaks.")
    .describe("Literal text within one line."),
  occurrence: z
    .union([z.int().min(1), z.literal("all")])
    .optional()
    .describe('Which one, 1-based, or "all". Default: 1.'),
  lines_before: linesAround("before"),
  lines_after: linesAround("after"),
});

const fields = z.strictObject({
  path: z
    .string()
    .min(1)
    .describe(
      'File, relative to the current directory or absolute; or a stored output by its name, such as "output:7f3a9c21".',
    ),
  offset: z.int().min(1).optional().describe("First line to show, 1-based. Default: 1."),
  limit: z
    .int()
    .min(1)
    .max(MAX_LINES)
    .optional()
    .describe(`How many lines. Default: ${countText(DEFAULT_LINES)}.`),
  from_end: z.int().min(1).max(MAX_LINES).optional().describe("Show this many of the last lines."),
  around: around.optional().describe("Show the lines around a keyword."),
  unless_changed: z
    .boolean()
    .optional()
    .describe("Show nothing if the file is as you last saw it."),
});

type Input = z.infer<typeof fields>;

const input = fields.refine((given) => waysOf(given).length < 2, {
  error: ({ input: given }) =>
    `${waysOf(given as Input).join(" and ")} cannot be combined: use one of them.`,
});

function waysOf({ offset, limit, from_end, around }: Input): readonly string[] {
  const range = offset !== undefined ? "offset" : limit !== undefined ? "limit" : null;
  return [
    ...(range === null ? [] : [range]),
    ...(from_end === undefined ? [] : ["from_end"]),
    ...(around === undefined ? [] : ["around"]),
  ];
}

/** Reads a file, or a part of it. */
export const readFile = defineTool<Input, Input, FileFacts>({
  name: "read_file",
  title: "Read file",
  kind: "read",
  version: "1",
  description: {
    summary: "Reads a file: text with line numbers, images, PDF documents, notebooks.",
    details: `Shows each line as number, tab and text: the first ${countText(DEFAULT_LINES)}, or the lines chosen by offset and limit, by from_end or by around. For PDF documents and notebooks, offset and limit count pages or cells. The result says what was left out and how to continue.`,
    notes: [
      "Make independent calls, such as reads of several files, in one step.",
      "{tool:search_text} finds text in many files; {tool:list_directory} lists a directory.",
    ],
    samples: [
      { input: { path: "src/index.ts" } },
      { input: { path: "logs/build.log", offset: 2001, limit: 500 }, note: "lines 2001 to 2500" },
      { input: { path: "src/parser.ts", around: { keyword: "parseToken(", occurrence: 2 } } },
    ],
  },
  category: "files",
  tags: ["view", "cat", "open", "lines", "head", "tail"],

  aliases: {
    file_path: "path",
    filePath: "path",
    absolute_path: "path",
    uri: "path",
    start_line: "offset",
    lines: "limit",
    // For models that count lines from 0.
    offset: { field: "offset", value: (given) => (given === 0 ? undefined : given) },
  },
  input,
  output: fileFacts,
  effects: ({ path }) => [read(path)],
  async execute(asked, context) {
    const { workspace } = context;
    const { path } = asked;
    if (asked.unless_changed === true) {
      const same = await unchanged(context, path);
      if (same !== null) return same;
    }
    const opening = openContent(workspace, path);
    const content = isThenable(opening) ? await opening : opening;
    try {
      const place = workspace.resolve(path);
      const { displayPath } = isThenable(place) ? await place : place;
      const { size, version } = content;
      const viewing = viewContent({ displayPath, content }, partOf(asked));
      const view = isThenable(viewing) ? await viewing : viewing;
      if (view.isShown) workspace.noteRead(path, version);
      const text = context.parentCallId === undefined ? undefined : view.plainText?.();
      const facts = {
        path: displayPath,
        size,
        version,
        ...view.facts,
        ...(text !== undefined && { text }),
      };
      return withNote(view.content, facts, context.language);
    } finally {
      const closing = content.close();
      if (isThenable(closing)) await closing;
    }
  },
});

function partOf({ offset, limit, from_end: fromEnd, around }: Input): PartRequest {
  if (around === undefined) return { offset, limit, fromEnd };
  const { keyword, occurrence, lines_before: linesBefore, lines_after: linesAfter } = around;
  return { around: { keyword, occurrence, linesBefore, linesAfter } };
}

function withNote(
  content: FileView["content"],
  structured: FileFacts,
  language: Language,
): ToolResult<FileFacts> {
  const display = readNote(structured, language);
  return { content, ...(display !== undefined && { display }), structured };
}

/** Null if the file has changed since the session last saw it. */
async function unchanged(
  { workspace, language }: ToolContext,
  path: string,
): Promise<ToolResult<FileFacts> | null> {
  const known = await workspace.knownVersion(path);
  if (known === null || (await workspace.version(path)) !== known) return null;
  const { displayPath } = await workspace.resolve(path);
  const size = (await workspace.stat(path))?.size ?? 0;
  return withNote(
    `(Unchanged: '${displayPath}' is as you last read or wrote it in this session. To see lines that you were not shown then, read it without unless_changed.)`,
    { path: displayPath, kind: "text", unchanged: true, size, version: known },
    language,
  );
}
