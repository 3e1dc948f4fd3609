import {
  defineTool,
  shownName,
  type ToolContext,
  ToolError,
  type ToolResult,
} from "@toolwright/core";
import { z } from "zod";
import { countOf, countText } from "./numbers/number-text.ts";
import {
  type FileSelection,
  type SelectionRequest,
  selectFiles,
} from "./ripgrep/file-selection.ts";
import { MAX_MATCH_CHARACTERS } from "./ripgrep/match-collector.ts";
import { MAX_MATCHES_BYTES } from "./ripgrep/match-page.ts";
import { renderMatches } from "./ripgrep/render-matches.ts";
import { SEARCH_DEADLINE_MS } from "./ripgrep/run-ripgrep.ts";
import {
  MAX_COLLECTED,
  searchFiles,
  searchLines,
  type SearchPage,
  type SearchRequest,
} from "./ripgrep/search.ts";
import { noMatch, nothing, type SearchQuestion, unseenReason } from "./search-report/no-match.ts";
import { endNotes, isPart, joinNotes, pageNote } from "./search-report/search-notes.ts";
import { searchModes, type SearchOutput, searchOutput } from "./search-report/search-output.ts";
import { assertArgument } from "./shell/assert-argument.ts";
import { treeReadEffects } from "./tree-read/tree-read.ts";

const DEFAULT_LIMIT = 200;
const MAX_LIMIT = MAX_COLLECTED;
const MAX_CONTEXT = 20;
const MAX_PATTERN_CHARACTERS = 10_000;
const MAX_SELECTORS = 50;

const contextLines = (where: string): z.ZodOptional<z.ZodInt> =>
  z
    .int()
    .min(0)
    .max(MAX_CONTEXT)
    .optional()
    .describe(`Lines to show ${where} each match, 0 to ${MAX_CONTEXT}.`);

const input = z.strictObject({
  pattern: z
    .string()
    .min(1)
    .max(MAX_PATTERN_CHARACTERS)
    .describe(
      "What to search for within each line: a regular expression (Rust syntax, no look-around, no back-references), or the text itself when literal is true.",
    ),
  path: z
    .string()
    .min(1)
    .optional()
    .describe(
      'Directory to search with everything below it, or a single file, or the whole of a long output ("output:7f3a9c21"). Default: ".", the current directory.',
    ),
  literal: z
    .boolean()
    .optional()
    .describe("Take pattern as plain text, not as a regular expression. Default: false."),
  ignore_case: z
    .boolean()
    .optional()
    .describe("Upper and lower case letters are the same. Default: false."),
  word: z
    .boolean()
    .optional()
    .describe("Only matches with no letter, digit or _ right before or after. Default: false."),
  multiline: z
    .boolean()
    .optional()
    .describe(
      "Let a match go over line ends: \\n matches one, and . doesn't unless the pattern begins with (?s). Reads whole files into memory. Default: false.",
    ),
  glob: z
    .union([z.string().min(1), z.array(z.string().min(1)).min(1).max(MAX_SELECTORS)])
    .optional()
    .describe(
      'Only files whose path below path fits this glob, or one of a list: "*.ts" fits at any depth, "src/**/*.{ts,tsx}" from path on, "!*.test.ts" leaves out what fits. Default: every text file.',
    ),
  type: z
    .union([z.string().min(1), z.array(z.string().min(1)).min(1).max(MAX_SELECTORS)])
    .optional()
    .describe('Only files of this type, or one of a list: "ts", "py", "rust" … Default: any.'),
  context: contextLines("before and after").describe(
    `Lines to show before and after each match, 0 to ${MAX_CONTEXT}. Default: 0.`,
  ),
  before: contextLines("before").describe(
    `Lines to show before each match, 0 to ${MAX_CONTEXT}. Default: as context.`,
  ),
  after: contextLines("after").describe(
    `Lines to show after each match, 0 to ${MAX_CONTEXT}. Default: as context.`,
  ),
  mode: searchModes
    .optional()
    .describe(
      '"content": matching lines with their numbers; "files": only paths of files with a match; "count": paths with their number of matching lines. Default: "content".',
    ),
  limit: z
    .int()
    .min(1)
    .max(MAX_LIMIT)
    .optional()
    .describe(
      `Most matching lines (in the other modes: files) to show, 1 to ${countText(MAX_LIMIT)}. Default: ${DEFAULT_LIMIT}.`,
    ),
  max_per_file: z
    .int()
    .min(1)
    .max(MAX_LIMIT)
    .optional()
    .describe(
      `Most matching lines of one file in mode "content", 1 to ${countText(MAX_LIMIT)}. Default: as many as limit lets.`,
    ),
  offset: z
    .int()
    .min(0)
    .optional()
    .describe(
      "How many matching lines (in the other modes: files) to pass over first, in the order of paths, to go on where an earlier result stopped. Default: 0.",
    ),
  include_ignored: z
    .boolean()
    .optional()
    .describe(
      "Also search what .gitignore and other ignore files leave out, and node_modules. Default: false.",
    ),
});

