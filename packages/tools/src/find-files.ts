import { defineTool, ToolError, type ToolResult } from "@toolwright/core";
import { z } from "zod";
import { shownName } from "./names/shown-name.ts";
import { countOf, countText } from "./numbers/number-text.ts";
import { type FileSelection, selectFiles } from "./ripgrep/file-selection.ts";
import { listFiles } from "./ripgrep/list-files.ts";
import { hasIgnoredFile, ignoredReason, unseenReason } from "./search-report/no-match.ts";
import { endNotes, joinNotes } from "./search-report/search-notes.ts";
import { treeReadEffects } from "./tree-read/tree-read.ts";

const DEFAULT_LIMIT = 200;
const MAX_LIMIT = 5_000;
const MAX_PATTERN_CHARACTERS = 1_000;

const input = z.strictObject({
  pattern: z
    .string()
    .min(1)
    .max(MAX_PATTERN_CHARACTERS)
    .describe(
      'Glob over paths below path: "*" and "?" within a name, "**" over directories, "[a-z]", "{a,b}". Without a slash ("*.ts") it fits at any depth; with one ("src/**/*.ts", "./*.ts") from path on. Not absolute, and no "..".',
    ),
  path: z
    .string()
    .min(1)
    .optional()
    .describe(
      'Directory to look in, with everything below it. Default: ".", the current directory.',
    ),
  sort: z
    .enum(["path", "newest"])
    .optional()
    .describe(
      'Order of the result: by "path", or last modified first ("newest"). Default: "path".',
    ),
  limit: z
    .int()
    .min(1)
    .max(MAX_LIMIT)
    .optional()
    .describe(
      `Most files to show, 1 to ${countText(MAX_LIMIT)}. The total is told anyway. Default: ${DEFAULT_LIMIT}.`,
    ),
  include_ignored: z
    .boolean()
    .optional()
    .describe(
      "Also find what .gitignore and other ignore files leave out, and node_modules. Default: false.",
    ),
});

type Input = z.infer<typeof input>;

const output = z.strictObject({
  paths: z.array(z.string()).describe("Relative to the workspace's root, in the order asked for."),
  total: z.int().describe("How many files fit the pattern; more than paths when it was cut."),
  isComplete: z.boolean().describe("Every file that fits is in paths."),
});

type Output = z.infer<typeof output>;

/** Finds files by a glob over their paths. */
export const findFiles = defineTool<Input, Input, Output>({
  name: "find_files",
  title: "Find files",
  kind: "search",
  version: "1",
  description: {
    summary: "Finds files by name or path with a glob pattern; answers with paths, one a line.",
    details: `Shows at most ${DEFAULT_LIMIT} files unless limit says otherwise, and always the total. Hidden files are found; .git, node_modules, what ignore files leave out, directories and links are not.`,
    notes: [
      "To search in the files' contents, use the tool that searches text instead; to see what one directory holds, list it.",
      "Files that the permission rules protect (such as .env) are left out.",
    ],
    examples: [
      { input: { pattern: "*.test.ts" }, note: "at any depth" },
      { input: { pattern: "src/**/*.{ts,tsx}", sort: "newest", limit: 20 } },
      { input: { pattern: "package.json", path: "packages" } },
    ],
  },
  category: "search",
  tags: ["glob", "find", "name", "path"],
  input,
  output,
  effects: ({ path = "." }, context) => treeReadEffects(path, context),
  async execute(asked, context) {
    const request = {
      path: asked.path ?? ".",
      pattern: asked.pattern,
      includeIgnored: asked.include_ignored ?? false,
    };
    const selection = await selectFiles(context.workspace, request);
    if (selection === null) return nothing(asked, unseenReason);
    assertDirectory(asked, selection);
    const { files, total, unreadableNames, end } = await listFiles(context, selection, {
      order: asked.sort ?? "path",
      limit: asked.limit ?? DEFAULT_LIMIT,
    });
    if (files.length === 0 && end.reason === "done") {
      const isIgnored =
        !request.includeIgnored &&
        (await hasIgnoredFile({ path: request.path, glob: request.pattern }, context));
      return nothing(asked, isIgnored ? `what fits is ${ignoredReason} to see it` : null);
    }
    const isComplete = files.length === total && end.reason === "done";
    const notes = [
      isComplete
        ? `${countOf(total, "file")}.`
        : `${countText(files.length)} of ${countText(total)} files are shown; narrow the pattern or path, or raise limit (now ${asked.limit ?? DEFAULT_LIMIT}).`,
      unreadableNames > 0
        ? `${countOf(unreadableNames, "more name isn't", "more names aren't")} valid UTF-8, which no tool here can open.`
        : null,
      ...endNotes(end),
    ];
    return {
      content: `${files.map(({ path }) => shownName(path)).join("\n")}\n\n${joinNotes(notes)}`,
      structured: { paths: files.map(({ path }) => path), total, isComplete },
    };
  },
});

function assertDirectory(asked: Input, selection: FileSelection): void {
  if (!selection.isSingleFile) return;
  throw new ToolError(
    "input-invalid",
    `'${asked.path ?? "."}' is a file, not a directory: name the directory to look in.`,
  );
}

function nothing(asked: Input, reason: string | null): ToolResult<Output> {
  const where = `'${asked.pattern}' in '${asked.path ?? "."}'`;
  return {
    content: `No file fits ${where}${reason === null ? "" : `: ${reason}`}.`,
    structured: { paths: [], total: 0, isComplete: true },
  };
}
