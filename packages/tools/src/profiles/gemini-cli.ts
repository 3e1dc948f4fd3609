import type { Tool } from "@toolwright/core";
import { z } from "zod";
import { editFile } from "../edit-file.ts";
import { findFiles } from "../find-files.ts";
import { listDirectory } from "../list-directory.ts";
import { countText } from "../numbers/number-text.ts";
import { readFile } from "../read-file.ts";
import { MAX_MATCH_CHARACTERS } from "../ripgrep/match-collector.ts";
import { runCommand } from "../run-command.ts";
import { searchText } from "../search-text.ts";
import { MAX_LINE_CHARACTERS } from "../text-window/line-collector.ts";
import { writeFile } from "../write-file.ts";
import { explainEmptyText } from "./empty-text.ts";
import { maximumOf } from "./field-limit.ts";
import { windowOf } from "./line-range.ts";
import { listingOf, nameOf } from "./listing-rows.ts";
import { present } from "./present.ts";
import { readWindowOf } from "./read-lines.ts";
import { type FieldNames, renameFields } from "./rename-fields.ts";
import { closingNote, withBody, withNoteIn } from "./result-text.ts";
import { fileBlocks, foundFilesOf, withinContext } from "./search-rows.ts";

const LINES = 2_000;
const FILES = 1_000;
const MATCHES = 100;

const MAX_LINES = maximumOf(readFile, "limit");
const MAX_MATCHES = maximumOf(searchText, "limit");
const MAX_CONTEXT = maximumOf(searchText, "context");

const filePath = (purpose: string) =>
  z
    .string()
    .min(1)
    .describe(`The path of the file to ${purpose}, relative to the current directory or absolute.`);

const readFields: FieldNames = { path: "file_path", offset: "start_line", limit: "end_line" };

const read = present(readFile, {
  name: "read_file",
  description: {
    summary: "Reads a file and returns its content as it is, without line numbers.",
    details: `Without end_line ${countText(LINES)} lines are shown; lines are cut at ${countText(MAX_LINE_CHARACTERS)} characters. When it isn't the whole file, the result begins by saying which lines it holds and where to go on.`,
    notes: [
      "Read only the lines you need of a long file: find them with search_file_content.",
      "To see what a directory holds use list_directory, to find files glob.",
    ],
    examples: [
      { input: { file_path: "src/index.ts" } },
      { input: { file_path: "build.log", start_line: 401, end_line: 500 } },
    ],
  },
  input: z.strictObject({
    file_path: filePath("read"),
    start_line: z
      .int()
      .min(1)
      .optional()
      .describe("The first line to read, 1-based. Default: 1."),
    end_line: z
      .int()
      .min(1)
      .optional()
      .describe(
        `The last line to read, 1-based and included; at most ${countText(MAX_LINES)} lines at once. Default: ${countText(LINES)} lines from start_line on.`,
      ),
  }),
  fields: readFields,
  toCanonical: ({ file_path: path, ...range }) => ({
    path,
    ...windowOf(range, { lines: LINES, maxLines: MAX_LINES }),
  }),
  fromResult(result) {
    const window = readWindowOf(result);
    if (window === null) return result;
    const note = window.note === "" ? "" : `(${renameFields(window.note, readFields)})`;
    return withBody(result, note, window.lines.map(({ text }) => text).join("\n"));
  },
});

const write = present(writeFile, {
  name: "write_file",
  description: {
    summary: "Writes the complete content of a file; missing directories are made.",
    details:
      "Best for new and small files: to change a part of a file use replace. What is replaced keeps its encoding and permissions.",
    examples: [{ input: { file_path: "docs/notes.md", content: "# Notes\n\n- first\n" } }],
    important: [
      "Read an existing file before writing it; else the call fails.",
      "Give the whole content: nothing like '// ... rest of the code'.",
    ],
  },
  input: z.strictObject({
    file_path: filePath("write"),
    content: z.string().describe("The whole content, usually with \\n at the end."),
  }),
  fields: { path: "file_path" },
  toCanonical: ({ file_path: path, content }) => ({ path, content }),
});

