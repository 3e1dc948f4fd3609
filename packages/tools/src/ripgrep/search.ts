import type { ToolContext } from "@toolwright/core";
import { plainText } from "@toolwright/sandbox/internal";
import { comparePaths } from "./path-order.ts";
import { maySee } from "../directory/tree-read.ts";
import { type FileSelection, withoutDot } from "./file-selection.ts";
import { createMatchCollector, type MatchedFile } from "./match-collector.ts";
import { pageOfMatches } from "./match-page.ts";
import { type CountedFile, createPathCollector } from "./path-collector.ts";
import { isStillThere, isThere } from "./recheck.ts";
import type { RipgrepEnd } from "./run-ripgrep.ts";
import { runSearch } from "./run-search.ts";
import { assertSearchTaken } from "./search-failure.ts";
import { createSearchMessages } from "./search-messages.ts";

/** An unordered search stops when it has more matching lines (or files) than this. */
export const MAX_COLLECTED = 2_000;

/** Lines around each match. */
export const MAX_CONTEXT = 20;

export interface SearchRequest {
  readonly pattern: string;
  readonly isLiteral: boolean;
  readonly ignoresCase: boolean;
  readonly isWord: boolean;
  readonly isMultiline: boolean;
  /** Lines around each match. */
  readonly before: number;
  readonly after: number;
  /** The limit for matching lines of one file; null for none. */
  readonly perFile: number | null;
  /** The number of lines (or files) to skip; undefined if any first ones will do. */
  readonly offset: number | undefined;
  /** The maximum number of lines (or files) to show. */
  readonly limit: number;
}

/** A part of the matches. */
export interface SearchPage<Found> {
  /** Sorted by path. */
  readonly files: readonly Found[];
  /** The number of matching lines in them, or of files. */
  readonly shown: number;
  /** The number of all matches; null if the search stopped before it was known. */
  readonly total: number | null;
  /** A lower bound for an unknown total. */
  readonly moreThan: number;
  readonly hasMore: boolean;
  /** False for an unordered part, which may differ next time. */
  readonly isStable: boolean;
  /** The number of files of which only the first lines were collected. */
  readonly fullFiles: number;
  /** Null if unknown. */
  readonly filesSearched: number | null;
  readonly end: RipgrepEnd;
}

/**
 * Matching lines. Errors of all searches here: `input-invalid` with ripgrep's own message for a bad
 * pattern, and for an unknown type; `tool-not-available` without ripgrep.
 */
export async function searchLines(
  context: ToolContext,
  selection: FileSelection,
  request: SearchRequest,
): Promise<SearchPage<MatchedFile>> {
  const places: Places = new Map();
  const run = await runInOrder(context, selection, request, async (part, options) => {
    const messages = createSearchMessages();
    const collected = createMatchCollector({
      ...part,
      perFile: request.perFile ?? Number.POSITIVE_INFINITY,
      fileOf: readableFile(context, selection, places),
      secretAround: context.secretAround,
    });
    // A thread holds back a file's matches until it has finished the file.
    const enough = part.passOver + part.keep + 1;
    const end = await runSearch(context, selection, {
      arguments: [
        "--json",
        "--max-count",
        String(Math.min(request.perFile ?? enough, enough)),
        "--before-context",
        String(request.before),
        "--after-context",
        String(request.after),
        ...options,
      ],
      onOutput: (chunk) => collected.take(messages.push(chunk)),
    });
    return { collected, end };
  });
  const { collected, passedOver } = run;
  const sorted = collected.files.toSorted((a, b) => comparePaths(a.path, b.path));
  const offset = request.offset ?? 0;
  const found = pageOfMatches(sorted, { ...request, offset: offset - passedOver });
  const files = await whereTrue(found.files, ({ path, lines }) =>
    isStillThere(context.workspace, places.get(path) ?? path, lines),
  );
  const page = {
    files: files.map(withoutTerminalCodes),
    shown: files.length === found.files.length ? found.shown : matchesIn(files),
  };
  return {
    ...page,
    ...extentOf(run, { offset, shown: page.shown, found: collected.matchCount }),
    fullFiles: collected.fullFiles,
    filesSearched: collected.filesSearched,
  };
}

