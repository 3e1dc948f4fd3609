import { defineTool, read, type ToolContext, ToolError, type ToolResult } from "@toolwright/core";
import type { Language } from "@toolwright/core/internal";
import { z } from "zod";
import {
  type AskedFile,
  type AskedFiles,
  findAskedFiles,
  globBase,
  isAboutPath,
} from "./ripgrep/asked-files.ts";
import { type FileBeginning, readBeginning } from "./file-view/read-beginning.ts";
import { countOf, countText, sizeText } from "./text/number-text.ts";
import { readManyNote } from "./text/person-notes.ts";
import { treeReadEffects } from "./directory/tree-read.ts";

const MAX_PATHS = 100;
const MAX_FILES = 200;
const MAX_LINES_PER_FILE = 2_000;
const DEFAULT_BYTES_PER_FILE = 20_000;

/** For all lines together. With numbers, headers and notes the result stays below 100 kB. */
const MAX_TEXT_BYTES = 70_000;
/** If less of the limit is left, the next file is only named. */
const MIN_BYTES = 500;

const MAX_NAMED = 50;

const input = z.strictObject({
  paths: z
    .array(z.string().min(1))
    .min(1)
    .max(MAX_PATHS)
    .describe('Paths or globs: "src/**/*.ts" below the current directory, "*.md" at any depth.'),
  max_bytes_per_file: z
    .int()
    .min(MIN_BYTES)
    .max(MAX_TEXT_BYTES)
    .optional()
    .describe(`How many bytes of each to show. Default: ${countText(DEFAULT_BYTES_PER_FILE)}.`),
  unless_changed: z
    .boolean()
    .optional()
    .describe("Only name files that have not changed since you last saw them."),
});

type Input = z.infer<typeof input>;

const output = z.strictObject({
  files: z
    .array(
      z.strictObject({
        path: z.string().describe("Relative to the workspace's root."),
        endLine: z.int().describe("Number of the last line shown; 0 when the file is empty."),
        totalLines: z.int().nullable().describe("Null when the file is too large to count."),
        isWhole: z.boolean().describe("Whether all of it is shown."),
        version: z.string().describe("Identifies the file's contents at this moment."),
      }),
    )
    .describe("The files shown, in the order asked for."),
  leftOut: z
    .array(
      z.strictObject({
        path: z.string().describe("Relative to the workspace's root."),
        reason: z.string().describe("Why it is not shown."),
      }),
    )
    .describe("Files that are not shown."),
  unchanged: z
    .array(z.string())
    .optional()
    .describe(
      "With unless_changed: files that have not changed since they were last read or written.",
    ),
  isComplete: z.boolean().describe("Whether every file is shown in full."),
});

type Output = z.infer<typeof output>;

/** Reads several text files at once. */
export const readManyFiles = defineTool<Input, Input, Output>({
  name: "read_many_files",
  title: "Read many files",
  kind: "read",
  version: "1",
  exposure: "deferred",
  description: {
    summary: "Reads several text files at once, named by paths or globs, with line numbers.",
    details: `Shows ${countText(DEFAULT_BYTES_PER_FILE)} bytes of each file by default and ${sizeText(MAX_TEXT_BYTES)} in all; files that don't fit are named. Globs skip ignored and protected files, node_modules and links.`,
    notes: ["For part of a file use {tool:read_file}; to find text use {tool:search_text}."],
    samples: [
      { input: { paths: ["package.json", "src/index.ts"] } },
      { input: { paths: ["docs/**/*.md"], max_bytes_per_file: 2_000 }, note: "the beginnings" },
    ],
  },
  category: "files",
  tags: ["cat", "open", "view", "glob", "several"],
  input,
  output,
  async effects({ paths }, context) {
    const claims = paths.map(async (path) => {
      const glob = globBase(path);
      return glob === null ? [read(path)] : treeReadEffects(glob.base, context);
    });
    return (await Promise.all(claims)).flat();
  },
  async execute(given, context) {
    const { paths, max_bytes_per_file: perFile = DEFAULT_BYTES_PER_FILE } = given;
    const asked = await findAskedFiles(context, paths, MAX_FILES);
    const unchanged =
      given.unless_changed === true ? await unchangedAmong(context, asked.files) : noFiles;
    const files = asked.files.filter((file) => !unchanged.has(file));
    const report = {
      ...(await readInto(context, files, perFile)),
      unchanged: [...unchanged].map(({ shown }) => shown),
    };
    if (
      unchanged.size === 0 &&
      report.shown.length === 0 &&
      report.leftOut.length === 0 &&
      asked.beyondLimit === 0
    ) {
      throw new ToolError("file-not-found", asked.problems.join("\n"));
    }
    return resultOf(asked, report, context.language);
  },
});

