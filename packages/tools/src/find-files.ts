import { defineTool, shownName, ToolError, type ToolResult } from "@toolwright/core";
import { z } from "zod";
import { countOf, countText } from "./numbers/number-text.ts";
import {
  type FileSelection,
  type SelectionRequest,
  selectFiles,
} from "./ripgrep/file-selection.ts";
import { listFiles } from "./ripgrep/list-files.ts";
import { hasIgnoredFile, ignoredReason, unseenReason } from "./search-report/no-match.ts";
import { endNotes, joinNotes } from "./search-report/search-notes.ts";
import { assertArgument } from "./shell/assert-argument.ts";
import { treeReadEffects } from "./tree-read/tree-read.ts";

const DEFAULT_LIMIT = 200;
const MAX_LIMIT = 5_000;
const MAX_PATTERN_CHARACTERS = 1_000;
const MAX_NAME_CHARACTERS = 255;

const input = z.strictObject({
  pattern: z
    .string()
    .min(1)
    .max(MAX_PATTERN_CHARACTERS)
    .optional()
    .describe(
      'Glob over paths below path: "*" and "?" within a name, "**" over directories, "[a-z]", "{a,b}". Without a slash ("*.ts") it fits at any depth; with one ("src/**/*.ts", "./*.ts") from path on. Not absolute, and no "..". This or name_contains is needed; with both, both must fit.',
    ),
  name_contains: z
    .string()
    .min(1)
    .max(MAX_NAME_CHARACTERS)
    .optional()
    .describe(
      "Text, no pattern, that the file's own name has in it (not its directories' names), as it is written unless ignore_case is true.",
    ),
  path: z
    .string()
    .min(1)
    .optional()
    .describe(
      'Directory to look in, with everything below it. Default: ".", the current directory.',
    ),
  ignore_case: z
    .boolean()
    .optional()
    .describe("Upper and lower case letters are the same. Default: false."),
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
  total: z.int().describe("How many files fit; more than paths when it was cut."),
  isComplete: z.boolean().describe("Every file that fits is in paths."),
});

type Output = z.infer<typeof output>;

/** Finds files by a glob over their paths, or by a part of their names. */
export const findFiles = defineTool<Input, Input, Output>({
  name: "find_files",
  title: "Find files",
  kind: "search",
  version: "2",
  description: {
    summary:
      "Finds files by a glob over their paths or a part of their names; answers with paths, one a line.",
    details: `Shows at most ${DEFAULT_LIMIT} files unless limit says otherwise, and always the total. Hidden files are found; node_modules, what ignore files leave out, directories and links are not, nor is .git unless path or the pattern's beginning is in it.`,
    notes: [
      "To search in the files' contents, use the tool that searches text instead; to see what one directory holds, list it.",
      "Files that the permission rules protect (such as .env) are neither shown nor counted.",
    ],
    samples: [
      { input: { pattern: "*.test.ts" }, note: "at any depth" },
      { input: { pattern: "src/**/*.{ts,tsx}", sort: "newest", limit: 20 } },
      { input: { name_contains: "readme", ignore_case: true, path: "packages" } },
    ],
  },
  category: "search",
  tags: ["glob", "find", "name", "path"],
  input,
  output,
  effects: ({ path = "." }, context) => treeReadEffects(path, context),
  async execute(asked, context) {
    const request = requestOf(asked);
    const limit = asked.limit ?? DEFAULT_LIMIT;
    const selection = await selectFiles(context.workspace, request);
    if (selection === null) return nothing(asked, unseenReason);
    assertDirectory(request, selection);
    const order = asked.sort ?? "path";
    const { files, total, unreadableNames, end } = await listFiles(context, selection, {
      order,
      limit,
    });
    const isWhole = end.reason === "done";
    const unreadable =
      unreadableNames > 0
        ? `${countOf(unreadableNames, "more name isn't", "more names aren't")} valid UTF-8, which no tool here can open.`
        : null;
    if (files.length === 0) {
      const isIgnored =
        isWhole && request.includeIgnored !== true && (await hasIgnoredFile(request, context));
      const reason = isIgnored ? `what fits is ${ignoredReason} to see it` : null;
      return nothing(asked, reason, [unreadable, ...endNotes(end)], isWhole);
    }
    const isComplete = files.length === total && isWhole;
    const notes = [
      isComplete
        ? `${countOf(total, "file")}.`
        : `${countText(files.length)} of ${countText(total)} files are shown; narrow the pattern or path, or raise limit (now ${limit}).`,
      unreadable,
      ...endNotes(end),
    ];
    return {
      content: `${files.map(({ path }) => shownName(path)).join("\n")}\n\n${joinNotes(notes)}`,
      structured: { paths: files.map(({ path }) => path), total, isComplete },
    };
  },
});

/** Errors: `input-invalid` when nothing says what to find, and for a name that no file can have. */
function requestOf(asked: Input): SelectionRequest & { readonly path: string } {
  const { pattern, name_contains: nameContains, path = "." } = asked;
  if (pattern === undefined && nameContains === undefined) {
    throw new ToolError(
      "input-invalid",
      'Nothing says what to find: give pattern (a glob; "**" for every file) or name_contains.',
    );
  }
  if (pattern !== undefined) assertArgument("pattern", pattern);
  if (nameContains !== undefined && /[/\0]/.test(nameContains)) {
    throw new ToolError(
      "input-invalid",
      `name_contains '${nameContains.replaceAll("\0", String.raw`\0`)}' has a ${nameContains.includes("/") ? "slash" : "null character"}, which no file's name has. To find by directories give pattern, as "src/**".`,
    );
  }
  return {
    path,
    patterns: pattern === undefined ? undefined : [asPlain(pattern)],
    nameContains,
    ignoresCase: asked.ignore_case ?? false,
    includeIgnored: asked.include_ignored ?? false,
  };
}

/** Here a `!` at the beginning is a character like any other. */
function asPlain(pattern: string): string {
  return pattern.startsWith("!") ? `\\${pattern}` : pattern;
}

function assertDirectory({ path }: SelectionRequest, selection: FileSelection): void {
  if (!selection.isSingleFile) return;
  throw new ToolError(
    "input-invalid",
    `'${path}' is a file, not a directory: name the directory to look in.`,
  );
}

function nothing(
  asked: Input,
  reason: string | null,
  notes: readonly (string | null)[] = [],
  isComplete = true,
): ToolResult<Output> {
  const { pattern, name_contains: part, path = "." } = asked;
  const fits = [
    pattern === undefined ? null : `fits '${pattern}'`,
    part === undefined ? null : `has '${part}' in its name`,
  ];
  const what = fits.filter((each) => each !== null).join(" and ");
  const said = `No file ${what} in '${path}'${reason === null ? "" : `: ${reason}`}.`;
  return {
    content: joinNotes([said, ...notes]),
    structured: { paths: [], total: 0, isComplete },
  };
}