/** Files with matching lines, with their number if `isCounting`. */
export async function searchFiles(
  context: ToolContext,
  selection: FileSelection,
  request: SearchRequest & { readonly isCounting: boolean },
): Promise<SearchPage<CountedFile>> {
  const places: Places = new Map();
  const run = await runInOrder(context, selection, request, async (part, options) => {
    const collected = createPathCollector({
      offset: part.passOver,
      limit: part.keep,
      hasCounts: request.isCounting,
      fileOf: readableFile(context, selection, places),
    });
    const what = request.isCounting ? "--count" : "--files-with-matches";
    const end = await runSearch(context, selection, {
      arguments: [what, "--with-filename", "--null", "--color", "never", ...options],
      onOutput: (chunk) => collected.take(chunk),
    });
    return { collected, end };
  });
  const { collected, passedOver } = run;
  const sorted = collected.files.toSorted((a, b) => comparePaths(a.path, b.path));
  const offset = request.offset ?? 0;
  const start = offset - passedOver;
  const files = await whereTrue(sorted.slice(start, start + request.limit), ({ path }) =>
    isThere(context.workspace, places.get(path) ?? path),
  );
  return {
    files,
    shown: files.length,
    ...extentOf(run, { offset, shown: files.length, found: sorted.length }),
    fullFiles: 0,
    filesSearched: null,
  };
}

/** The absolute paths of files, by shown path. */
type Places = Map<string, string>;

async function whereTrue<T>(
  list: readonly T[],
  holds: (item: T) => Promise<boolean>,
): Promise<readonly T[]> {
  const kept: T[] = [];
  for (const item of list) if (await holds(item)) kept.push(item);
  return kept;
}

/** Removes colours, as in logs, which cost a model tokens and tell it nothing. */
function withoutTerminalCodes(file: MatchedFile): MatchedFile {
  return { ...file, lines: file.lines.map((line) => ({ ...line, text: plainText(line.text) })) };
}

function matchesIn(files: readonly MatchedFile[]): number {
  return files.flatMap(({ lines }) => lines).filter(({ isMatch }) => isMatch).length;
}

/** The part of ripgrep's matches that a run keeps. */
interface Part {
  readonly passOver: number;
  readonly keep: number;
}

interface Run<Collected> {
  readonly collected: Collected;
  readonly end: RipgrepEnd;
}

interface OrderedRun<Collected> extends Run<Collected> {
  readonly passedOver: number;
  readonly isStable: boolean;
}

/**
 * ripgrep's threads return results in any order. If there aren't too many, all are collected and
 * sorted; otherwise the search stops. Sorting in ripgrep limits it to one thread, which is nearly
 * twice as slow, so only searches that continue page by page use it.
 */
async function runInOrder<Collected extends { readonly hasMore: boolean }>(
  context: ToolContext,
  selection: FileSelection,
  request: SearchRequest,
  run: (part: Part, options: readonly string[]) => Promise<Run<Collected>>,
): Promise<OrderedRun<Collected>> {
  const options = optionsOf(selection, request);
  const { offset = 0, limit } = request;
  const first = await run({ passOver: 0, keep: MAX_COLLECTED }, options);
  await assertSearchTaken(context, selection, first.end);
  const isInFirst = selection.isSingleFile && offset + limit <= MAX_COLLECTED;
  if (!first.collected.hasMore || isInFirst) return { ...first, passedOver: 0, isStable: true };
  if (request.offset === undefined) return { ...first, passedOver: 0, isStable: false };
  const second = await run({ passOver: offset, keep: limit }, ["--sort", "path", ...options]);
  return { ...second, passedOver: offset, isStable: true };
}

function optionsOf(selection: FileSelection, request: SearchRequest): readonly string[] {
  return [
    ...selection.arguments,
    request.ignoresCase ? "--ignore-case" : "--case-sensitive",
    ...(request.isLiteral ? ["--fixed-strings"] : []),
    ...(request.isWord ? ["--word-regexp"] : []),
    ...(request.isMultiline ? ["--multiline"] : []),
    // Lets `$` match before both kinds of line endings.
    "--crlf",
    `--regexp=${request.pattern}`,
  ];
}

interface Place {
  readonly offset: number;
  readonly shown: number;
  /** Without the skipped ones. */
  readonly found: number;
}

function extentOf(
  { collected, end, passedOver, isStable }: OrderedRun<{ readonly hasMore: boolean }>,
  { offset, shown, found }: Place,
): Pick<SearchPage<never>, "total" | "moreThan" | "hasMore" | "isStable" | "end"> {
  const known = passedOver + found;
  const isKnown = !collected.hasMore && (found > 0 || passedOver === 0);
  return {
    total: isKnown ? known : null,
    moreThan: Math.max(known, passedOver > 0 ? MAX_COLLECTED : 0),
    hasMore: collected.hasMore || offset + shown < (isKnown ? known : 0),
    isStable,
    end,
  };
}

/**
 * The shown path of a selected file, if the policy lets this call read it. A single file has its own
 * decision already.
 */
function readableFile(
  { workspace }: ToolContext,
  selection: FileSelection,
  places: Places,
): (name: string) => Promise<string | null> {
  return async (name) => {
    const file = selection.fileOf(name);
    places.set(file.path, file.absolutePath);
    if (selection.isSingleFile) return file.path;
    if (!selection.matches(withoutDot(name))) return null;
    return (await maySee(workspace, selection, file.absolutePath)) ? file.path : null;
  };
}