type Input = z.infer<typeof input>;

/** What was asked for, with the defaults filled in. */
interface Question extends SearchQuestion, SearchRequest {
  readonly offset: number | undefined;
}

/** Searches file contents with ripgrep. */
export const searchText = defineTool<Input, Input, SearchOutput>({
  name: "search_text",
  title: "Search text",
  kind: "search",
  version: "2",
  description: {
    summary: "Searches the contents of files for a regular expression or a text, line by line.",
    details: `Answers with the matching lines grouped by file, each with its line number ("12: text"; context lines are "11- text"). Shows at most ${DEFAULT_LIMIT} matching lines unless limit says otherwise, at most ${countText(MAX_MATCHES_BYTES)} bytes, and cuts lines to ${MAX_MATCH_CHARACTERS} characters around the match. It always says how many of how many are shown and how to get the rest; of more than ${countText(MAX_COLLECTED)} it shows those found first. Hidden files are searched; node_modules, what ignore files leave out, binary files and links are not, nor is .git unless path is in it.`,
    notes: [
      "To find files by their name, use the tool that finds files instead; to see more of a file, read it from the line found here.",
      "Files that the permission rules protect (such as .env) are left out without a word.",
      `A search is stopped after ${SEARCH_DEADLINE_MS / 1_000} s and shows what it found by then.`,
    ],
    samples: [
      { input: { pattern: "export (async )?function \\w+Token", glob: "*.ts" } },
      {
        input: { pattern: "items[0].price", literal: true, path: "src", context: 2 },
        note: "text with special characters, with the lines around it",
      },
      { input: { pattern: "TODO", word: true, mode: "count" } },
    ],
  },
  needs: ["processes"],
  category: "search",
  tags: ["grep", "ripgrep", "find", "content"],
  input,
  output: searchOutput,
  effects: ({ path = "." }, context) => treeReadEffects(path, context),
  async execute(asked, context) {
    assertSearchable(asked);
    const question = questionOf(asked);
    const selection = await selectFiles(context.workspace, question.files);
    if (selection === null) return nothing(question, unseenReason, null);
    return question.mode === "content"
      ? showLines(question, selection, context)
      : showFiles(question, selection, context);
  },
});

/** Errors: `input-invalid` for what can't be searched for. */
function assertSearchable({ pattern, type, glob, literal, multiline }: Input): void {
  assertArgument("pattern", pattern);
  for (const each of listOf(type) ?? []) assertArgument("type", each);
  for (const each of listOf(glob) ?? []) assertArgument("glob", each);
  if (/[\r\n]/.test(pattern) && multiline !== true) {
    throw new ToolError(
      "input-invalid",
      `The pattern has a line end in it, and each line is searched by itself. Set multiline: true to search over line ends${literal === true ? "" : ", where \\n matches one"}, or search for one of the lines.`,
    );
  }
}

