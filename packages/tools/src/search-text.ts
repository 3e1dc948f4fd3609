import { defineTool, type ToolContext, ToolError, type ToolResult } from "@toolwright/core";
import { shownName } from "@toolwright/core/internal";
import { z } from "zod";
import { countOf, countText } from "./text/number-text.ts";
import { searchedNote } from "./text/person-notes.ts";
import {
  type FileSelection,
  type SelectionRequest,
  selectFiles,
} from "./ripgrep/file-selection.ts";
import { MAX_MATCH_CHARACTERS } from "./ripgrep/match-collector.ts";
import { renderMatches } from "./ripgrep/render-matches.ts";
import {
  MAX_COLLECTED,
  MAX_CONTEXT,
  searchFiles,
  searchLines,
  type SearchPage,
  type SearchRequest,
} from "./ripgrep/search.ts";
import { noMatch, nothing, type SearchQuestion, unseenReason } from "./search-report/no-match.ts";
import { endNotes, isPart, joinNotes, pageNote } from "./search-report/search-notes.ts";
import { searchModes, type SearchOutput, searchOutput } from "./search-report/search-output.ts";
import { assertArgument } from "./shell/assert-argument.ts";
import { treeReadEffects } from "./directory/tree-read.ts";

const DEFAULT_LIMIT = 100;
const MAX_PATTERN_CHARACTERS = 10_000;
const MAX_SELECTORS = 50;

const contextLines = (where: string): z.ZodOptional<z.ZodInt> =>
  z
    .int()
    .min(0)
    .max(MAX_CONTEXT)
    .optional()
    .describe(`Lines to show ${where} each match, 0 to ${MAX_CONTEXT}.`);

/** Accepted, but not worth its tokens in every request. */
const undeclared = { "x-undeclared": true };

const input = z.strictObject({
  pattern: z
    .string()
    .min(1)
    .max(MAX_PATTERN_CHARACTERS)
    .describe(
      "Regular expression, matched line by line (Rust syntax: no look-around or back-references), or plain text with literal.",
    ),
  path: z
    .string()
    .min(1)
    .optional()
    .describe(
      "Directory, file or stored output (output:…) to search. Default: the current directory.",
    ),
  literal: z.boolean().optional().describe("Treat pattern as plain text."),
  ignore_case: z.boolean().optional().describe("Ignore upper and lower case."),
  word: z
    .boolean()
    .optional()
    .describe(
      "Match whole words only: no letter, digit or _ directly before or after. Default: false.",
    )
    .meta(undeclared),
  multiline: z
    .boolean()
    .optional()
    .describe(
      "Let a match span lines: \\n matches a line ending; . does not unless the pattern begins with (?s). Reads whole files into memory. Default: false.",
    )
    .meta(undeclared),
  glob: z
    .union([z.string().min(1), z.array(z.string().min(1)).min(1).max(MAX_SELECTORS)])
    .optional()
    .describe(
      'Only these files: "*.ts" at any depth, "src/**/*.{ts,tsx}" below path, "!*.test.ts" to exclude. Or a list.',
    ),
  type: z
    .union([z.string().min(1), z.array(z.string().min(1)).min(1).max(MAX_SELECTORS)])
    .optional()
    .describe('Only files of this type, or one of a list: "ts", "py", "rust" … Default: any.')
    .meta(undeclared),
  context: contextLines("before and after").describe(
    "Lines to show before and after each match. Default: 0.",
  ),
  before: contextLines("before")
    .describe(`Lines to show before each match, 0 to ${MAX_CONTEXT}. Default: as context.`)
    .meta(undeclared),
  after: contextLines("after")
    .describe(`Lines to show after each match, 0 to ${MAX_CONTEXT}. Default: as context.`)
    .meta(undeclared),
  mode: searchModes
    .optional()
    .describe(
      '"content": matching lines; "files": paths only; "count": matching lines per file. Default: "content".',
    ),
  limit: z
    .int()
    .min(1)
    .max(MAX_COLLECTED)
    .optional()
    .describe(`Most lines (or files) to show. Default: ${DEFAULT_LIMIT}.`),
  max_per_file: z
    .int()
    .min(1)
    .max(MAX_COLLECTED)
    .optional()
    .describe(
      `Most matching lines per file in mode "content", 1 to ${countText(MAX_COLLECTED)}. Default: limited by limit only.`,
    )
    .meta(undeclared),
  offset: z.int().min(0).optional().describe("How many to skip, to continue an earlier result."),
  include_ignored: z.boolean().optional().describe("Also search ignored files and node_modules."),
});

