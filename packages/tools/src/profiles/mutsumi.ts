import { type Tool, ToolError } from "@toolwright/core";
import { z } from "zod";
import { editFile } from "../edit-file.ts";
import { findFiles } from "../find-files.ts";
import { getEnvironment } from "../get-environment.ts";
import { listDirectory } from "../list-directory.ts";
import { countText } from "../numbers/number-text.ts";
import { readFile } from "../read-file.ts";
import { MAX_MATCH_CHARACTERS } from "../ripgrep/match-collector.ts";
import { runCommand } from "../run-command.ts";
import { searchText } from "../search-text.ts";
import { systemInfo } from "../system-info.ts";
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
import { foundFilesOf, grepRows } from "./search-rows.ts";

const FILES = 200;
const MATCHES = 200;

const MAX_LINES = maximumOf(readFile, "limit");

const uriOf = (what: string) => z.string().min(1).describe(`${what}: a path or a file:// URI.`);

const directory = (purpose: string) =>
  uriOf(`The directory to ${purpose}`)
    .optional()
    .describe(
      `The directory to ${purpose}: a path or a file:// URI. Default: the current directory.`,
    );

const wholeFile = present(readFile, {
  name: "read_file",
  description: {
    summary: "Reads a whole file and returns its content as it is, without line numbers.",
    details: `For small files; get_file_size tells the size before. At most ${countText(MAX_LINES)} lines are shown, and lines are cut at ${countText(MAX_LINE_CHARACTERS)} characters; the result ends by saying where to go on when that isn't all.`,
    notes: [
      "Of a large file read a part: partially_read_by_range or partially_read_around_keyword.",
    ],
    examples: [{ input: { uri: "src/index.ts" } }],
  },
  input: z.strictObject({ uri: uriOf("The file to read") }),
  fields: { path: "uri" },
  toCanonical: ({ uri }) => ({ path: uri, limit: MAX_LINES }),
  fromResult(result) {
    const window = readWindowOf(result);
    if (window === null) return result;
    const { lines, note, nextLine } = window;
    const more =
      nextLine === null ? "" : ` Read on by partially_read_by_range from start_line ${nextLine}.`;
    const said = `${renameFields(note, { offset: null })}${more}`.trim();
    return withBody(
      result,
      lines.map(({ text }) => text).join("\n"),
      said === "" ? "" : `(${said})`,
    );
  },
});

const rangeFields: FieldNames = { path: "uri", offset: "start_line", limit: "end_line" };

const range = present(readFile, {
  name: "partially_read_by_range",
  description: {
    summary: "Reads the lines of a file from start_line to end_line, with their numbers.",
    details: `Both are 1-based and included. Lines are shown as "12: text" and cut at ${countText(MAX_LINE_CHARACTERS)} characters; at most ${countText(MAX_LINES)} at once.`,
    notes: ["The numbers are no part of the file: leave them out when editing."],
    examples: [{ input: { uri: "src/index.ts", start_line: 50, end_line: 80 } }],
  },
  input: z.strictObject({
    uri: uriOf("The file to read"),
    start_line: z.int().min(1).describe("The first line, 1-based."),
    end_line: z
      .int()
      .min(1)
      .describe("The last line, 1-based and included. It may lie after the file's end."),
  }),
  fields: rangeFields,
  toCanonical: ({ uri, ...lines }) => ({
    path: uri,
    ...windowOf(lines, { lines: MAX_LINES, maxLines: MAX_LINES }),
  }),
  fromResult(result) {
    const window = readWindowOf(result);
    if (window === null) return result;
    const rows = window.lines.map(({ number, text }) => `${number}: ${text}`);
    const note = renameFields(window.note, rangeFields);
    return withBody(result, rows.join("\n"), note === "" ? "" : `(${note})`);
  },
});

