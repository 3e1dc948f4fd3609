import {
  type CommandLimits,
  countText,
  MAX_LINE_CHARACTERS,
  MAX_LINES,
  MAX_MATCH_CHARACTERS,
  MAX_TIMEOUT_MS,
} from "@toolwright/tools/internal";
import { z } from "zod";
import { explainEmptyText } from "./empty-text.ts";
import { toolAlias } from "./alias-tool.ts";
import type { ProfileTool } from "./profile-tool.ts";
import { inParentheses, readLinesOf, rowsOf } from "./read-lines.ts";
import type { FieldNames } from "./rename-fields.ts";
import { closingNote, withBody, withNoteIn } from "./result-text.ts";
import { fileBlocks, foundFilesOf } from "./search-rows.ts";
import { taskNamed } from "./sub-agents.ts";
import { opencodeTodos } from "./todo-lists.ts";
import { opencodeFetch } from "./web-pages.ts";
import { opencodeSearch } from "./web-searches.ts";

const LINES = 2_000;
const FILES = 100;
const MATCHES = 100;

const filePath = (purpose: string) =>
  z
    .string()
    .min(1)
    .describe(
      `The file to ${purpose}: an absolute path, or one relative to the current directory.`,
    );

const readTool = toolAlias("read_file", {
  name: "read",
  description: {
    summary: "Reads a file and shows it with line numbers.",
    details: `Shows ${countText(LINES)} lines from offset on unless limit says otherwise, each as "12: text" and cut at ${countText(MAX_LINE_CHARACTERS)} characters. The result says if there is more, and how to continue.`,
    notes: [
      "Read one large part rather than many small ones; read several files in parallel calls.",
      "To find text use grep; to find files use glob.",
    ],
    samples: [
      { input: { filePath: "src/index.ts" } },
      { input: { filePath: "build.log", offset: 401, limit: 100 }, note: "lines 401 to 500" },
    ],
  },
  input: z.strictObject({
    filePath: filePath("read"),
    offset: z
      .int()
      .min(1)
      .optional()
      .describe("The line number to start reading from, 1-based. Default: 1."),
    limit: z
      .int()
      .min(1)
      .max(MAX_LINES)
      .optional()
      .describe(
        `The most lines to read, up to ${countText(MAX_LINES)}. Default: ${countText(LINES)}.`,
      ),
  }),
  fields: { path: "filePath" },
  toCanonical: ({ filePath: path, offset, limit = LINES }) => ({ path, offset, limit }),
  fromResult(result) {
    const read = readLinesOf(result);
    if (read === null) return result;
    const rows = rowsOf(read, ({ number, text }) => `${number}: ${text}`);
    return withBody(result, rows, inParentheses(read.note));
  },
});

const write = toolAlias("write_file", {
  name: "write",
  description: {
    summary: "Writes a whole file: creates it, or replaces its contents.",
    details:
      "To change part of an existing file use edit. Makes missing directories. A replaced file keeps its encoding and permissions.",
    samples: [{ input: { filePath: "docs/notes.md", content: "# Notes\n\n- first\n" } }],
    important: ["Read an existing file first, or the call fails."],
  },
  input: z.strictObject({
    content: z.string().describe("The whole contents, usually ending in \\n."),
    filePath: filePath("write"),
  }),
  fields: { path: "filePath" },
  toCanonical: ({ filePath: path, content }) => ({ path, content }),
});

const edit = toolAlias("edit_file", {
  name: "edit",
  description: {
    summary: "Replaces text in a file.",
    details:
      "oldString must occur exactly once in the file, unless replaceAll is true: include surrounding lines to make it unique. To create a file use write.",
    notes: [
      "Copy the text exactly from the file, with indentation, without the line numbers that read shows.",
      "If oldString isn't found, the error shows the nearest places in the file.",
    ],
    samples: [
      {
        input: {
          filePath: "src/limits.ts",
          oldString: "const maxFiles = 100;",
          newString: "const maxFiles = 200;",
        },
      },
      {
        input: {
          filePath: "src/limits.ts",
          oldString: "maxFiles",
          newString: "maxFileCount",
          replaceAll: true,
        },
        note: "renames everywhere in the file",
      },
    ],
    important: ["Read the file before editing it, or the call fails."],
  },
  input: z.strictObject({
    filePath: filePath("change"),
    oldString: z.string().min(1).describe("The text to replace, exactly as in the file."),
    newString: z.string().describe('The replacement, different from oldString; "" deletes.'),
    replaceAll: z.boolean().optional().describe("Replace every occurrence. Default: false."),
  }),
  fields: {
    path: "filePath",
    old_string: "oldString",
    new_string: "newString",
    replace_all: "replaceAll",
  },
  toCanonical: ({ filePath: path, oldString, newString, replaceAll }) => ({
    path,
    old_string: oldString,
    new_string: newString,
    replace_all: replaceAll,
  }),
  explainInputError: (given) => explainEmptyText(given, "oldString", "write"),
});

const globFields: FieldNames = { include_ignored: null, limit: null };

