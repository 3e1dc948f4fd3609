import { defineTool, type Effect, type ToolContext, ToolError } from "@toolwright/core";
import type { Diagnosis } from "@toolwright/core/ports";
import { z } from "zod";
import { renderProblems, type ShownProblem, shownProblems } from "./diagnostics/render-problems.ts";
import { treeReadEffects } from "./directory/tree-read.ts";
import { problemsNote } from "./text/person-notes.ts";

const MAX_PATHS = 100;
const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 1_000;
const TIME_LIMIT_MS = 90_000;

const input = z.strictObject({
  paths: z
    .array(z.string().min(1))
    .min(1)
    .max(MAX_PATHS)
    .optional()
    .describe("Files or directories. Default: the whole current directory."),
  errors_only: z.boolean().optional().describe("Leave out warnings. Default: false."),
  limit: z
    .int()
    .min(1)
    .max(MAX_LIMIT)
    .optional()
    .describe(`Most problems to show. Default: ${DEFAULT_LIMIT}.`),
});

type Input = z.infer<typeof input>;

const output = z.strictObject({
  problems: z
    .array(
      z.strictObject({
        path: z.string().describe("Relative to the workspace's root."),
        line: z.int().describe("1-based."),
        column: z.int().describe("1-based."),
        severity: z.enum(["error", "warning"]).describe("How bad it is."),
        message: z.string().describe("In the checker's words."),
        source: z.string().describe("The checker and its code; may be empty."),
      }),
    )
    .describe("In the order of paths and lines, at most limit."),
  errors: z.int().describe("All errors, also those not shown."),
  warnings: z.int().describe("All warnings."),
  checkedFiles: z.int().describe("0 if a command checked a whole project."),
});

type Output = z.infer<typeof output>;

/** Shows errors and warnings through language servers, or a checking command where there is none. */
export const diagnostics = defineTool<Input, Input, Output>({
  name: "diagnostics",
  title: "Diagnostics",
  kind: "read",
  version: "1",
  exposure: "deferred",
  description: {
    summary: "Shows errors and warnings in source files, from the project's language servers.",
    details:
      "Grouped by file, with 1-based lines. Knows TypeScript, JavaScript, Python, Go, Rust, C and C++ where their server is installed, otherwise tsc, eslint, mypy or ruff. The first use starts the server, which may need approval.",
    notes: [
      "Not needed after each edit: a result of an edit tells new problems by itself once the server runs.",
      "Doesn't run tests or a build: use {tool:run_command}.",
    ],
    samples: [
      { input: {} },
      { input: { paths: ["src/app.ts"], errors_only: true } },
      { input: { paths: ["packages/core"], limit: 200 } },
    ],
  },
  needs: ["languageServers"],
  category: "code",
  tags: ["errors", "warnings", "lint", "typecheck", "problems", "compile", "lsp"],

  aliases: {
    path: { field: "paths", value: asList },
    file_path: { field: "paths", value: asList },
    uri: { field: "paths", value: asList },
    uris: "paths",
    files: "paths",
  },
  input,
  output,
  timeoutMs: TIME_LIMIT_MS,
  async effects({ paths = ["."] }, context): Promise<readonly Effect[]> {
    // A server reads the project, not only the file.
    const reads = await Promise.all(
      [...new Set([".", ...paths])].map((path) => treeReadEffects(path, context)),
    );
    return [...reads.flat(), ...(await context.serverStarts(paths, { isForProblems: true }))];
  },
  async execute({ paths = ["."], errors_only: errorsOnly, limit = DEFAULT_LIMIT }, context) {
    const diagnosis = await diagnose(paths, context);
    const problems = await shownProblems(diagnosis.problems, context.workspace, {
      withWarnings: errorsOnly !== true,
    });
    const count = (severity: ShownProblem["severity"]): number =>
      problems.filter((problem) => problem.severity === severity).length;
    const counts = { errors: count("error"), warnings: count("warning") };
    return {
      content: renderProblems(problems, diagnosis, limit),
      display: problemsNote(counts, context.language),
      structured: {
        problems: problems.slice(0, limit),
        ...counts,
        checkedFiles: diagnosis.checkedFiles,
      },
    };
  },
});

function asList(given: unknown): unknown {
  return typeof given === "string" ? [given] : given;
}

/** The editor's view of files where the host has one, and language servers for the rest. */
async function diagnose(
  paths: readonly string[],
  { workspace, host, languageServers }: ToolContext,
): Promise<Diagnosis> {
  const resolved = await Promise.all(paths.map(async (path) => workspace.resolve(path)));
  for (const [index, path] of paths.entries()) {
    const isMissing = resolved[index]?.isDirectory === undefined;
    if (isMissing && (await workspace.stat(path)) === null) await workspace.read(path);
  }
  const view = host.diagnostics?.bind(host);
  const isEditors = (index: number): boolean =>
    view !== undefined && resolved[index]?.isDirectory === false;
  const others = paths.filter((_, index) => !isEditors(index));
  if (others.length > 0 && languageServers === undefined) {
    throw new ToolError("tool-not-available", "This session has no language servers.");
  }
  const parts = await Promise.all([
    ...(others.length > 0 && languageServers ? [languageServers.diagnose(others)] : []),
    ...resolved
      .filter((_, index) => isEditors(index))
      .map(async ({ realPath }) => ({
        problems: ((await view?.(realPath)) ?? []).map((seen) => ({
          ...seen,
          path: realPath,
          column: 1,
          source: "",
        })),
        checkers: ["editor"],
        checkedFiles: 1,
        notes: [],
      })),
  ]);
  return {
    problems: parts.flatMap(({ problems }) => problems),
    checkers: [...new Set(parts.flatMap(({ checkers }) => checkers))],
    checkedFiles: parts.reduce((sum, { checkedFiles }) => sum + checkedFiles, 0),
    notes: parts.flatMap(({ notes }) => notes),
  };
}
