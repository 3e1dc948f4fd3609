import {
  countText,
  DEFAULT_LINES,
  DEFAULT_LINES_AROUND,
  MAX_LINE_CHARACTERS,
  MAX_LINES,
  MAX_LINES_AROUND,
} from "@toolwright/tools/internal";
import { z } from "zod";
import { windowOf } from "../line-range.ts";
import { listingOf, nameOf } from "../listing-rows.ts";
import { toolAlias } from "../alias-tool.ts";
import type { ProfileTool } from "../profile-tool.ts";
import {
  inParentheses,
  type NumberedLine,
  type ReadLines,
  readLinesOf,
  rowsOf,
} from "../read-lines.ts";
import { type FieldNames, renameFields } from "../rename-fields.ts";
import { withBody, withText } from "../result-text.ts";
import { directory, uriOf } from "./uri-field.ts";

export const wholeFile: ProfileTool = toolAlias("read_file", {
  name: "read_file",
  description: {
    summary: "Reads a whole file and returns its contents without line numbers.",
    details: `For small files; check the size with get_file_size. At most ${countText(MAX_LINES)} lines are shown, and lines are cut at ${countText(MAX_LINE_CHARACTERS)} characters; if that isn't all, the result ends by saying how to continue.`,
    notes: [
      "For part of a large file use partially_read_by_range or partially_read_around_keyword.",
    ],
    samples: [{ input: { uri: "src/index.ts" } }],
  },
  input: z.strictObject({ uri: uriOf("The file to read") }),
  fields: { path: "uri" },
  toCanonical: ({ uri }) => ({ path: uri, limit: MAX_LINES }),
  fromResult(result) {
    const shown = readLinesOf(result);
    if (shown === null) return result;
    const note = renameFields(shown.note, { offset: null });
    return withBody(
      result,
      rowsOf(shown, ({ text }) => text),
      inParentheses(note, howToGoOn(shown)),
    );
  },
});

function howToGoOn({ nextLine }: ReadLines): string {
  if (nextLine === null) return "";
  return `Continue with partially_read_by_range from start_line ${nextLine}.`;
}

const rangeFields: FieldNames = { path: "uri", offset: "start_line", limit: "end_line" };

export const range: ProfileTool = toolAlias("read_file", {
  name: "partially_read_by_range",
  description: {
    summary: "Reads the lines of a file from start_line to end_line, with their numbers.",
    details: `Both are 1-based and inclusive. Lines are shown as "12: text" and cut at ${countText(MAX_LINE_CHARACTERS)} characters; at most ${countText(MAX_LINES)} at once.`,
    notes: ["The numbers are not part of the file: leave them out when editing."],
    samples: [{ input: { uri: "src/index.ts", start_line: 50, end_line: 80 } }],
  },
  input: z.strictObject({
    uri: uriOf("The file to read"),
    start_line: z.int().min(1).describe("The first line, 1-based."),
    end_line: z
      .int()
      .min(1)
      .describe("The last line, 1-based, inclusive. May be past the end of the file."),
  }),
  fields: rangeFields,
  toCanonical: ({ uri, ...lines }) => ({
    path: uri,
    ...windowOf(lines, { lines: MAX_LINES, maxLines: MAX_LINES }),
  }),
  fromResult(result) {
    const shown = readLinesOf(result);
    if (shown === null) return result;
    return withBody(
      result,
      rowsOf(shown, numbered),
      inParentheses(renameFields(shown.note, rangeFields)),
    );
  },
});

function numbered({ number, text }: NumberedLine): string {
  return `${number}: ${text}`;
}

const keywordFields: FieldNames = {
  path: "uri",
  "around.keyword": "keyword",
  "around.lines_before": "lines_before",
  "around.lines_after": "lines_after",
  "with occurrence": null,
  offset: null,
};

const linesAround = (side: string) =>
  z
    .int()
    .min(0)
    .max(MAX_LINES_AROUND)
    .optional()
    .describe(
      `Lines to show ${side} each occurrence, at most ${countText(MAX_LINES_AROUND)}. Default: ${DEFAULT_LINES_AROUND}.`,
    );

export const aroundKeyword: ProfileTool = toolAlias("read_file", {
  name: "partially_read_around_keyword",
  description: {
    summary: "Shows every line of a file that includes a keyword, with the lines around it.",
    details: `The keyword is plain text and case-sensitive. Lines are shown as "12: text" and cut at ${countText(MAX_LINE_CHARACTERS)} characters; a row of dots marks skipped lines. At most ${countText(DEFAULT_LINES)} lines are shown.`,
    notes: [
      "The numbers are not part of the file: leave them out when editing.",
      "To search in many files use search_file_contains_keyword.",
    ],
    samples: [
      {
        input: { uri: "src/index.ts", keyword: "parseToken(", lines_before: 3, lines_after: 10 },
      },
    ],
  },
  input: z.strictObject({
    uri: uriOf("The file to read"),
    keyword: z.string().min(1).describe("The literal text to find within each line."),
    lines_before: linesAround("before"),
    lines_after: linesAround("after"),
  }),
  fields: keywordFields,
  toCanonical: ({ uri, ...around }) => ({ path: uri, around: { ...around, occurrence: "all" } }),
  fromResult(result) {
    const shown = readLinesOf(result);
    if (shown === null) return result;
    const note = renameFields(shown.note, keywordFields);
    const isAll = note === shown.note;
    return withBody(
      result,
      rowsOf(shown, numbered),
      inParentheses(note, isAll ? "" : howToGoOn(shown)),
    );
  },
});

export const fileSize: ProfileTool = toolAlias("file_info", {
  name: "get_file_size",
  description: {
    summary: "Shows the size of a file, and the number of lines of a text file.",
    details:
      "Use it before reading or replacing a file that may be large, to choose between all and part of it.",
    samples: [{ input: { uri: "logs/build.log" } }],
  },
  input: z.strictObject({ uri: uriOf("The file to look at") }),
  fields: { path: "uri" },
  toCanonical: ({ uri }) => ({ path: uri }),
  fromResult(result) {
    const { size, lines } = sizeFacts.safeParse(result.structured).data ?? {};
    if (size === undefined) return result;
    const bytes = `Size: ${(size / 1_024).toFixed(2)} KB (${size} bytes)`;
    return withText(result, typeof lines === "number" ? `${bytes}\nLines: ${lines}` : bytes);
  },
});

const sizeFacts = z.object({ size: z.int().optional(), lines: z.int().nullish() });

const kinds = { directory: "[DIR ]", file: "[FILE]", link: "[LINK]", other: "[UNKN]" } as const;

export const ls: ProfileTool = toolAlias("list_directory", {
  name: "ls",
  description: {
    summary: "Lists the files and directories directly in a directory, directories first.",
    details: "Includes hidden and ignored ones. Each is marked [DIR ], [FILE] or [LINK].",
    notes: ["To find files at any depth use search_file_name_includes."],
    samples: [{ input: { uri: "src" } }],
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