const glob = toolAlias("find_files", {
  name: "glob",
  description: {
    summary: "Finds files by a glob over their paths, last modified first.",
    details: `Shows at most ${FILES} paths, and always the total. Skips ignored files, .git and node_modules.`,
    notes: ["To search file contents use grep."],
    samples: [{ input: { pattern: "**/*.ts" } }, { input: { pattern: "*.md", path: "docs" } }],
  },
  input: z.strictObject({
    pattern: z
      .string()
      .min(1)
      .describe('The glob, such as "**/*.js" or "src/**/*.ts"; relative to path.'),
    path: z
      .string()
      .min(1)
      .optional()
      .describe("The directory to search. Default: the current directory."),
  }),
  fields: globFields,
  toCanonical: ({ pattern, path }) => ({ pattern, path, sort: "newest", limit: FILES }),
  fromResult: (result) => withNoteIn(result, globFields),
});

const grepFields: FieldNames = {
  glob: "include",
  include_ignored: null,
  limit: null,
  offset: null,
  mode: null,
  context: null,
  multiline: null,
};

const grep = toolAlias("search_text", {
  name: "grep",
  description: {
    summary: "Searches file contents for a regular expression.",
    details: `Shows at most ${MATCHES} matching lines, grouped by file and cut to ${MAX_MATCH_CHARACTERS} characters around the match. Skips ignored files, .git, node_modules and binary files.`,
    notes: ["To find files by name use glob; to see the lines around a match use read."],
    samples: [
      { input: { pattern: "function\\s+\\w+Token" } },
      { input: { pattern: "TODO", path: "src", include: "*.{ts,tsx}" } },
    ],
  },
  input: z.strictObject({
    pattern: z.string().min(1).describe("The regular expression to search for, in Rust's syntax."),
    path: z
      .string()
      .min(1)
      .optional()
      .describe("The directory or file to search. Default: the current directory."),
    include: z
      .string()
      .min(1)
      .optional()
      .describe(
        'Only files whose path matches this glob, such as "*.js" or "*.{ts,tsx}". Default: all.',
      ),
  }),
  fields: grepFields,
  toCanonical: ({ pattern, path, include }) => ({ pattern, path, glob: include, limit: MATCHES }),
  fromResult(result) {
    const files = foundFilesOf(result);
    if (files === null) return withNoteIn(result, grepFields);
    const blocks = fileBlocks(files, {
      heading: (path) => `${path}:`,
      line: ({ lineNumber, text }) => `  Line ${lineNumber}: ${text}`,
    });
    return withBody(result, blocks, closingNote(result, grepFields));
  },
});

const bashWith = (limits: CommandLimits): ProfileTool =>
  toolAlias("run_command", {
    name: "bash",
    description: {
      summary: "Runs a command line in bash. Returns its output and exit status.",
      details: `For git, npm, docker, tests and the like. Each call starts a new shell: use workdir instead of cd. It is stopped after ${countText(limits.timeoutMs)} ms unless timeout says otherwise.`,
      notes: [
        "Not for files: read, edit, write, glob and grep are faster and mostly need no approval.",
        "Quote paths with spaces. Join dependent commands with &&.",
        "Standard input is empty: avoid editors, pagers and prompts.",
      ],
      samples: [
        { input: { command: "npm test", description: "Run the tests" } },
        { input: { command: "make -j2", workdir: "native", timeout: 300_000 } },
      ],
    },
    input: z.strictObject({
      command: z.string().min(1).describe("The command line."),
      timeout: z
        .int()
        .min(1)
        .max(MAX_TIMEOUT_MS)
        .optional()
        .describe(
          `Milliseconds after which it is stopped, at most ${countText(MAX_TIMEOUT_MS)}. Default: ${countText(limits.timeoutMs)}.`,
        ),
      workdir: z
        .string()
        .min(1)
        .optional()
        .describe("The directory to run it in, inside the workspace. Default: the current one."),
      description: z
        .string()
        .optional()
        .describe("The command's purpose, in 5 to 10 words. Recorded only."),
    }),
    fields: { timeout_ms: "timeout", cwd: "workdir" },
    toCanonical: ({ command, timeout = limits.timeoutMs, workdir }) => ({
      command,
      timeout_ms: timeout,
      cwd: workdir,
    }),
  });

const skill = toolAlias("load_skill", {
  name: "skill",
  description: {
    summary: "Loads a skill: instructions for one kind of task, and the list of its files.",
    details:
      "Call it before you begin a task that a skill's description fits, and then follow the instructions.",
    samples: [{ input: { name: "git-release" } }],
  },
  input: z.strictObject({ name: z.string().min(1).describe("The skill's name.") }),
  fields: { args: null },
  toCanonical: ({ name }) => ({ name }),
});

/** The tools under the names of opencode. */
export function opencode(limits: CommandLimits): readonly ProfileTool[] {
  return [
    readTool,
    write,
    edit,
    glob,
    grep,
    bashWith(limits),
    opencodeFetch,
    opencodeSearch,
    opencodeTodos,
    skill,
    taskNamed("task"),
  ];
}
