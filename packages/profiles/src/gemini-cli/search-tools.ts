import {
  countText,
  MAX_COLLECTED,
  MAX_CONTEXT,
  MAX_MATCH_CHARACTERS,
} from "@toolwright/tools/internal";
import { z } from "zod";
import { toolAlias } from "../alias-tool.ts";
import type { ProfileTool } from "../profile-tool.ts";
import type { FieldNames } from "../rename-fields.ts";
import { closingNote, withBody, withNoteIn } from "../result-text.ts";
import { fileBlocks, foundFilesOf } from "../search-rows.ts";

const FILES = 1_000;
const MATCHES = 100;

const globFields: FieldNames = {
  path: "dir_path",
  limit: null,
  // This profile's field has the opposite meaning.
  "include_ignored: true": "respect_git_ignore: false",
};

export const glob: ProfileTool = toolAlias("find_files", {
  name: "glob",
  description: {
    summary: "Finds files by a glob over their paths, last modified first.",
    details: `Shows at most ${countText(FILES)} paths, and always the total. Ignores case unless case_sensitive is true. Skips .git, and ignored files unless respect_git_ignore is false.`,
    notes: ["To search file contents use search_file_content."],
    samples: [
      { input: { pattern: "src/**/*.ts" } },
      { input: { pattern: "*.js", dir_path: "dist", respect_git_ignore: false } },
    ],
  },
  input: z.strictObject({
    pattern: z
      .string()
      .min(1)
      .describe('The glob, such as "**/*.py" or "docs/*.md"; relative to dir_path.'),
    dir_path: z
      .string()
      .min(1)
      .optional()
      .describe("The directory to search. Default: the current directory."),
    case_sensitive: z
      .boolean()
      .optional()
      .describe("Upper and lower case letters differ. Default: false."),
    respect_git_ignore: z
      .boolean()
      .optional()
      .describe("Skip files ignored by .gitignore and other ignore files. Default: true."),
  }),
  fields: globFields,
  toCanonical: ({ pattern, dir_path: path, case_sensitive, respect_git_ignore }) => ({
    pattern,
    path,
    ignore_case: case_sensitive !== true,
    sort: "newest",
    limit: FILES,
    include_ignored: respect_git_ignore === undefined ? undefined : !respect_git_ignore,
  }),
  fromResult: (result) => withNoteIn(result, globFields),
});

/** Accepted from models that were trained on newer versions, but not worth its tokens. */
const undeclared = { "x-undeclared": true };

const grepFields: FieldNames = {
  path: "dir_path",
  glob: "include",
  include_ignored: "no_ignore",
  literal: "fixed_strings",
  limit: "total_max_matches",
  offset: null,
  mode: null,
  multiline: null,
};

const contextLines = (where: string) =>
  z
    .int()
    .min(0)
    .max(MAX_CONTEXT)
    .optional()
    .describe(`Lines to show ${where} each match, at most ${MAX_CONTEXT}. Default: 0.`);

export const grep: ProfileTool = toolAlias("search_text", {
  name: "search_file_content",
  description: {
    summary: "Searches file contents for a regular expression with ripgrep.",
    details: `Ignores case unless case_sensitive is true. Shows at most ${MATCHES} matching lines unless total_max_matches says otherwise, grouped by file and cut to ${MAX_MATCH_CHARACTERS} characters around the match.`,
    notes: [
      "To find files by name use glob.",
      "Use it instead of grep in run_shell_command: it is faster and needs no approval.",
    ],
    samples: [
      { input: { pattern: "\\bparseToken\\b", include: "*.ts" } },
      {
        input: { pattern: "items[0].price", fixed_strings: true, dir_path: "src", context: 2 },
        note: "plain text with special characters, and context",
      },
    ],
  },
  input: z.strictObject({
    pattern: z
      .string()
      .min(1)
      .describe("The regular expression to search for, in Rust's syntax, or plain text."),
    dir_path: z
      .string()
      .min(1)
      .optional()
      .describe("The directory or file to search. Default: the current directory."),
    include: z
      .string()
      .min(1)
      .optional()
      .describe(
        'Only files whose path matches this glob, such as "*.ts" or "src/**". Default: all.',
      ),
    case_sensitive: z
      .boolean()
      .optional()
      .describe("Upper and lower case letters differ. Default: false."),
    fixed_strings: z.boolean().optional().describe("Treat pattern as plain text. Default: false."),
    context: contextLines("before and after"),
    after: contextLines("after"),
    before: contextLines("before"),
    no_ignore: z
      .boolean()
      .optional()
      .describe("Also search ignored files and node_modules. Default: false."),
    total_max_matches: z
      .int()
      .min(1)
      .max(MAX_COLLECTED)
      .optional()
      .describe(
        `Most matching lines to show, at most ${countText(MAX_COLLECTED)}. Default: ${MATCHES}.`,
      ),
    names_only: z
      .boolean()
      .optional()
      .describe("Show only the paths of files with a match.")
      .meta(undeclared),
    max_matches_per_file: z
      .int()
      .min(1)
      .max(MAX_COLLECTED)
      .optional()
      .describe("Most matching lines of a file.")
      .meta(undeclared),
  }),
  fields: grepFields,
  toCanonical: (given) => ({
    pattern: given.pattern,
    path: given.dir_path,
    glob: given.include,
    ignore_case: given.case_sensitive !== true,
    literal: given.fixed_strings,
    context: given.context,
    before: given.before,
    after: given.after,
    include_ignored: given.no_ignore,
    limit: given.total_max_matches ?? MATCHES,
    mode: given.names_only === true ? "files" : undefined,
    max_per_file: given.names_only === true ? undefined : given.max_matches_per_file,
  }),
  fromResult(result, { names_only: showsNames }) {
    const files = showsNames === true ? null : foundFilesOf(result);
    if (files === null) return withNoteIn(result, grepFields);
    const blocks = fileBlocks(files, {
      heading: (path) => `File: ${path}`,
      line: ({ lineNumber, text, isMatch }) => `L${lineNumber}${isMatch ? ":" : "-"} ${text}`,
    });
    return withBody(result, blocks, closingNote(result, grepFields));
  },
});
