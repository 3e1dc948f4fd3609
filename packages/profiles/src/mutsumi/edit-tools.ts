import { ToolError } from "@toolwright/core";
import { z } from "zod";
import { explainEmptyText } from "../empty-text.ts";
import { toolAlias } from "../alias-tool.ts";
import type { ProfileTool } from "../profile-tool.ts";
import { uriOf } from "./uri-field.ts";

export const fullReplace: ProfileTool = toolAlias("write_file", {
  name: "edit_file_full_replace",
  description: {
    summary: "Replaces the whole contents of a file.",
    details:
      "For small files and rewrites. To change part of a file use edit_file_search_replace; for a new file use create_file. The file keeps its encoding, line endings and permissions.",
    samples: [{ input: { uri: "docs/notes.md", new_content: "# Notes\n\n- first\n" } }],
    important: ["Read the file before replacing it, or the call fails."],
  },
  input: z.strictObject({
    uri: uriOf("The file to replace"),
    new_content: z.string().describe("The whole new contents, usually ending in \\n."),
  }),
  fields: { path: "uri", content: "new_content" },
  toCanonical: ({ uri, new_content }) => ({ path: uri, content: new_content }),
  assertMeant({ effects }, { uri }) {
    if (!effects.some((effect) => effect.type === "write" && effect.operation === "create")) return;
    throw new ToolError(
      "file-not-found",
      `The file '${uri}' does not exist. Check the path, or make a new file with create_file.`,
    );
  },
});

export const createFile: ProfileTool = toolAlias("write_file", {
  name: "create_file",
  title: "Create file",
  description: {
    summary: "Makes a new file with the given contents.",
    details:
      "Fails if the file exists; replace it with edit_file_full_replace. Makes missing directories.",
    samples: [{ input: { uri: "src/new-thing.ts", content: "export const thing = 1;\n" } }],
  },
  input: z.strictObject({
    uri: uriOf("The file to make"),
    content: z.string().describe("Its contents, usually ending in \\n."),
  }),
  fields: { path: "uri", must_not_exist: null },
  toCanonical: ({ uri, content }) => ({ path: uri, content, must_not_exist: true }),
});

export const searchReplace: ProfileTool = toolAlias("edit_file", {
  name: "edit_file_search_replace",
  description: {
    summary: "Replaces text in a file at exactly one place.",
    details:
      "Replaces search_replace by new_content. search_replace must occur exactly once in the file: include surrounding lines to make it unique.",
    notes: [
      "Copy the text exactly from the file, with indentation and without line numbers.",
      "If it isn't found, the error shows the nearest places in the file.",
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
    important: ["Read the file before editing it, or the call fails."],
  },
  input: z.strictObject({
    uri: uriOf("The file to change"),
    search_replace: z.string().min(1).describe("The text to replace, exactly as in the file."),
    new_content: z.string().describe('The replacement, different from search_replace; "" deletes.'),
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
    summary: "Makes a directory, and its missing parent directories.",
    details:
      "An existing directory is fine. Not needed before create_file, which makes directories itself.",
    samples: [{ input: { uri: "src/new-feature" } }],
  },
  input: z.strictObject({ uri: uriOf("The directory to make") }),
  fields: { path: "uri" },
  toCanonical: ({ uri }) => ({ path: uri }),
});
