import { countText, MAX_LINE_CHARACTERS, MAX_LINES } from "@toolwright/tools/internal";
import { z } from "zod";
import { windowOf } from "../line-range.ts";
import { listingOf, nameOf } from "../listing-rows.ts";
import { toolAlias } from "../alias-tool.ts";
import type { ProfileTool } from "../profile-tool.ts";
import { inParentheses, readLinesOf, rowsOf } from "../read-lines.ts";
import { type FieldNames, renameFields } from "../rename-fields.ts";
import { textOf, withBody, withText } from "../result-text.ts";
import { filePath } from "./file-path.ts";

const LINES = 2_000;
const BYTES_PER_FILE = 20_000;

const readFields: FieldNames = { path: "file_path", offset: "start_line", limit: "end_line" };

export const read: ProfileTool = toolAlias("read_file", {
  name: "read_file",
  description: {
    summary: "Reads a file and returns its contents without line numbers.",
    details: `Without end_line ${countText(LINES)} lines are shown; lines are cut at ${countText(MAX_LINE_CHARACTERS)} characters. If it isn't the whole file, the result begins by saying which lines it shows and how to continue.`,
    notes: [
      "Read only the lines you need of a long file: find them with search_file_content.",
      "To list a directory use list_directory; to find files use glob.",
    ],
    samples: [
      { input: { file_path: "src/index.ts" } },
      { input: { file_path: "build.log", start_line: 401, end_line: 500 } },
    ],
  },
  input: z.strictObject({
    file_path: filePath("read"),
    start_line: z.int().min(1).optional().describe("The first line to read, 1-based. Default: 1."),
    end_line: z
      .int()
      .min(1)
      .optional()
      .describe(
        `The last line to read, 1-based, inclusive; at most ${countText(MAX_LINES)} lines at once. Default: ${countText(LINES)} lines from start_line on.`,
      ),
  }),
  fields: readFields,
  toCanonical: ({ file_path: path, ...range }) => ({
    path,
    ...windowOf(range, { lines: LINES, maxLines: MAX_LINES }),
  }),
  fromResult(result) {
    const shown = readLinesOf(result);
    if (shown === null) return result;
    const note = inParentheses(renameFields(shown.note, readFields));
    return withBody(
      result,
      note,
      rowsOf(shown, ({ text }) => text),
    );
  },
});

const listFields: FieldNames = {
  path: "dir_path",
  "hide_ignored: false": "file_filtering_options.respect_git_ignore: false",
};

export const list: ProfileTool = toolAlias("list_directory", {
  name: "list_directory",
  description: {
    summary: "Lists the files and directories directly in a directory, directories first.",
    details: "Includes hidden ones; ignored ones only on request. Directories are marked [DIR].",
    notes: ["To find files at any depth use glob."],
    samples: [
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
      .describe('Globs to exclude, such as "*.log" or "dist". Default: none.'),
    file_filtering_options: z
      .strictObject({
        respect_git_ignore: z
          .boolean()
          .optional()
          .describe("Skip files ignored by .gitignore and other ignore files. Default: true."),
      })
      .optional()
      .describe("Further options for skipping files."),
  }),
  fields: listFields,
  toCanonical: ({ dir_path: path, file_filtering_options: options }) => ({
    path,
    hide_ignored: options?.respect_git_ignore ?? true,
  }),
  fromResult(result, { dir_path, ignore = [] }) {
    const listing = listingOf(result, ignore);
    if (listing === null) return result;
    const rows = listing.entries.map(
      (entry) => `${entry.kind === "directory" ? "[DIR] " : ""}${nameOf(entry)}`,
    );
    const body = rows.length === 0 ? "(empty)" : rows.join("\n");
    const note = renameFields(listing.note, listFields);
    return withBody(result, `Directory listing for ${dir_path}:\n${body}`, note);
  },
});

export const readMany: ProfileTool = toolAlias("read_many_files", {
  name: "read_many_files",
  description: {
    summary: "Reads several files at once, named by paths or globs, without line numbers.",
    details: `Each file follows a line "--- path ---". At most ${countText(BYTES_PER_FILE)} bytes of each are shown, and about 70 kB in all; files that don't fit, or aren't text, are named. Globs skip ignored files, .git and node_modules.`,
    notes: ["For one file, or part of it, use read_file; to find text use search_file_content."],
    samples: [
      { input: { include: ["package.json", "src/index.ts"] } },
      { input: { include: ["docs/**/*.md"] } },
    ],
  },
  input: z.strictObject({
    include: z
      .array(z.string().min(1))
      .min(1)
      .describe('Paths and globs, such as "README.md", "src/**/*.ts" or "docs/".'),
  }),
  fields: { paths: "include", max_bytes_per_file: null },
  toCanonical: ({ include }) => ({
    paths: include.map((path) => (path.endsWith("/") ? `${path}**` : path)),
    max_bytes_per_file: BYTES_PER_FILE,
  }),
  fromResult(result) {
    const text = textOf(result);
    return text === null ? result : withText(result, text.split("\n").map(plainRow).join("\n"));
  },
});

/** A line without its number, a header in this profile's form, and any other row unchanged. */
function plainRow(row: string): string {
  const header = /^==> (.*) <==$/s.exec(row)?.[1];
  if (header !== undefined) {
    return `--- ${header.replace(/ with offset: (\d+) for more$/, " with start_line: $1 for more")} ---`;
  }
  return row.replace(/^\d+\t/, "");
}