function questionOf(asked: Input): Question {
  const { context = 0 } = asked;
  return {
    pattern: asked.pattern,
    isLiteral: asked.literal ?? false,
    ignoresCase: asked.ignore_case ?? false,
    isWord: asked.word ?? false,
    isMultiline: asked.multiline ?? false,
    before: asked.before ?? context,
    after: asked.after ?? context,
    mode: asked.mode ?? "content",
    limit: asked.limit ?? DEFAULT_LIMIT,
    perFile: asked.max_per_file ?? null,
    offset: asked.offset,
    files: {
      path: asked.path ?? ".",
      patterns: listOf(asked.glob),
      types: listOf(asked.type),
      includeIgnored: asked.include_ignored ?? false,
    } satisfies SelectionRequest,
  };
}

function listOf(value: string | readonly string[] | undefined): readonly string[] | undefined {
  return typeof value === "string" ? [value] : value;
}

async function showLines(
  question: Question,
  selection: FileSelection,
  context: ToolContext,
): Promise<ToolResult<SearchOutput>> {
  const page = await searchLines(context, selection, question);
  const { files, shown, fullFiles } = page;
  if (shown === 0) return noMatch(question, selection, page, context);
  const { offset = 0, perFile } = question;
  const cut = files.flatMap(({ lines }) => lines).filter(({ isCut }) => isCut).length;
  const notes = [
    isPart(page, offset)
      ? pageNote("matching lines", page, offset)
      : `${countOf(shown, "matching line")} in ${countOf(files.length, "file")}.`,
    fullFiles > 0
      ? `${countOf(fullFiles, "file")} may have more than max_per_file: ${perFile}.`
      : null,
    cut > 0 ? `${countOf(cut, "line")} cut to ${MAX_MATCH_CHARACTERS} characters.` : null,
    ...endNotes(page.end),
  ];
  return {
    content: `${renderMatches(files)}\n\n${joinNotes(notes)}`,
    structured: {
      mode: "content",
      files: files.map(({ path, lines }) => ({
        path,
        lines: lines.map(({ lineNumber, text, isMatch }) => ({ lineNumber, text, isMatch })),
      })),
      ...extentOf(page, offset),
    },
  };
}

async function showFiles(
  question: Question,
  selection: FileSelection,
  context: ToolContext,
): Promise<ToolResult<SearchOutput>> {
  const isCounting = question.mode === "count";
  const page = await searchFiles(context, selection, { ...question, isCounting });
  const { files, shown } = page;
  if (shown === 0) return noMatch(question, selection, page, context);
  const { offset = 0 } = question;
  const sum = files.reduce((total, { count }) => total + (count ?? 0), 0);
  // ripgrep counts matches, not lines, when one may go over several.
  const counted = question.isMultiline
    ? countOf(sum, "match", "matches")
    : countOf(sum, "matching line");
  const whole = isCounting
    ? `${counted} in ${countOf(shown, "file")}.`
    : `${countOf(shown, "file has a match", "files have a match")}.`;
  const notes = [
    isPart(page, offset) ? pageNote("files with a match", page, offset) : whole,
    ...endNotes(page.end),
  ];
  const lines = files.map(({ path, count }) =>
    count === null ? shownName(path) : `${shownName(path)}: ${countText(count)}`,
  );
  return {
    content: `${lines.join("\n")}\n\n${joinNotes(notes)}`,
    structured: {
      mode: question.mode,
      files: files.map(({ path, count }) => ({ path, ...(count !== null && { count }) })),
      ...extentOf(page, offset),
    },
  };
}

function extentOf(
  page: SearchPage<unknown>,
  offset: number,
): Pick<SearchOutput, "isComplete" | "total" | "nextOffset"> {
  const { hasMore, isStable, shown, fullFiles, end } = page;
  const isDone = end.reason !== "deadline" && fullFiles === 0;
  return {
    isComplete: isDone && !hasMore && offset === 0,
    total: isDone ? page.total : null,
    nextOffset: hasMore ? (isStable ? offset + shown : 0) : null,
  };
}