const fullReplace = present(writeFile, {
  name: "edit_file_full_replace",
  description: {
    summary: "Replaces the whole content of a file.",
    details:
      "For small files and rewrites; to change a part use edit_file_search_replace, to make a new file create_file. The file keeps its encoding, line ends and permissions.",
    examples: [{ input: { uri: "docs/notes.md", new_content: "# Notes\n\n- first\n" } }],
    important: ["Read the file before replacing it; else the call fails."],
  },
  input: z.strictObject({
    uri: uriOf("The file to replace"),
    new_content: z.string().describe("The whole new content, usually with \\n at the end."),
  }),
  fields: { path: "uri", content: "new_content" },
  toCanonical: ({ uri, new_content }) => ({ path: uri, content: new_content }),
  assertMeant({ effects }, { uri }) {
    if (!effects.some((effect) => effect.type === "write" && effect.operation === "create")) return;
    throw new ToolError(
      "file-not-found",
      `There is no file '${uri}' to replace. Check the path, or make a new file by create_file.`,
    );
  },
});

const createFile = present(writeFile, {
  name: "create_file",
  title: "Create file",
  description: {
    summary: "Makes a new file with content.",
    details:
      "It fails when there is a file of that name already: use edit_file_full_replace for that. Missing directories are made.",
    examples: [{ input: { uri: "src/new-thing.ts", content: "export const thing = 1;\n" } }],
  },
  input: z.strictObject({
    uri: uriOf("The file to make"),
    content: z.string().describe("Its content, usually with \\n at the end."),
  }),
  fields: { path: "uri", must_not_exist: null },
  toCanonical: ({ uri, content }) => ({ path: uri, content, must_not_exist: true }),
});

const searchReplace = present(editFile, {
  name: "edit_file_search_replace",
  description: {
    summary: "Replaces a piece of text in a file by another, at exactly one place.",
    details:
      "search_replace is the text to look for, new_content what comes in its place. It must be in the file exactly once: take in the lines around it until it is.",
    notes: [
      "Copy the text as it is in the file, indentation included and without line numbers.",
      "When it isn't found, the answer shows the nearest places in the file.",
    ],
    examples: [
      {
        input: {
          uri: "src/limits.ts",
          search_replace: "const maxFiles = 100;",
          new_content: "const maxFiles = 200;",
        },
      },
    ],
    important: ["Read the file before editing it; else the call fails."],
  },
  input: z.strictObject({
    uri: uriOf("The file to change"),
    search_replace: z.string().min(1).describe("The text to replace, exactly as in the file."),
    new_content: z
      .string()
      .describe('The text to put there instead, different from search_replace; "" deletes.'),
  }),
  fields: {
    path: "uri",
    old_string: "search_replace",
    new_string: "new_content",
    replace_all: null,
  },
  toCanonical: ({ uri, search_replace, new_content }) => ({
    path: uri,
    old_string: search_replace,
    new_string: new_content,
  }),
  explainInputError: (given) => explainEmptyText(given, "search_replace", "create_file"),
});

const kinds = { directory: "[DIR ]", file: "[FILE]", link: "[LINK]", other: "[UNKN]" } as const;

const ls = present(listDirectory, {
  name: "ls",
  description: {
    summary: "Lists the files and directories directly in a directory, directories first.",
    details: "Hidden and ignored ones are listed, too. Each is marked [DIR ], [FILE] or [LINK].",
    notes: ["To find files anywhere below use search_file_name_includes."],
    examples: [{ input: { uri: "src" } }],
  },
  input: z.strictObject({ uri: directory("list") }),
  fields: { path: "uri", depth: null },
  toCanonical: ({ uri }) => ({ path: uri }),
  fromResult(result) {
    const listing = listingOf(result, []);
    if (listing === null) return result;
    const rows = listing.entries.map((entry) => `${kinds[entry.kind]} ${nameOf(entry)}`);
    return withBody(
      result,
      rows.length === 0 ? "(empty directory)" : rows.join("\n"),
      listing.note,
    );
  },
});

const nameFields: FieldNames = {
  path: "uri",
  pattern: "name_includes",
  limit: null,
  include_ignored: null,
};

