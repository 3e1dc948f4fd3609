import { defineTool, ToolError, type ToolResult } from "@toolwright/core";
import { shownName } from "@toolwright/core/internal";
import { z } from "zod";
import { countOf, countText } from "./text/number-text.ts";
import {
  type FileSelection,
  type SelectionRequest,
  selectFiles,
} from "./ripgrep/file-selection.ts";
import { listFiles } from "./ripgrep/list-files.ts";
import { hasIgnoredFile, ignoredReason, unseenReason } from "./search-report/no-match.ts";
import { endNotes, joinNotes } from "./search-report/search-notes.ts";
import { assertArgument } from "./shell/assert-argument.ts";
import { treeReadEffects } from "./directory/tree-read.ts";

const DEFAULT_LIMIT = 200;
const MAX_LIMIT = 5_000;
const MAX_PATTERN_CHARACTERS = 1_000;
const MAX_NAME_CHARACTERS = 255;

/** Taken, and not worth its tokens in every request. */
const undeclared = { "x-undeclared": true };

const input = z.strictObject({
  pattern: z
    .string()
    .min(1)
    .max(MAX_PATTERN_CHARACTERS)
    .optional()
    .describe(
      '"*.ts" matches at any depth, "src/**/*.{ts,tsx}" from path on. Relative, without "..".',
    ),
  name_contains: z
    .string()
    .min(1)
    .max(MAX_NAME_CHARACTERS)
    .optional()
    .describe(
      "Text, no pattern, that the file's own name has in it (not its directories' names), as it is written unless ignore_case is true.",
    )
    .meta(undeclared),
  path: z
    .string()
    .min(1)
    .optional()
    .describe("Directory to search below. Default: the current one."),
  ignore_case: z
    .boolean()
    .optional()
    .describe("Upper and lower case letters are the same. Default: false.")
    .meta(undeclared),
  sort: z
    .enum(["path", "newest"])
    .optional()
    .describe('"newest": last modified first. Default: "path".'),
  limit: z
    .int()
    .min(1)
    .max(MAX_LIMIT)
    .optional()
    .describe(`Most files to show. Default: ${DEFAULT_LIMIT}.`),
  include_ignored: z
    .boolean()
    .optional()
    .describe("Also find ignored files and those in node_modules."),
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
    summary: "Finds files whose paths match a glob; answers with paths, one a line, and the total.",
    details: `Shows ${DEFAULT_LIMIT} files by default. Hidden files are found. Directories, links, ignored files and node_modules aren't, and .git isn't, unless path or the pattern's beginning names their directory.`,
    notes: [
      "{tool:search_text} searches in contents; {tool:list_directory} shows one directory.",
      "Protected files, such as .env, are neither shown nor counted.",
    ],
    samples: [
      { input: { pattern: "*.test.ts" }, note: "at any depth" },
      { input: { pattern: "src/**/*.{ts,tsx}", sort: "newest", limit: 20 } },
      { input: { name_contains: "readme", ignore_case: true, path: "packages" } },
    ],
  },
  category: "search",
  tags: ["glob", "find", "name", "path"],

  aliases: {
    glob: "pattern",
    dir_path: "path",
    directory: "path",
    uri: "path",
    no_ignore: "include_ignored",
  },
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