interface ShownFile extends FileBeginning {
  readonly shown: string;
}

interface Report {
  readonly shown: readonly ShownFile[];
  readonly leftOut: readonly { readonly path: string; readonly reason: string }[];
  readonly unchanged: readonly string[];
}

const noFiles: ReadonlySet<AskedFile> = new Set();

/** The files that have not changed since the session last saw them. */
async function unchangedAmong(
  { workspace }: ToolContext,
  files: readonly AskedFile[],
): Promise<ReadonlySet<AskedFile>> {
  const unchanged = new Set<AskedFile>();
  for (const file of files) {
    const known = await workspace.knownVersion(file.path);
    if (known === null) continue;
    try {
      if ((await workspace.version(file.path)) === known) unchanged.add(file);
    } catch (thrown) {
      // Reading the file reports the problem.
      if (!isAboutPath(thrown)) throw thrown;
    }
  }
  return unchanged;
}

async function readInto(
  { workspace, signal }: ToolContext,
  files: readonly AskedFile[],
  perFile: number,
): Promise<Omit<Report, "unchanged">> {
  const shown: ShownFile[] = [];
  const leftOut: { path: string; reason: string }[] = [];
  let room = MAX_TEXT_BYTES;
  for (const file of files) {
    signal.throwIfAborted();
    try {
      if (room < MIN_BYTES) {
        const size = (await workspace.stat(file.path))?.size;
        const howLarge = size === undefined ? "" : `, ${sizeText(size)}`;
        leftOut.push({ path: file.shown, reason: `the limit is reached${howLarge}` });
        continue;
      }
      const limits = { maxLines: MAX_LINES_PER_FILE, maxBytes: Math.min(perFile, room) };
      const found = await readBeginning(workspace, file.path, limits);
      if ("kind" in found) {
        const { kind, size } = found;
        leftOut.push({ path: file.shown, reason: `not text but ${kind}, ${sizeText(size)}` });
        continue;
      }
      shown.push({ ...found, shown: file.shown });
      // Long paths count as well.
      room -= Buffer.byteLength(found.text) + Buffer.byteLength(file.shown);
      workspace.noteRead(file.path, found.version);
    } catch (thrown) {
      if (!isAboutPath(thrown)) throw thrown;
      leftOut.push({ path: file.shown, reason: thrown.message });
    }
  }
  return { shown, leftOut };
}

function resultOf(
  { problems, beyondLimit }: AskedFiles,
  { shown, leftOut, unchanged }: Report,
  language: Language,
): ToolResult<Output> {
  const named = leftOut
    .slice(0, MAX_NAMED)
    .map(({ path, reason }) => (reason.includes(path) ? `- ${reason}` : `- ${path}: ${reason}`));
  const unnamed = leftOut.length - named.length + beyondLimit;
  const notes = [
    ...(unchanged.length === 0
      ? []
      : [
          "Unchanged since you last read or wrote them in this session, so not shown:",
          ...unchanged.map((path) => `- ${path}`),
        ]),
    ...(named.length === 0 ? [] : ["Not shown:", ...named]),
    ...(unnamed === 0 ? [] : [`- and ${countOf(unnamed, "more file")}: narrow the globs.`]),
    ...problems,
  ];
  const blocks = shown.map((file) => `${headerOf(file)}\n${file.text || "(empty)"}`);
  return {
    content: [...blocks, ...(notes.length === 0 ? [] : [`(${notes.join("\n")})`])].join("\n\n"),
    display: readManyNote({ shown, leftOut }, language),
    structured: {
      files: shown.map(({ shown: path, endLine, totalLines, hasMore, isCut, version }) => ({
        path,
        endLine,
        totalLines,
        isWhole: !hasMore && !isCut,
        version,
      })),
      leftOut: [...leftOut],
      ...(unchanged.length > 0 && { unchanged: [...unchanged] }),
      isComplete: notes.length === 0 && shown.every(({ hasMore, isCut }) => !hasMore && !isCut),
    },
  };
}

function headerOf({ shown, endLine, totalLines, hasMore, size }: ShownFile): string {
  if (!hasMore) return `==> ${shown} <==`;
  const total =
    totalLines === null ? `the first of ${sizeText(size)}` : `of ${countText(totalLines)}`;
  return `==> ${shown}: lines 1 to ${endLine} ${total}; read this file alone with offset: ${endLine + 1} for more <==`;
}
