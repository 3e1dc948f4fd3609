import type { ToolContext } from "@toolwright/core";
import type { FileSelection } from "./file-selection.ts";
import { createMatchCollector, type MatchCollector } from "./match-collector.ts";
import { createPathCollector, type PathCollector } from "./path-collector.ts";
import { type RipgrepEnd, runRipgrep } from "./run-ripgrep.ts";
import { assertPatternTaken } from "./search-failure.ts";
import { createSearchMessages } from "./search-messages.ts";
import { maySee } from "../tree-read/tree-read.ts";

export interface SearchRequest {
  readonly pattern: string;
  readonly isLiteral: boolean;
  readonly ignoresCase: boolean;
  /** Lines around each match. */
  readonly context: number;
  /** How many lines (or files) to pass over, and to show at most. */
  readonly offset: number;
  readonly limit: number;
}

export interface SearchEnd<Collected> {
  readonly collected: Collected;
  readonly end: RipgrepEnd;
}

/**
 * Matching lines. Errors of all searches here: `input-invalid` with ripgrep's own words for a bad
 * pattern, `tool-not-available` without ripgrep.
 */
export function searchLines(
  context: ToolContext,
  selection: FileSelection,
  request: SearchRequest,
): Promise<SearchEnd<MatchCollector>> {
  return inStableOrder(selection, request, async (options) => {
    const messages = createSearchMessages();
    const collected = createMatchCollector({
      ...request,
      fileOf: readableFile(context, selection),
    });
    const end = await runRipgrep(context, {
      cwd: selection.cwd,
      arguments: [
        "--json",
        // A thread holds back what it has of a file until it is through with it.
        "--max-count",
        String(request.offset + request.limit + 1),
        ...(request.context > 0 ? ["--context", String(request.context)] : []),
        ...options,
      ],
      onOutput: (chunk) => collected.take(messages.push(chunk)),
    });
    return { collected, end };
  });
}

/** Files with matching lines, and how many when `isCounting`. */
export function searchFiles(
  context: ToolContext,
  selection: FileSelection,
  request: SearchRequest & { readonly isCounting: boolean },
): Promise<SearchEnd<PathCollector>> {
  return inStableOrder(selection, request, async (options) => {
    const collected = createPathCollector({
      ...request,
      hasCounts: request.isCounting,
      fileOf: readableFile(context, selection),
    });
    const what = request.isCounting ? "--count" : "--files-with-matches";
    const end = await runRipgrep(context, {
      cwd: selection.cwd,
      arguments: [what, "--with-filename", "--null", "--color", "never", ...options],
      onOutput: (chunk) => collected.take(chunk),
    });
    return { collected, end };
  });
}

/** Whether the selection has any file at all. */
export async function hasAnyFile(context: ToolContext, selection: FileSelection): Promise<boolean> {
  const fileOf = readableFile(context, selection);
  const collected = createPathCollector({ offset: 0, limit: 0, hasCounts: false, fileOf });
  await runRipgrep(context, {
    cwd: selection.cwd,
    arguments: ["--files", "--null", ...selection.arguments, "--", selection.target],
    onOutput: (chunk) => collected.take(chunk),
  });
  return collected.hasMore;
}

/**
 * ripgrep's threads give results in any order. When all of them are shown that doesn't matter;
 * when only some are, it runs again in the order of paths, which is slower but gives the same
 * results each time, and so lets a next call go on where this one stopped.
 */
async function inStableOrder<Collected extends { readonly hasMore: boolean }>(
  selection: FileSelection,
  request: SearchRequest,
  run: (options: readonly string[]) => Promise<SearchEnd<Collected>>,
): Promise<SearchEnd<Collected>> {
  const options = [
    ...selection.arguments,
    request.ignoresCase ? "--ignore-case" : "--case-sensitive",
    ...(request.isLiteral ? ["--fixed-strings"] : []),
    // `$` then matches before the line ends of both kinds.
    "--crlf",
    `--regexp=${request.pattern}`,
    "--",
    selection.target,
  ];
  const isOrdered = selection.isSingleFile;
  let result = await run(request.offset > 0 ? ["--sort", "path", ...options] : options);
  assertPatternTaken(result.end);
  if (result.collected.hasMore && request.offset === 0 && !isOrdered) {
    result = await run(["--sort", "path", ...options]);
  }
  return result;
}

/**
 * The path to show of a file that is selected and that the policy lets this call read. A single
 * file was decided on by itself.
 */
function readableFile(
  { workspace }: ToolContext,
  selection: FileSelection,
): (name: string) => Promise<string | null> {
  return async (name) => {
    const file = selection.fileOf(name);
    if (file === null) return null;
    const isSeen =
      selection.isSingleFile || (await maySee(workspace, selection, file.absolutePath));
    return isSeen ? file.path : null;
  };
}
