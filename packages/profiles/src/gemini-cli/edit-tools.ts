import { z } from "zod";
import { explainEmptyText } from "../empty-text.ts";
import { toolAlias } from "../alias-tool.ts";
import type { ProfileTool } from "../profile-tool.ts";
import { filePath } from "./file-path.ts";

export const write: ProfileTool = toolAlias("write_file", {
  name: "write_file",
  description: {
    summary: "Writes the complete content of a file; missing directories are made.",
    details:
      "Best for new and small files: to change a part of a file use replace. What is replaced keeps its encoding and permissions.",
    samples: [{ input: { file_path: "docs/notes.md", content: "# Notes\n\n- first\n" } }],
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

export const replace: ProfileTool = toolAlias("edit_file", {
  name: "replace",
  description: {
    summary: "Replaces a piece of text in a file by another.",
    details:
      "old_string must be in the file exactly once, unless allow_multiple is true: take in some three lines before and after the change. To create a file use write_file.",
    notes: [
      "Both texts are literal: don't escape them, and leave nothing out of new_string.",
      "When old_string isn't found, the answer shows the nearest places in the file.",
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
