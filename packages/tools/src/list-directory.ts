import { defineTool, type ToolResult } from "@toolwright/core";
import { shownName } from "@toolwright/core/internal";
import { z } from "zod";
import { type ListedEntry, listTree } from "./directory/list-tree.ts";
import { renderTree } from "./directory/render-tree.ts";
import { findSeenPaths } from "./directory/seen-paths.ts";
import { countOf, countText } from "./text/number-text.ts";
import { listedNote } from "./text/person-notes.ts";
import { treeReadEffects } from "./directory/tree-read.ts";

const MAX_DEPTH = 10;
const MAX_ENTRIES = 1_000;

const input = z.strictObject({
  path: z.string().min(1).optional().describe("Directory. Default: the current one."),
  depth: z.int().min(1).max(MAX_DEPTH).optional().describe("How many levels to show. Default: 1."),
  hide_ignored: z.boolean().optional().describe("Skip .git, node_modules and ignored entries."),
});

type Input = z.infer<typeof input>;

const output = z.strictObject({
  path: z.string().describe("Relative to the workspace's root."),
  entries: z
    .array(
      z.strictObject({
        path: z.string().describe("Relative to the listed directory."),
        kind: z.enum(["file", "directory", "link", "other"]).describe("Links are not followed."),
        size: z.int().optional().describe("A file's size in bytes."),
        target: z
          .string()
          .optional()
          .describe("A link's target: a path of the workspace, or why there is none."),
      }),
    )
    .describe("Directories first, then by name; each directory before its contents."),
  isComplete: z.boolean().describe("Whether every entry down to the depth is listed."),
});

type Output = z.infer<typeof output>;

/** Lists a directory as a tree. */
export const listDirectory = defineTool<Input, Input, Output>({
  name: "list_directory",
  title: "List directory",
  kind: "read",
  version: "1",
  description: {
    summary: "Lists a directory: directories first, then files with their sizes.",
    details:
      "Includes hidden and ignored entries. Shows where links lead. Below the first level, .git and node_modules are not opened.",
    notes: ["{tool:find_files} finds files by name anywhere below a directory."],
    samples: [
      { input: { path: "src" } },
      { input: { depth: 3, hide_ignored: true }, note: "the project's layout" },
    ],
  },
  category: "files",
  tags: ["ls", "tree", "folder"],

  aliases: { dir_path: "path", directory: "path", uri: "path" },
  input,
  output,
  effects: ({ path = "." }, context) => treeReadEffects(path, context),
  async execute(
    { path = ".", depth = 1, hide_ignored: hidesIgnored = false },
    context,
  ): Promise<ToolResult<Output>> {
    const { workspace } = context;
    const { displayPath } = await workspace.resolve(path);
    const seen = hidesIgnored ? await findSeenPaths(context, path, depth) : null;
    const { root, entries, leftOut, unwanted } = await listTree(workspace, path, {
      depth,
      maxEntries: MAX_ENTRIES,
      // The search for ignored files skips links, so links are always wanted.
      ...(seen !== null && {
        isWanted: (entry, kind) => kind === "link" || kind === "other" || seen.has(entry),
      }),
    });
    const shown = entries.length === 0 ? "(empty)" : renderTree(root);
    const notes = [
      ...(leftOut > 0
        ? [
            `${countText(entries.length)} entries are shown. ${countText(leftOut)} more, and the contents of directories marked …, were left out. List those directories separately.`,
          ]
        : []),
      ...(unwanted > 0
        ? [
            `${countOf(unwanted, "ignored or empty entry is", "ignored or empty entries are")} hidden; hide_ignored: false shows them.`,
          ]
        : []),
    ];
    const note = notes.length === 0 ? "" : `\n\n(${notes.join(" ")})`;
    const isComplete =
      leftOut === 0 && unwanted === 0 && !entries.some((entry) => entry.notOpened === "protected");
    return {
      content: `${shownName(displayPath)}:\n${shown}${note}`,
      display: listedNote(entries, isComplete, context.language),
      structured: { path: displayPath, entries: entries.map(structuredEntry), isComplete },
    };
  },
});

function structuredEntry({ path, kind, size, target }: ListedEntry): Output["entries"][number] {
  return {
    path,
    kind,
    ...(size !== null && { size }),
    ...(target !== null && { target }),
  };
}
