import { countText, MAX_LINE_CHARACTERS, MAX_LINES } from "@toolwright/tools/internal";
import { z } from "zod";
import { explainEmptyText } from "../empty-text.ts";
import { toolAlias } from "../alias-tool.ts";
import type { ProfileTool } from "../profile-tool.ts";
import type { ShapeNames } from "./shape-names.ts";

const LINES = 2_000;

const filePath = (purpose: string) =>
  z
    .string()
    .min(1)
    .describe(
      `The file to ${purpose}: an absolute path, or one relative to the current directory.`,
    );

export function readShape({ read, glob, grep }: ShapeNames): ProfileTool {
  return toolAlias("read_file", {
    name: read,
    description: {
      summary: "Reads a file of the workspace and shows it with line numbers.",
      details: `Shows the first ${countText(LINES)} lines unless offset and limit say otherwise. Each line is its number, a tab and its text; lines are cut at ${countText(MAX_LINE_CHARACTERS)} characters. The result says if there is more, and how to continue.`,
      notes: [
        "Read the whole file unless it is long; read several files in parallel calls.",
        `It can't read directories. To find text use ${grep}; to find files use ${glob}.`,
        "The numbers and the tab are not part of the file: leave them out when editing.",
      ],
      samples: [
        { input: { file_path: "src/index.ts" } },
        { input: { file_path: "build.log", offset: 401, limit: 100 }, note: "lines 401 to 500" },
      ],
    },
    input: z.strictObject({
      file_path: filePath("read"),
      offset: z
        .int()
        .min(1)
        .optional()
        .describe("The line number to start from, 1-based. Default: 1."),
      limit: z
        .int()
        .min(1)
        .max(MAX_LINES)
        .optional()
        .describe(
          `How many lines to read, at most ${countText(MAX_LINES)}. Default: ${countText(LINES)}.`,
        ),
    }),
    fields: { path: "file_path" },
    toCanonical: ({ file_path, offset, limit = LINES }) => ({ path: file_path, offset, limit }),
  });
}

export function writeShape({ read, write, edit }: ShapeNames): ProfileTool {
  return toolAlias("write_file", {
    name: write,
    description: {
      summary: "Writes a whole file: creates it, or replaces its contents.",
      details: `To change part of an existing file use ${edit}, which is shorter and safer. Makes missing directories. A replaced file keeps its encoding, byte order mark and permissions.`,
      samples: [{ input: { file_path: "docs/notes.md", content: "# Notes\n\n- first\n" } }],
      important: [`Read an existing file with ${read} first, or the call fails.`],
    },
    input: z.strictObject({
      file_path: filePath("write"),
      content: z.string().describe("The whole contents, usually ending in \\n."),
    }),
    fields: { path: "file_path" },
    toCanonical: ({ file_path, content }) => ({ path: file_path, content }),
  });
}

export function editShape({ read, write, edit }: ShapeNames): ProfileTool {
  return toolAlias("edit_file", {
    name: edit,
    description: {
      summary: "Replaces text in a file.",
      details: `old_string must occur exactly once, unless replace_all is true: include surrounding lines to make it unique. To create or replace a whole file use ${write}.`,
      notes: [
        "Copy indentation exactly, and leave out the line numbers that reading shows.",
        "If old_string isn't found, the error shows the nearest places in the file.",
      ],
      samples: [
        {
          input: {
            file_path: "src/limits.ts",
            old_string: "const maxFiles = 100;",
            new_string: "const maxFiles = 200;",
          },
        },
        {
          input: {
            file_path: "src/limits.ts",
            old_string: "maxFiles",
            new_string: "maxFileCount",
            replace_all: true,
          },
          note: "renames everywhere in the file",
        },
      ],
      important: [`Read the file with ${read} before editing it, or the call fails.`],
    },
    input: z.strictObject({
      file_path: filePath("change"),
      old_string: z.string().min(1).describe("The text to replace, exactly as in the file."),
      new_string: z.string().describe('The replacement, different from old_string; "" deletes.'),
      replace_all: z.boolean().optional().describe("Replace every occurrence. Default: false."),
    }),
    fields: { path: "file_path" },
    toCanonical: ({ file_path, ...rest }) => ({ path: file_path, ...rest }),
    explainInputError: (given) => explainEmptyText(given, "old_string", write),
  });
}
