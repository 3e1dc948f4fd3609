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
    summary: "Reads a file and returns its content as it is, without line numbers.",
    details: `Without end_line ${countText(LINES)} lines are shown; lines are cut at ${countText(MAX_LINE_CHARACTERS)} characters. When it isn't the whole file, the result begins by saying which lines it holds and where to go on.`,
    notes: [
      "Read only the lines you need of a long file: find them with search_file_content.",
      "To see what a directory holds use list_directory, to find files glob.",
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
        `The last line to read, 1-based and included; at most ${countText(MAX_LINES)} lines at once. Default: ${countText(LINES)} lines from start_line on.`,
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
    details:
      "Hidden ones are listed, too; ignored ones only on request. Directories are marked by [DIR].",
    notes: ["To find files anywhere below use glob."],
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
      .describe('Globs of what to leave out, as "*.log" or "dist". Default: nothing.'),
    file_filtering_options: z
      .strictObject({
        respect_git_ignore: z
          .boolean()
          .optional()
          .describe("Leave out what .gitignore and other ignore files name. Default: true."),
      })
      .optional()
      .describe("What is left out besides."),
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
    details: `Each file comes after a line "--- path ---". At most ${countText(BYTES_PER_FILE)} bytes of each are shown, and some 70 kB of all; what no longer fits, and what is no text, is named. Globs leave out what ignore files name, .git and node_modules.`,
    notes: [
      "For one file, or a certain part of it, use read_file; to look for a text search_file_content.",
    ],
    samples: [
      { input: { include: ["package.json", "src/index.ts"] } },
      { input: { include: ["docs/**/*.md"] } },
    ],
  },
  input: z.strictObject({
    include: z
      .array(z.string().min(1))
      .min(1)
      .describe('Paths and globs, as "README.md", "src/**/*.ts" or "docs/".'),
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

/** A line without its number, a header as the set has it, and any other row as it is. */
function plainRow(row: string): string {
  const header = /^==> (.*) <==$/s.exec(row)?.[1];
  if (header !== undefined) {
    return `--- ${header.replace(/ from offset (\d+) on$/, " from start_line $1 on")} ---`;
  }
  return row.replace(/^\d+\t/, "");
}
