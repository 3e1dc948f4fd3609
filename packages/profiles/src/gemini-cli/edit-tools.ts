import { z } from "zod";
import { explainEmptyText } from "../empty-text.ts";
import { toolAlias } from "../alias-tool.ts";
import type { ProfileTool } from "../profile-tool.ts";
import { filePath } from "./file-path.ts";

export const write: ProfileTool = toolAlias("write_file", {
  name: "write_file",
  description: {
    summary: "Writes the complete contents of a file. Makes missing directories.",
    details:
      "For new and small files; to change part of a file use replace. A replaced file keeps its encoding and permissions.",
    samples: [{ input: { file_path: "docs/notes.md", content: "# Notes\n\n- first\n" } }],
    important: [
      "Read an existing file before writing it, or the call fails.",
      "Give the whole contents, without placeholders such as '// ... rest of the code'.",
    ],
  },
  input: z.strictObject({
    file_path: filePath("write"),
    content: z.string().describe("The whole contents, usually ending in \\n."),
  }),
  fields: { path: "file_path" },
  toCanonical: ({ file_path: path, content }) => ({ path, content }),
});

export const replace: ProfileTool = toolAlias("edit_file", {
  name: "replace",
  description: {
    summary: "Replaces text in a file.",
    details:
      "old_string must occur exactly once in the file, unless allow_multiple is true: include about three lines before and after the change. To create a file use write_file.",
    notes: [
      "Both texts are literal: don't escape them, and give new_string in full.",
      "If old_string isn't found, the error shows the nearest places in the file.",
    ],
    samples: [
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
    important: ["Read the file before changing it, or the call fails."],
  },
  input: z.strictObject({
    file_path: filePath("change"),
    instruction: z
      .string()
      .optional()
      .describe("The purpose of the change, in a sentence. Recorded only."),
    old_string: z.string().min(1).describe("The text to replace, exactly as in the file."),
    new_string: z.string().describe('The replacement, different from old_string; "" deletes.'),
    allow_multiple: z.boolean().optional().describe("Replace every occurrence. Default: false."),
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
