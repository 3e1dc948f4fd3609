import { defineTool, type ToolContext } from "@toolwright/core";
import { z } from "zod";
import { languageGlob } from "./code/languages.ts";
import { mapDirectory } from "./code/map-directory.ts";
import type { Outline } from "./code/outline.ts";
import { outlineFile } from "./code/outline-file.ts";
import { symbolKinds } from "./code/symbol.ts";
import { treeReadEffects } from "./directory/tree-read.ts";
import { selectFiles } from "./ripgrep/file-selection.ts";

const FILE_LIMIT = 200;
const DIRECTORY_LIMIT = 100;
const MAX_LIMIT = 2_000;

const input = z.strictObject({
  path: z.string().min(1).optional().describe("File or directory. Default: the current directory."),
  limit: z
    .int()
    .min(1)
    .max(MAX_LIMIT)
    .optional()
    .describe(
      `Most symbols to show. Default: ${FILE_LIMIT} of a file, ${DIRECTORY_LIMIT} of a directory.`,
    ),
});

type Input = z.infer<typeof input>;

const output = z.strictObject({
  files: z
    .array(
      z.strictObject({
        path: z.string().describe("Relative to the workspace's root."),
        symbols: z
          .array(
            z.strictObject({
              kind: z.enum(symbolKinds).describe("What it is."),
              name: z.string().describe("Its own name, without those around it."),
              signature: z.string().describe("Its first lines, up to its body, as one line."),
              startLine: z.int().describe("First line, 1-based, with decorators."),
              endLine: z.int().describe("Last line."),
              depth: z.int().describe("How many symbols it is inside of."),
            }),
          )
          .describe("In the order of the file, each before those inside it."),
      }),
    )
    .describe("Files with symbols, by path."),
  isComplete: z.boolean().describe("Whether these are all symbols."),
});

type Output = z.infer<typeof output>;

/** Shows the symbols of a file, or the most important ones of a directory. */
export const outline = defineTool<Input, Input, Output>({
  name: "outline",
  title: "Outline",
  kind: "read",
  version: "1",
  exposure: "deferred",
  description: {
    summary:
      "Shows the symbols of a source file (classes, functions, types …) with their lines and signatures, or a map of a directory.",
    details:
      "A map has the symbols that most other files mention. Use it to learn a project's structure, or to find the lines to read in a large file. Parses, so it needs no build; finds no usages.",
    notes: ["{tool:search_text} finds text; {tool:list_directory} shows files of every kind."],
    samples: [
      { input: { path: "src/server.ts" } },
      { input: { path: "src", limit: 200 }, note: "a map" },
    ],
  },
  category: "code",
  tags: ["symbols", "structure", "map", "definitions", "repository", "tree-sitter"],
  aliases: { file_path: "path", dir_path: "path", directory: "path", uri: "path" },
  input,
  output,
  effects: ({ path = "." }, context) => treeReadEffects(path, context),
  async execute({ path = ".", limit }, context) {
    const { content, files, isComplete } = await outlineOf(path, limit, context);
    return {
      content,
      structured: {
        files: files.map((file) => ({ ...file, symbols: [...file.symbols] })),
        isComplete,
      },
    };
  },
});

/** Errors: those of reading the file or directory. */
async function outlineOf(
  path: string,
  limit: number | undefined,
  context: ToolContext,
): Promise<Outline> {
  const selection = await selectFiles(context.workspace, { path, patterns: [languageGlob] });
  if (selection === null || selection.isSingleFile) {
    return outlineFile(context, path, limit ?? FILE_LIMIT);
  }
  const { displayPath } = await context.workspace.resolve(path);
  return mapDirectory(context, selection, { name: displayPath, limit: limit ?? DIRECTORY_LIMIT });
}
