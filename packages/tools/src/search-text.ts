import { defineTool, type ToolContext, type ToolResult } from "@toolwright/core";
import { z } from "zod";
import { shownName } from "./names/shown-name.ts";
import { sortByPath } from "./names/sort-by-path.ts";
import { countOf, countText } from "./numbers/number-text.ts";
import { type FileSelection, selectFiles } from "./ripgrep/file-selection.ts";
import { MAX_MATCH_CHARACTERS, MAX_MATCHES_BYTES } from "./ripgrep/match-collector.ts";
import { renderMatches } from "./ripgrep/render-matches.ts";
import { SEARCH_DEADLINE_MS } from "./ripgrep/run-ripgrep.ts";
import { searchFiles, searchLines, type SearchRequest } from "./ripgrep/search.ts";
import { noMatch, nothing, type SearchQuestion, unseenReason } from "./search-report/no-match.ts";
import { endNotes, joinNotes, pageNote } from "./search-report/search-notes.ts";
import { searchModes, type SearchOutput, searchOutput } from "./search-report/search-output.ts";
import { assertArgument } from "./shell/assert-argument.ts";
import { treeReadEffects } from "./tree-read/tree-read.ts";

const DEFAULT_LIMIT = 200;
const MAX_LIMIT = 2_000;
const MAX_CONTEXT = 20;
const MAX_PATTERN_CHARACTERS = 10_000;

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
      'Directory to search with everything below it, or a single file. Default: ".", the current directory.',
    ),
  literal: z
    .boolean()
    .optional()
    .describe("Take pattern as plain text, not as a regular expression. Default: false."),
  ignore_case: z
    .boolean()
    .optional()
    .describe("Upper and lower case letters are the same. Default: false."),
  glob: z
    .string()
    .min(1)
    .optional()
    .describe(
      'Only files whose path below path fits this glob: "*.ts" fits at any depth, "src/**/*.{ts,tsx}" from path on. Default: every text file.',
    ),
  context: z
    .int()
    .min(0)
    .max(MAX_CONTEXT)
    .optional()
    .describe(`Lines to show before and after each match, 0 to ${MAX_CONTEXT}. Default: 0.`),
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
  offset: z
    .int()
    .min(0)
    .optional()
    .describe(
      "How many matching lines (in the other modes: files) to pass over first, to go on where an earlier result stopped. Default: 0.",
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
interface Question extends SearchQuestion, SearchRequest {}

/** Searches file contents with ripgrep. */
export const searchText = defineTool<Input, Input, SearchOutput>({
  name: "search_text",
  title: "Search text",
  kind: "search",
  version: "1",
  description: {
    summary: "Searches the contents of files for a regular expression or a text, line by line.",
    details: `Answers with the matching lines grouped by file, each with its line number ("12: text"; context lines are "11- text"). Shows at most ${DEFAULT_LIMIT} matching lines unless limit says otherwise, at most ${countText(MAX_MATCHES_BYTES)} bytes, and cuts lines to ${MAX_MATCH_CHARACTERS} characters around the match; it always says whether there is more and how to get it. Hidden files are searched; .git, node_modules, what ignore files leave out, binary files and links are not.`,
    notes: [
      "To find files by their name, use the tool that finds files instead; to see more of a file, read it from the line found here.",
      "Files that the permission rules protect (such as .env) are left out without a word.",
      `A search is stopped after ${SEARCH_DEADLINE_MS / 1_000} s and shows what it found by then.`,
    ],
    examples: [
      { input: { pattern: "export (async )?function \\w+Token", glob: "*.ts" } },
      {
        input: { pattern: "items[0].price", literal: true, path: "src", context: 2 },
        note: "text with special characters, with the lines around it",
      },
      { input: { pattern: "TODO", mode: "count" } },
    ],
  },
  category: "search",
  tags: ["grep", "ripgrep", "find", "content"],
  input,
  output: searchOutput,
  effects: ({ path = "." }, context) => treeReadEffects(path, context),
  async execute(asked, context) {
    assertArgument("pattern", asked.pattern);
    const question = questionOf(asked);
    const selection = await selectFiles(context.workspace, {
      path: question.path,
      pattern: question.glob,
      includeIgnored: question.includeIgnored,
    });
    if (selection === null) return nothing(question, unseenReason, null);
    return question.mode === "content"
      ? showLines(question, selection, context)
      : showFiles(question, selection, context);
  },
});

function questionOf(asked: Input): Question {
  return {
    pattern: asked.pattern,
    path: asked.path ?? ".",
    glob: asked.glob,
    isLiteral: asked.literal ?? false,
    ignoresCase: asked.ignore_case ?? false,
    context: asked.context ?? 0,
    mode: asked.mode ?? "content",
    limit: asked.limit ?? DEFAULT_LIMIT,
    offset: asked.offset ?? 0,
    includeIgnored: asked.include_ignored ?? false,
  };
}

async function showLines(
  question: Question,
  selection: FileSelection,
  context: ToolContext,
): Promise<ToolResult<SearchOutput>> {
  const { collected, end } = await searchLines(context, selection, question);
  const { matchCount: shown, hasMore, filesSearched } = collected;
  if (shown === 0) return noMatch(question, { selection, end, filesSearched }, context);
  const files = sortByPath(collected.files, ({ path }) => path);
  const { offset } = question;
  const isPart = hasMore || offset > 0;
  const cut = files.flatMap(({ lines }) => lines).filter(({ isCut }) => isCut).length;
  const notes = [
    isPart
      ? pageNote("Matching lines", { offset, shown, hasMore })
      : `${countOf(shown, "matching line")} in ${countOf(files.length, "file")}.`,
    cut > 0 ? `${countOf(cut, "line")} cut to ${MAX_MATCH_CHARACTERS} characters.` : null,
    ...endNotes(end),
  ];
  return {
    content: `${renderMatches(files)}\n\n${joinNotes(notes)}`,
    structured: {
      mode: "content",
      files: files.map(({ path, lines }) => ({
        path,
        lines: lines.map(({ lineNumber, text, isMatch }) => ({ lineNumber, text, isMatch })),
      })),
      isComplete: !isPart && end.reason === "done",
      nextOffset: hasMore ? offset + shown : null,
    },
  };
}

async function showFiles(
  question: Question,
  selection: FileSelection,
  context: ToolContext,
): Promise<ToolResult<SearchOutput>> {
  const isCounting = question.mode === "count";
  const { collected, end } = await searchFiles(context, selection, { ...question, isCounting });
  const { hasMore } = collected;
  const shown = collected.files.length;
  if (shown === 0) return noMatch(question, { selection, end, filesSearched: null }, context);
  const files = sortByPath(collected.files, ({ path }) => path);
  const { offset } = question;
  const isPart = hasMore || offset > 0;
  const total = files.reduce((sum, { count }) => sum + (count ?? 0), 0);
  const whole = isCounting
    ? `${countOf(total, "matching line")} in ${countOf(shown, "file")}.`
    : `${countOf(shown, "file has a match", "files have a match")}.`;
  const notes = [isPart ? pageNote("Files", { offset, shown, hasMore }) : whole, ...endNotes(end)];
  const lines = files.map(({ path, count }) =>
    count === null ? shownName(path) : `${shownName(path)}: ${countText(count)}`,
  );
  return {
    content: `${lines.join("\n")}\n\n${joinNotes(notes)}`,
    structured: {
      mode: question.mode,
      files: files.map(({ path, count }) => ({ path, ...(count !== null && { count }) })),
      isComplete: !isPart && end.reason === "done",
      nextOffset: hasMore ? offset + shown : null,
    },
  };
}
