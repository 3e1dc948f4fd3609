import { MAX_MATCH_CHARACTERS } from "@toolwright/tools/internal";
import { z } from "zod";
import { toolAlias } from "../alias-tool.ts";
import type { ProfileTool } from "../profile-tool.ts";
import type { FieldNames } from "../rename-fields.ts";
import { closingNote, textOf, withBody, withNoteIn } from "../result-text.ts";
import { foundFilesOf, grepRows } from "../search-rows.ts";
import { directory } from "./uri-field.ts";

const FILES = 200;
const MATCHES = 200;

const nameFields: FieldNames = {
  path: "uri",
  name_contains: "name_includes",
  pattern: null,
  limit: null,
  include_ignored: null,
};

export const findNames: ProfileTool = toolAlias("find_files", {
  name: "search_file_name_includes",
  description: {
    summary: "Finds the files below a directory whose name includes a text.",
    details: `Returns at most ${FILES} paths, and always the total. Case-sensitive. Skips ignored files, .git and node_modules.`,
    notes: ["To search file contents use search_file_contains_keyword."],
    samples: [{ input: { uri: "src", name_includes: ".test." } }],
  },
  input: z.strictObject({
    uri: directory("search, with everything below it"),
    name_includes: z.string().min(1).describe("Literal text in the file's own name; no slash."),
  }),
  fields: nameFields,
  toCanonical: ({ uri, name_includes }) => ({
    path: uri,
    name_contains: name_includes,
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
  multiline: null,
};

export const searchKeyword: ProfileTool = toolAlias("search_text", {
  name: "search_file_contains_keyword",
  description: {
    summary: "Searches the files below a directory for a text.",
    details: `Returns at most ${MATCHES} matching lines as "path:12:text", cut to ${MAX_MATCH_CHARACTERS} characters around the match. The keyword is plain text and case-sensitive. Skips ignored files, .git, node_modules and binary files.`,
    notes: ["To see more of a file use partially_read_around_keyword."],
    samples: [{ input: { uri: "src", keyword: "parseToken(" } }],
  },
  input: z.strictObject({
    uri: directory("search, with everything below it"),
    keyword: z.string().min(1).describe("The literal text to find within each line."),
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
    return withBody(
      result,
      grepRows(files, { hasNumbers: true }),
      closingNote(result, keywordFields),
    );
  },
});

const outlineFields: FieldNames = { path: "uri", limit: null };

export const projectOutline: ProfileTool = toolAlias("outline", {
  name: "project_outline",
  description: {
    summary:
      "Shows the most important symbols of a project: those that most of its files mention, with their lines and signatures.",
    details:
      "Given a directory, it covers the source files below; given a source file, it shows all symbols of that file. Use it to learn a project's structure, or to choose lines for partially_read_by_range.",
    samples: [{ input: { uri: "src" } }],
  },
  input: z.strictObject({
    uri: z
      .string()
      .min(1)
      .optional()
      .describe(
        "A directory or source file: a path or a file:// URI. Default: the current directory.",
      ),
  }),
  fields: outlineFields,
  toCanonical: ({ uri }) => ({ path: uri }),
  // Without a note, everything is code.
  fromResult: (result) =>
    textOf(result)?.includes("\n\n") === true ? withNoteIn(result, outlineFields) : result,
});

const diagnosticsFields: FieldNames = { paths: "uri", limit: null, errors_only: null };

export const warningsAndErrors: ProfileTool = toolAlias("diagnostics", {
  name: "get_warning_error",
  description: {
    summary: "Shows the errors and warnings in source files, from the project's language servers.",
    details:
      "Grouped by file, with 1-based lines. The first use starts the server, which may need approval.",
    samples: [{ input: { uri: "src/index.ts" } }],
  },
  input: z.strictObject({
    uri: z
      .string()
      .min(1)
      .optional()
      .describe("A file or directory: a path or a file:// URI. Default: the current directory."),
  }),
  fields: diagnosticsFields,
  toCanonical: ({ uri }) => ({ paths: uri === undefined ? undefined : [uri] }),
  fromResult: (result) => withNoteIn(result, diagnosticsFields),
});