type Input = z.infer<typeof input>;

/** The call's input, with defaults filled in. */
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
    summary: "Searches file contents for a regular expression or plain text, line by line.",
    details: `Returns matching lines grouped by file, with line numbers ("12: text"; context is "11- text"): ${DEFAULT_LIMIT} by default. The result gives the total and how to get the rest. Searches hidden files. Skips ignored files, node_modules, binary files and links, and .git unless path names it.`,
    notes: [
      "{tool:find_files} finds files by name; {tool:read_file} shows the lines around a match.",
      "Protected files, such as .env, are skipped silently.",
    ],
    samples: [
      { input: { pattern: "export (async )?function \\w+Token", glob: "*.ts" } },
      {
        input: { pattern: "items[0].price", literal: true, path: "src", context: 2 },
        note: "plain text with special characters, and context",
      },
      { input: { pattern: "TODO", word: true, mode: "count" } },
    ],
  },
  needs: ["processes"],
  category: "search",
  tags: ["grep", "ripgrep", "find", "content"],

  aliases: {
    query: "pattern",
    regex: "pattern",
    include: "glob",
    include_pattern: "glob",
    dir_path: "path",
    directory: "path",
    uri: "path",
    fixed_strings: "literal",
    case_insensitive: "ignore_case",
    "-i": "ignore_case",
    "-A": "after",
    "-B": "before",
    "-C": "context",
    head_limit: "limit",
    max_results: "limit",
    total_max_matches: "limit",
    max_matches_per_file: "max_per_file",
    no_ignore: "include_ignored",
    names_only: { field: "mode", value: (given) => (given === true ? "files" : "content") },
    output_mode: {
      field: "mode",
      value: (given) => (given === "files_with_matches" ? "files" : given),
    },
  },
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

/** Errors: `input-invalid` for a pattern, glob or type that cannot be searched for. */
function assertSearchable({ pattern, type, glob, literal, multiline }: Input): void {
  assertArgument("pattern", pattern);
  for (const each of listOf(type) ?? []) assertArgument("type", each);
  for (const each of listOf(glob) ?? []) assertArgument("glob", each);
  if (/[\r\n]/.test(pattern) && multiline !== true) {
    throw new ToolError(
      "input-invalid",
      `The pattern contains a line break, but each line is searched separately. Set multiline: true to match across lines${literal === true ? "" : ", where \\n matches a line ending"}, or search for one of the lines.`,
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
  return withNote(
    `${renderMatches(files)}\n\n${joinNotes(notes)}`,
    {
      mode: "content",
      files: files.map(({ path, lines }) => ({
        path,
        lines: lines.map(({ lineNumber, text, isMatch }) => ({ lineNumber, text, isMatch })),
      })),
      ...extentOf(page, offset),
    },
    context,
  );
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
  // In multiline mode ripgrep counts matches, not lines.
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
  return withNote(
    `${lines.join("\n")}\n\n${joinNotes(notes)}`,
    {
      mode: question.mode,
      files: files.map(({ path, count }) => ({ path, ...(count !== null && { count }) })),
      ...extentOf(page, offset),
    },
    context,
  );
}

function withNote(
  content: string,
  structured: SearchOutput,
  { language }: ToolContext,
): ToolResult<SearchOutput> {
  return { content, display: searchedNote(structured, language), structured };
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