const replace = present(editFile, {
  name: "replace",
  description: {
    summary: "Replaces a piece of text in a file by another.",
    details:
      "old_string must be in the file exactly once, unless allow_multiple is true: take in some three lines before and after the change. To create a file use write_file.",
    notes: [
      "Both texts are literal: don't escape them, and leave nothing out of new_string.",
      "When old_string isn't found, the answer shows the nearest places in the file.",
    ],
    examples: [
      {
        input: {
          file_path: "src/limits.ts",
          instruction: "Raise the limit of files from 100 to 200, as larger projects need it.",
          old_string: "const maxFiles = 100;",
          new_string: "const maxFiles = 200;",
        },
      },
      {
        input: {
          file_path: "src/limits.ts",
          instruction: "Rename maxFiles to maxFileCount.",
          old_string: "maxFiles",
          new_string: "maxFileCount",
          allow_multiple: true,
        },
      },
    ],
    important: ["Read the file before changing it; else the call fails."],
  },
  input: z.strictObject({
    file_path: filePath("change"),
    instruction: z
      .string()
      .optional()
      .describe("What the change is for, in a sentence. It is recorded and decides nothing."),
    old_string: z.string().min(1).describe("The text to replace, exactly as in the file."),
    new_string: z
      .string()
      .describe('The text to put there instead, different from old_string; "" deletes.'),
    allow_multiple: z
      .boolean()
      .optional()
      .describe("Replace every place where old_string is. Default: false, exactly one place."),
  }),
  fields: { path: "file_path", replace_all: "allow_multiple" },
  toCanonical: ({ file_path: path, old_string, new_string, allow_multiple }) => ({
    path,
    old_string,
    new_string,
    replace_all: allow_multiple,
  }),
  explainInputError: (given) => explainEmptyText(given, "old_string", "write_file"),
});

const list = present(listDirectory, {
  name: "list_directory",
  description: {
    summary: "Lists the files and directories directly in a directory, directories first.",
    details: "Hidden and ignored ones are listed, too. Directories are marked by [DIR].",
    notes: ["To find files anywhere below use glob."],
    examples: [
      { input: { dir_path: "." } },
      { input: { dir_path: "packages/core", ignore: ["dist", "*.log"] } },
    ],
  },
  input: z.strictObject({
    dir_path: z
      .string()
      .min(1)
      .describe("The path of the directory, relative to the current one or absolute."),
    ignore: z
      .array(z.string().min(1))
      .optional()
      .describe('Globs of what to leave out, as "*.log" or "dist". Default: nothing.'),
  }),
  fields: { path: "dir_path" },
  toCanonical: ({ dir_path: path }) => ({ path }),
  fromResult(result, { dir_path, ignore = [] }) {
    const listing = listingOf(result, ignore);
    if (listing === null) return result;
    const rows = listing.entries.map(
      (entry) => `${entry.kind === "directory" ? "[DIR] " : ""}${nameOf(entry)}`,
    );
    const body = rows.length === 0 ? "(empty)" : rows.join("\n");
    return withBody(result, `Directory listing for ${dir_path}:\n${body}`, listing.note);
  },
});

const globFields: FieldNames = {
  path: "dir_path",
  limit: null,
  // The other way round here.
  "include_ignored: true": "respect_git_ignore: false",
};

const glob = present(findFiles, {
  name: "glob",
  description: {
    summary: "Finds files by a glob over their paths, last modified first.",
    details: `Shows at most ${countText(FILES)} paths, and always the total. Upper and lower case letters differ. .git isn't searched, nor is what ignore files leave out unless respect_git_ignore is false.`,
    notes: ["To search in the contents of files use search_file_content."],
    examples: [
      { input: { pattern: "src/**/*.ts" } },
      { input: { pattern: "*.js", dir_path: "dist", respect_git_ignore: false } },
    ],
  },
  input: z.strictObject({
    pattern: z
      .string()
      .min(1)
      .describe('The glob, as "**/*.py" or "docs/*.md"; relative to dir_path.'),
    dir_path: z
      .string()
      .min(1)
      .optional()
      .describe("The directory to search. Default: the current directory."),
    respect_git_ignore: z
      .boolean()
      .optional()
      .describe("Leave out what .gitignore and other ignore files name. Default: true."),
  }),
  fields: globFields,
  toCanonical: ({ pattern, dir_path: path, respect_git_ignore }) => ({
    pattern,
    path,
    sort: "newest",
    limit: FILES,
    include_ignored: respect_git_ignore === undefined ? undefined : !respect_git_ignore,
  }),
  fromResult: (result) => withNoteIn(result, globFields),
});

const grepFields: FieldNames = {
  path: "dir_path",
  glob: "include",
  include_ignored: "no_ignore",
  literal: "fixed_strings",
  limit: "total_max_matches",
  offset: null,
  mode: null,
};

const contextLines = (where: string) =>
  z
    .int()
    .min(0)
    .max(MAX_CONTEXT)
    .optional()
    .describe(`Lines to show ${where} each match, at most ${MAX_CONTEXT}. Default: 0.`);

