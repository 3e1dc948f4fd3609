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
import { type FoundFile, foundFilesOf, grepRows, pathRows } from "../search-rows.ts";
import type { ShapeNames } from "./shape-names.ts";

const FILES = 100;
const MATCHES = 250;

export function globShape({ glob, grep }: ShapeNames): ProfileTool {
  const fields: FieldNames = { include_ignored: null, limit: null };
  return toolAlias("find_files", {
    name: glob,
    description: {
      summary: "Finds files by a glob over their paths, last modified first.",
      details: `Shows at most ${FILES} paths and always the total. Skips ignored files, .git and node_modules.`,
      notes: [`To search file contents use ${grep}.`],
      samples: [
        { input: { pattern: "**/*.ts" } },
        { input: { pattern: "*.{md,txt}", path: "docs" } },
      ],
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
    fields,
    toCanonical: ({ pattern, path }) => ({
      pattern,
      path,
      sort: "newest",
      limit: FILES,
    }),
    fromResult: (result) => withNoteIn(result, fields),
  });
}

const searchModes = {
  content: "content",
  files_with_matches: "files",
  count: "count",
} as const;

const contextLines = (where: string) =>
  z
    .int()
    .min(0)
    .max(MAX_CONTEXT)
    .optional()
    .describe(
      `Lines to show ${where} each match, at most ${MAX_CONTEXT}. Only in output_mode "content". Default: 0.`,
    );

export function grepShape({ grep, bash, glob }: ShapeNames): ProfileTool {
  const fields: FieldNames = {
    include_ignored: null,
    limit: "head_limit",
    mode: "output_mode",
    context: "-C",
    before: "-B",
    after: "-A",
    ignore_case: "-i",
  };
  return toolAlias("search_text", {
    name: grep,
    description: {
      summary: "Searches file contents with ripgrep.",
      details: `pattern is a regular expression ("log.*Error", "function\\s+\\w+"); literal braces must be escaped ("interface\\{\\}"). Returns only the paths of files with a match by default; output_mode "content" shows the lines, cut to ${MAX_MATCH_CHARACTERS} characters around the match, "count" their number.`,
      notes: [
        `Use it instead of grep or rg in ${bash}. To find files by name use ${glob}.`,
        "Skips ignored files, .git, node_modules and binary files.",
      ],
      samples: [
        { input: { pattern: "TODO", glob: "*.ts" } },
        {
          input: { pattern: "export function \\w+", path: "src", output_mode: "content", "-A": 3 },
          note: "with the three lines after each match",
        },
      ],
    },
    input: z.strictObject({
      pattern: z
        .string()
        .min(1)
        .describe("The regular expression to search for, in Rust's syntax."),
      path: z
        .string()
        .min(1)
        .optional()
        .describe("The file or directory to search. Default: the current directory."),
      glob: z
        .string()
        .min(1)
        .optional()
        .describe(
          'Only files whose path matches this glob, such as "*.js" or "*.{ts,tsx}". Default: all.',
        ),
      type: z
        .string()
        .min(1)
        .optional()
        .describe('Only files of this type, such as "js", "py", "rust", "go". Default: all.'),
      output_mode: z
        .enum(["content", "files_with_matches", "count"])
        .optional()
        .describe(
          '"content": the matching lines; "files_with_matches": paths of files; "count": matching lines per file. Default: "files_with_matches".',
        ),
      "-i": z.boolean().optional().describe("Ignore case. Default: false."),
      "-n": z
        .boolean()
        .optional()
        .describe('Show line numbers. Only in output_mode "content". Default: true.'),
      "-A": contextLines("after"),
      "-B": contextLines("before"),
      "-C": contextLines("before and after"),
      multiline: z
        .boolean()
        .optional()
        .describe("Let a match span lines, and . match line endings. Default: false."),
      head_limit: z
        .int()
        .min(0)
        .max(MAX_COLLECTED)
        .optional()
        .describe(
          `Most matching lines (in other modes: files) to show, up to ${countText(MAX_COLLECTED)}; 0 means that maximum. Default: ${MATCHES}.`,
        ),
      offset: z
        .int()
        .min(0)
        .optional()
        .describe("How many matching lines, or files, to skip. Default: 0."),
    }),
    fields,
    toCanonical: ({ pattern, head_limit = MATCHES, multiline, ...given }) => {
      const mode = searchModes[given.output_mode ?? "files_with_matches"];
      return {
        pattern: multiline === true ? `(?s)${pattern}` : pattern,
        path: given.path,
        glob: given.glob,
        type: given.type,
        mode,
        multiline,
        ignore_case: given["-i"],
        ...(mode === "content" && contextOf(given)),
        limit: head_limit === 0 ? MAX_COLLECTED : head_limit,
        offset: given.offset,
      };
    },
    fromResult(result, given) {
      const files = foundFilesOf(result);
      if (files === null) return withNoteIn(result, fields);
      return withBody(result, bodyOf(files, given), closingNote(result, fields));
    },
  });
}

interface GrepInput {
  readonly output_mode?: keyof typeof searchModes | undefined;
  readonly "-n"?: boolean | undefined;
  readonly "-A"?: number | undefined;
  readonly "-B"?: number | undefined;
  readonly "-C"?: number | undefined;
}

function contextOf(given: GrepInput): object {
  return { before: given["-B"], after: given["-A"], context: given["-C"] };
}

function bodyOf(files: readonly FoundFile[], given: GrepInput): string {
  switch (given.output_mode) {
    case "content":
      return grepRows(files, { hasNumbers: given["-n"] ?? true });
    case "count":
      return files.map(({ path, count = 0 }) => `${pathRows([path])}:${count}`).join("\n");
    default:
      return pathRows(files.map(({ path }) => path));
  }
}