const findNames = present(findFiles, {
  name: "search_file_name_includes",
  description: {
    summary: "Finds the files below a directory whose name includes a text.",
    details: `Answers with at most ${FILES} paths, and always the total. Upper and lower case letters differ. What ignore files leave out, .git and node_modules aren't searched.`,
    notes: ["To search in the contents of files use search_file_contains_keyword."],
    examples: [{ input: { uri: "src", name_includes: ".test." } }],
  },
  input: z.strictObject({
    uri: directory("search, with everything below it"),
    name_includes: z
      .string()
      .min(1)
      .regex(/^[^/]*$/)
      .describe("The text that the file's name includes, literally; names hold no slash."),
  }),
  fields: nameFields,
  toCanonical: ({ uri, name_includes }) => ({
    path: uri,
    pattern: `*${name_includes.replaceAll(/[\\*?[\]{},!]/g, String.raw`\$&`)}*`,
    limit: FILES,
  }),
  fromResult: (result) => withNoteIn(result, nameFields),
});

const keywordFields: FieldNames = {
  path: "uri",
  pattern: "keyword",
  glob: null,
  literal: null,
  limit: null,
  offset: null,
  include_ignored: null,
};

const searchKeyword = present(searchText, {
  name: "search_file_contains_keyword",
  description: {
    summary: "Searches the files below a directory for a text.",
    details: `Answers with at most ${MATCHES} matching lines as "path:12:text", cut to ${MAX_MATCH_CHARACTERS} characters around the match. The keyword is plain text, upper and lower case letters differ. What ignore files leave out, .git, node_modules and binary files aren't searched.`,
    notes: ["To see more of a file use partially_read_around_keyword."],
    examples: [{ input: { uri: "src", keyword: "parseToken(" } }],
  },
  input: z.strictObject({
    uri: directory("search, with everything below it"),
    keyword: z.string().min(1).describe("The text to search for within each line, literally."),
  }),
  fields: keywordFields,
  toCanonical: ({ uri, keyword }) => ({
    path: uri,
    pattern: keyword,
    literal: true,
    limit: MATCHES,
  }),
  fromResult(result) {
    const files = foundFilesOf(result);
    if (files === null) return withNoteIn(result, keywordFields);
    const context = { before: 0, after: 0 };
    return withBody(
      result,
      grepRows(files, { hasNumbers: true, context }),
      closingNote(result, keywordFields),
    );
  },
});

const shell = present(runCommand, {
  name: "shell_exec",
  description: {
    summary: "Runs a command line in bash and answers with its output and exit status.",
    details:
      "Each call is a new shell: name the directory in uri instead of changing to it. It is stopped after 120 s with everything it started. system_info tells the system it runs on.",
    notes: [
      "Not for files: the tools that read, edit and search them are quicker and mostly need no approval.",
      "There is no input: commands that open an editor or a pager, or ask, get none.",
    ],
    examples: [{ input: { uri: ".", cmd: "npm test" } }],
  },
  input: z.strictObject({
    uri: directory("run it in, inside the workspace"),
    cmd: z.string().min(1).describe("The command line."),
  }),
  fields: { command: "cmd", cwd: "uri", timeout_ms: null },
  toCanonical: ({ uri, cmd }) => ({ command: cmd, cwd: uri }),
});

const environmentVariable = present(getEnvironment, {
  name: "get_env_var",
  description: {
    summary: "Shows the value of one environment variable.",
    details: "A value that looks like a secret is asked for before it is shown.",
    examples: [{ input: { name: "NODE_ENV" } }],
  },
  input: z.strictObject({
    name: z.string().min(1).describe("The variable, in its exact spelling."),
  }),
  toCanonical: ({ name }) => ({ name }),
});

const system = present(systemInfo, {
  name: "system_info",
  description: {
    summary:
      "Tells the operating system, shell, current directory, workspace, time, processors and memory.",
    details: "Use it once before shell_exec when commands depend on the system; it takes no input.",
    examples: [{ input: {} }],
  },
  input: z.strictObject({}),
  toCanonical: () => ({}),
});

/** The tools under the names that models know from Mutsumi. */
export const mutsumi: readonly Tool[] = [
  wholeFile,
  ls,
  shell,
  fullReplace,
  searchReplace,
  range,
  searchKeyword,
  findNames,
  environmentVariable,
  system,
  createFile,
];
