import { ToolError } from "@toolwright/core";
import { z } from "zod";
import { explainEmptyText } from "../empty-text.ts";
import { toolAlias } from "../alias-tool.ts";
import type { ProfileTool } from "../profile-tool.ts";
import { uriOf } from "./uri-field.ts";

export const fullReplace: ProfileTool = toolAlias("write_file", {
  name: "edit_file_full_replace",
  description: {
    summary: "Replaces the whole content of a file.",
    details:
      "For small files and rewrites; to change a part use edit_file_search_replace, to make a new file create_file. The file keeps its encoding, line ends and permissions.",
    samples: [{ input: { uri: "docs/notes.md", new_content: "# Notes\n\n- first\n" } }],
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

export const createFile: ProfileTool = toolAlias("write_file", {
  name: "create_file",
  title: "Create file",
  description: {
    summary: "Makes a new file with content.",
    details:
      "It fails when there is a file of that name already: use edit_file_full_replace for that. Missing directories are made.",
    samples: [{ input: { uri: "src/new-thing.ts", content: "export const thing = 1;\n" } }],
  },
  input: z.strictObject({
    uri: uriOf("The file to make"),
    content: z.string().describe("Its content, usually with \\n at the end."),
  }),
  fields: { path: "uri", must_not_exist: null },
  toCanonical: ({ uri, content }) => ({ path: uri, content, must_not_exist: true }),
});

export const searchReplace: ProfileTool = toolAlias("edit_file", {
  name: "edit_file_search_replace",
  description: {
    summary: "Replaces a piece of text in a file by another, at exactly one place.",
    details:
      "search_replace is the text to look for, new_content what comes in its place. It must be in the file exactly once: take in the lines around it until it is.",
    notes: [
      "Copy the text as it is in the file, indentation included and without line numbers.",
      "When it isn't found, the answer shows the nearest places in the file.",
    ],
    samples: [
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

export const makeFolder: ProfileTool = toolAlias("make_directory", {
  name: "mkdir",
  description: {
    summary: "Makes a directory, and the directories on the way that aren't there yet.",
    details:
      "A directory that is there already is fine. Not needed before create_file, which makes them itself.",
    samples: [{ input: { uri: "src/new-feature" } }],
  },
  input: z.strictObject({ uri: uriOf("The directory to make") }),
  fields: { path: "uri" },
  toCanonical: ({ uri }) => ({ path: uri }),
});
