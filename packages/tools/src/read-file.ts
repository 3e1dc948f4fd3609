import {
  defineTool,
  isThenable,
  read,
  type ToolResult,
  type WorkspaceAccess,
} from "@toolwright/core";
import { z } from "zod";
import { openContent } from "./file-text/open-text.ts";
import {
  DEFAULT_PAGES,
  type FileFacts,
  type FileView,
  fileFacts,
  type PartRequest,
} from "./file-view/file-view.ts";
import { DEFAULT_LINES_AROUND } from "./file-view/keyword-view.ts";
import { DEFAULT_LINES, MAX_TEXT_BYTES } from "./file-view/lines-view.ts";
import { viewContent } from "./file-view/view-content.ts";
import { countText, sizeText } from "./numbers/number-text.ts";
import { MAX_LINE_CHARACTERS } from "./text-window/line-collector.ts";

const MAX_LINES = 10_000;
const MAX_LINES_AROUND = 1_000;
const MAX_KEYWORD_CHARACTERS = 1_000;

const linesAround = (side: string) =>
  z
    .int()
    .min(0)
    .max(MAX_LINES_AROUND)
    .optional()
    .describe(
      `Lines to show ${side} it, 0 to ${countText(MAX_LINES_AROUND)}. Default: ${DEFAULT_LINES_AROUND}.`,
    );

const around = z.strictObject({
  keyword: z
    .string()
    .min(1)
    .max(MAX_KEYWORD_CHARACTERS)
    .regex(/^[^\r\n\0]*$/, "keyword is text within one line: leave out line ends.")
    .describe("Text within one line, literally; upper and lower case letters differ."),
  occurrence: z
    .union([z.int().min(1), z.literal("all")])
    .optional()
    .describe('Which occurrence, 1-based, or "all". Default: 1, the first.'),
  lines_before: linesAround("before"),
  lines_after: linesAround("after"),
});

const fields = z.strictObject({
  path: z
    .string()
    .min(1)
    .describe(
      'File to read: relative to the current directory, or absolute inside the workspace; or the whole of a long output by the name that its result gave, as "output:7f3a9c21".',
    ),
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
  from_end: z
    .int()
    .min(1)
    .max(MAX_LINES)
    .optional()
    .describe(
      `Show this many of the last lines instead, 1 to ${countText(MAX_LINES)}. Not together with offset, limit or around.`,
    ),
  around: around
    .optional()
    .describe(
      "Show the lines around a keyword instead. Not together with offset, limit or from_end.",
    ),
  unless_changed: z
    .boolean()
    .optional()
    .describe(
      "Answer only that nothing changed when the file is what you last read or wrote of it. Default: false.",
    ),
});

type Input = z.infer<typeof fields>;

const input = fields.refine((given) => waysOf(given).length < 2, {
  error: ({ input: given }) =>
    `${waysOf(given as Input).join(" and ")} are different ways to say which lines: use one of them.`,
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
    details: `Each line is shown as its number, a tab and its text. Without other fields the first ${countText(DEFAULT_LINES)} lines are shown; offset and limit, from_end or around choose others. At most ${sizeText(MAX_TEXT_BYTES)} are shown at once, and lines are cut at ${countText(MAX_LINE_CHARACTERS)} characters; the result says what was shown of what total and how to go on. UTF-8, UTF-16 and most older encodings are decoded; a file may have any size.`,
    notes: [
      `Images (PNG, JPEG, GIF, WebP) are shown as images. Of a PDF document the text is shown, ${DEFAULT_PAGES} pages at a time, of a Jupyter notebook the cells with shortened outputs: there offset and limit count pages or cells. Archives and other binary files are refused with what they are.`,
      "To look for something in many files, search instead; to see what a directory holds, list it.",
    ],
    samples: [
      { input: { path: "src/index.ts" } },
      { input: { path: "logs/build.log", offset: 2001, limit: 500 }, note: "lines 2001 to 2500" },
      { input: { path: "src/parser.ts", around: { keyword: "parseToken(", occurrence: 2 } } },
    ],
  },
  category: "files",
  tags: ["view", "cat", "open", "lines", "head", "tail"],
  input,
  output: fileFacts,
  effects: ({ path }) => [read(path)],
  async execute(asked, context) {
    const { workspace } = context;
    const { path } = asked;
    if (asked.unless_changed === true) {
      const same = await unchanged(workspace, path);
      if (same !== null) return same;
    }
    const opening = openContent(workspace, path);
    const content = isThenable(opening) ? await opening : opening;
    try {
      const place = workspace.resolve(path);
      const { displayPath } = isThenable(place) ? await place : place;
      const { size, version } = content;
      const viewing = viewContent(context, { path, displayPath, content }, partOf(asked));
      const view = isThenable(viewing) ? await viewing : viewing;
      if (view.isShown) workspace.noteRead(path, version);
      return resultOf(view, { path: displayPath, size, version });
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

function resultOf(
  { content, facts }: FileView,
  file: Pick<FileFacts, "path" | "size" | "version">,
): ToolResult<FileFacts> {
  return { content, structured: { ...file, ...facts } };
}

/** Null when the session doesn't know what is there now. */
async function unchanged(
  workspace: WorkspaceAccess,
  path: string,
): Promise<ToolResult<FileFacts> | null> {
  const known = await workspace.knownVersion(path);
  if (known === null || (await workspace.version(path)) !== known) return null;
  const { displayPath } = await workspace.resolve(path);
  const size = (await workspace.stat(path))?.size ?? 0;
  return {
    content: `(Unchanged: '${displayPath}' is what you last read or wrote of it, earlier in this session: go by that. Lines of it that you weren't shown then are shown without unless_changed.)`,
    structured: { path: displayPath, kind: "text", unchanged: true, size, version: known },
  };
}