const grep = present(searchText, {
  name: "search_file_content",
  description: {
    summary: "Searches the contents of files for a regular expression with ripgrep.",
    details: `Upper and lower case letters are the same unless case_sensitive is true. Shows at most ${MATCHES} matching lines unless total_max_matches says otherwise, grouped by file and cut to ${MAX_MATCH_CHARACTERS} characters around the match.`,
    notes: [
      "To find files by their name use glob.",
      "Use it instead of grep in run_shell_command: it is quicker and needs no approval.",
    ],
    examples: [
      { input: { pattern: "\\bparseToken\\b", include: "*.ts" } },
      {
        input: { pattern: "items[0].price", fixed_strings: true, dir_path: "src", context: 2 },
        note: "text with special characters, with the lines around it",
      },
    ],
  },
  input: z.strictObject({
    pattern: z
      .string()
      .min(1)
      .describe("The regular expression to search for, in Rust's syntax, or a text."),
    dir_path: z
      .string()
      .min(1)
      .optional()
      .describe("The directory or file to search. Default: the current directory."),
    include: z
      .string()
      .min(1)
      .optional()
      .describe('Only files whose path fits this glob, as "*.ts" or "src/**". Default: all.'),
    case_sensitive: z
      .boolean()
      .optional()
      .describe("Upper and lower case letters differ. Default: false."),
    fixed_strings: z
      .boolean()
      .optional()
      .describe("Take pattern as plain text, not as a regular expression. Default: false."),
    context: contextLines("before and after"),
    after: contextLines("after"),
    before: contextLines("before"),
    no_ignore: z
      .boolean()
      .optional()
      .describe("Also search what ignore files leave out, and node_modules. Default: false."),
    total_max_matches: z
      .int()
      .min(1)
      .max(MAX_MATCHES)
      .optional()
      .describe(
        `Most matching lines to show, at most ${countText(MAX_MATCHES)}. Default: ${MATCHES}.`,
      ),
  }),
  fields: grepFields,
  toCanonical: (given) => ({
    pattern: given.pattern,
    path: given.dir_path,
    glob: given.include,
    ignore_case: given.case_sensitive !== true,
    literal: given.fixed_strings,
    context: Math.max(...Object.values(contextOf(given))),
    include_ignored: given.no_ignore,
    limit: given.total_max_matches ?? MATCHES,
  }),
  fromResult(result, given) {
    const files = foundFilesOf(result);
    if (files === null) return withNoteIn(result, grepFields);
    const within = files.map(({ path, lines = [] }) => ({
      path,
      lines: [...withinContext(lines, contextOf(given))],
    }));
    const blocks = fileBlocks(within, {
      heading: (path) => `File: ${path}`,
      line: ({ lineNumber, text, isMatch }) => `L${lineNumber}${isMatch ? ":" : "-"} ${text}`,
    });
    return withBody(result, blocks, closingNote(result, grepFields));
  },
});

interface AskedContext {
  readonly context?: number | undefined;
  readonly before?: number | undefined;
  readonly after?: number | undefined;
}

function contextOf({ context = 0, before, after }: AskedContext) {
  return { before: before ?? context, after: after ?? context };
}

const shell = present(runCommand, {
  name: "run_shell_command",
  description: {
    summary: "Runs a command line as `bash -c <command>` and returns its output and exit status.",
    details: `Each call is a new shell: name the directory in dir_path instead of changing to it. It is stopped after 120 s with everything it started; standard output and error come as one.`,
    notes: [
      "Not for files: read_file, replace, write_file, glob and search_file_content are quicker and mostly need no approval.",
      "Prefer quiet flags, and switch pagers off (git --no-pager): there is no input.",
    ],
    examples: [
      { input: { command: "npm test --silent", description: "Run the tests." } },
      { input: { command: "make -j2", dir_path: "native" } },
    ],
  },
  input: z.strictObject({
    command: z.string().min(1).describe("The exact command line."),
    description: z
      .string()
      .optional()
      .describe("What it does, in a sentence. It is recorded and decides nothing."),
    dir_path: z
      .string()
      .min(1)
      .optional()
      .describe("The directory to run it in, inside the workspace. Default: the current one."),
  }),
  fields: { cwd: "dir_path", timeout_ms: null },
  toCanonical: ({ command, dir_path }) => ({ command, cwd: dir_path }),
});

/** The tools under the names that models know from Gemini CLI. */
export const geminiCli: readonly Tool[] = [read, write, replace, list, glob, grep, shell];
