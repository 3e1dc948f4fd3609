import { defineTool, ToolError, type ToolResult } from "@toolwright/core";
import { shownName } from "@toolwright/core/internal";
import { z } from "zod";
import { countOf, countText } from "./text/number-text.ts";
import { foundNote } from "./text/person-notes.ts";
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

/** Accepted, but not worth its tokens in every request. */
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
      "Literal text in the file's own name, not in its directories' names. Case counts unless ignore_case is true.",
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
    .describe("Ignore upper and lower case. Default: false.")
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
  total: z.int().describe("How many files match; more than paths has if limit was reached."),
  isComplete: z.boolean().describe("Whether paths has every matching file."),
});

type Output = z.infer<typeof output>;

/** Finds files by a glob over their paths, or by a part of their names. */
export const findFiles = defineTool<Input, Input, Output>({
  name: "find_files",
  title: "Find files",
  kind: "search",
  version: "2",
  description: {
    summary: "Finds files whose paths match a glob. Returns one path per line, and the total.",
    details: `Shows ${DEFAULT_LIMIT} files by default. Includes hidden files. Skips directories, links, ignored files, node_modules and .git, unless path or the start of the pattern names their directory.`,
    notes: [
      "{tool:search_text} searches file contents; {tool:list_directory} shows one directory.",
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
        ? `${countOf(unreadableNames, "more name isn't", "more names aren't")} valid UTF-8; no tool here can open such files.`
        : null;
    if (files.length === 0) {
      const isIgnored =
        isWhole && request.includeIgnored !== true && (await hasIgnoredFile(request, context));
      const reason = isIgnored ? `every match is ${ignoredReason} to see it` : null;
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
    const structured = { paths: files.map(({ path }) => path), total, isComplete };
    return {
      content: `${files.map(({ path }) => shownName(path)).join("\n")}\n\n${joinNotes(notes)}`,
      display: foundNote(structured, context.language),
      structured,
    };
  },
});

/** Errors: `input-invalid` when nothing says what to find, and for a name that no file can have. */
function requestOf(asked: Input): SelectionRequest & { readonly path: string } {
  const { pattern, name_contains: nameContains, path = "." } = asked;
  if (pattern === undefined && nameContains === undefined) {
    throw new ToolError(
      "input-invalid",
      'pattern is missing: give a glob ("**" for every file), or name_contains.',
    );
  }
  if (pattern !== undefined) assertArgument("pattern", pattern);
  if (nameContains !== undefined && /[/\0]/.test(nameContains)) {
    throw new ToolError(
      "input-invalid",
      `name_contains '${nameContains.replaceAll("\0", String.raw`\0`)}' has a ${nameContains.includes("/") ? "slash" : "null character"}, which no file name can have. To search by directory give pattern, such as "src/**".`,
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

/** A leading `!` has no special meaning here. */
function asPlain(pattern: string): string {
  return pattern.startsWith("!") ? `\\${pattern}` : pattern;
}

function assertDirectory({ path }: SelectionRequest, selection: FileSelection): void {
  if (!selection.isSingleFile) return;
  throw new ToolError(
    "input-invalid",
    `'${path}' is a file, not a directory. Name the directory to search.`,
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
    pattern === undefined ? null : `matches '${pattern}'`,
    part === undefined ? null : `has '${part}' in its name`,
  ];
  const what = fits.filter((each) => each !== null).join(" and ");
  const said = `No file ${what} in '${path}'${reason === null ? "" : `: ${reason}`}.`;
  return {
    content: joinNotes([said, ...notes]),
    structured: { paths: [], total: 0, isComplete },
  };
}
