import { defineTool, write } from "@toolwright/core";
import { z } from "zod";
import { phrase } from "./language/phrase.ts";

const input = z.strictObject({
  path: z.string().min(1).describe("Directory to make."),
});

type Input = z.infer<typeof input>;

const output = z.strictObject({
  path: z.string().describe("Relative to the workspace's root."),
  isNew: z.boolean().describe("False if the directory already existed."),
});

type Output = z.infer<typeof output>;

interface Prepared {
  readonly path: string;
  readonly displayPath: string;
  readonly exists: boolean;
}

/** Makes a directory. */
export const makeDirectory = defineTool<Input, Prepared, Output>({
  name: "make_directory",
  title: "Make directory",
  kind: "edit",
  version: "1",
  exposure: "deferred",
  description: {
    summary: "Makes a directory, and its missing parent directories.",
    details: "Needed only for empty directories: writing a file makes its directories.",
    samples: [{ input: { path: "src/generated" } }],
  },
  category: "files",
  tags: ["mkdir", "folder", "create"],

  aliases: { dir_path: "path", directory: "path", uri: "path" },
  input,
  output,
  effects: ({ path }) => [write(path)],
  async prepare({ path }, { workspace, language }) {
    const { displayPath, isDirectory } = await workspace.resolve(path);
    const exists = isDirectory === true;
    return {
      summary: language.say(
        exists
          ? phrase("Leave {path} as it is", { path: displayPath })
          : phrase("Make directory {path}", { path: displayPath }),
      ),
      effects: exists ? [] : [write(path, "create")],
      prepared: { path, displayPath, exists },
    };
  },
  async execute({ path, displayPath, exists }, { workspace }) {
    const isNew = !exists && (await workspace.makeDirectory(path));
    return {
      content: isNew
        ? `Made the directory '${displayPath}'.`
        : `The directory '${displayPath}' already exists; nothing was made.`,
      structured: { path: displayPath, isNew },
    };
  },
});
