import { defineTool, read, type ToolContext, type ToolResult } from "@toolwright/core";
import { shownName } from "@toolwright/core/internal";
import type { FileStat } from "@toolwright/core/ports";
import { z } from "zod";
import { binaryKind } from "./text-file/binary-kind.ts";
import { openContent } from "./text-file/open-text.ts";
import { type TextFacts, textFactsOf } from "./text-file/text-facts.ts";
import { type GitState, gitStateOf, gitStateTexts } from "./git/git-state.ts";
import { countOf, countText, sizeText } from "./text/number-text.ts";
import { MAX_BYTES_TO_COUNT } from "./text-file/text-bytes.ts";

const input = z.strictObject({
  path: z.string().min(1).describe("File or directory."),
});

type Input = z.infer<typeof input>;

const output = z.strictObject({
  path: z.string().describe("Relative to the workspace's root."),
  kind: z
    .enum(["text", "binary", "directory", "other"])
    .describe("What is there, a link followed; other: a device, FIFO or socket."),
  format: z.string().optional().describe("Of a binary file: what its first bytes show."),
  size: z.int().optional().describe("Of a file, in bytes."),
  entries: z.int().optional().describe("Of a directory: how many it holds directly."),
  lines: z
    .int()
    .nullable()
    .optional()
    .describe(
      `Of a text; null when it has more than ${sizeText(MAX_BYTES_TO_COUNT)} and wasn't counted.`,
    ),
  encoding: z.string().optional().describe('Of a text: "utf-8", "utf-16le", a legacy encoding.'),
  byteOrderMark: z.boolean().optional().describe("Of a text: it begins with a byte order mark."),
  lineEnd: z
    .enum(["LF", "CRLF", "CR", "mixed", "none"])
    .optional()
    .describe("Of a text; of a large one what its beginning shows."),
  finalNewline: z.boolean().optional().describe("Of a text: its last line has a line end."),
  mode: z.string().describe('Permissions in octal, as "644".'),
  modifiedAt: z.string().describe("Last change of the content: ISO 8601, UTC."),
  linkTarget: z
    .string()
    .optional()
    .describe("Where a link leads, relative to the workspace's root; the facts are that file's."),
  git: z
    .enum([
      "none",
      "unknown",
      "ignored",
      "untracked",
      "unmodified",
      "modified",
      "staged",
      "staged-and-modified",
      "conflict",
    ])
    .optional()
    .describe(
      "Of a file: its state in git. none: in no repository of the workspace; unknown: no git, or it couldn't tell.",
    ),
});

type Output = z.infer<typeof output>;

/** Tells what is at a path without showing its content. */
export const fileInfo = defineTool<Input, Input, Output>({
  name: "file_info",
  title: "File info",
  kind: "read",
  version: "1",
  exposure: "deferred",
  description: {
    summary:
      "Tells a file's kind, size, number of lines, encoding, line ends, permissions, time of change and state in git.",
    details:
      "For one file or directory; {tool:list_directory} shows the sizes of many. Not needed before reading: {tool:read_file} is bounded.",
    samples: [{ input: { path: "logs/build.log" } }],
  },
  category: "files",
  tags: ["stat", "size", "lines", "encoding", "mode", "wc"],

  aliases: { file_path: "path", filePath: "path", uri: "path" },
  input,
  output,
  effects: ({ path }) => [read(path)],
  async execute({ path }, context) {
    const { workspace } = context;
    const asked = await workspace.stat(path);
    const resolved = await workspace.resolve(path);
    const target = asked?.kind === "link" ? await workspace.resolve(resolved.realPath) : null;
    const stat = target === null ? asked : await workspace.stat(target.path);
    // What is missing is told by the workspace, with names near it.
    if (stat === null) await workspace.read(path);
    const facts: Output = {
      path: resolved.displayPath,
      ...(await factsOf(context, path, stat)),
      mode: (stat?.mode ?? 0).toString(8).padStart(3, "0"),
      modifiedAt: new Date(stat?.modifiedAtMs ?? 0).toISOString(),
      ...(target !== null && { linkTarget: target.displayPath }),
      ...(stat?.kind === "file" &&
        resolved.root !== null && {
          git: await gitStateOf(context, resolved.realPath, resolved.root),
        }),
    };
    return { content: render(facts), structured: facts } satisfies ToolResult<Output>;
  },
});

type ContentFacts = Omit<Output, "path" | "mode" | "modifiedAt" | "linkTarget" | "git">;

async function factsOf(
  { workspace }: ToolContext,
  path: string,
  stat: FileStat | null,
): Promise<ContentFacts> {
  if (stat?.kind === "directory") {
    return { kind: "directory", entries: (await workspace.list(path)).length };
  }
  if (stat?.kind !== "file") return { kind: "other" };
  const content = await openContent(workspace, path);
  try {
    const { size, head } = content;
    const text = await textFactsOf(content);
    if (text === null) return { kind: "binary", format: binaryKind(head), size };
    return { kind: "text", size, ...structuredText(text) };
  } finally {
    await content.close();
  }
}

function structuredText({
  lines,
  encoding,
  hasByteOrderMark: byteOrderMark,
  lineEnd,
  hasFinalNewline: finalNewline,
}: TextFacts): Partial<Output> {
  return { lines, encoding, byteOrderMark, lineEnd, finalNewline };
}

const lineEndTexts = {
  LF: "line ends LF",
  CRLF: "line ends CRLF",
  CR: "line ends CR",
  mixed: "mixed line ends",
  none: "no line ends",
} as const;

function render(facts: Output): string {
  const git: GitState | undefined = facts.git;
  return [
    `${shownName(facts.path)}: ${kindText(facts)}`,
    ...(facts.linkTarget === undefined ? [] : [`Link to: ${shownName(facts.linkTarget)}`]),
    ...(facts.size === undefined
      ? []
      : [
          `Size: ${sizeText(facts.size)}${facts.size < 1_000 ? "" : ` (${countText(facts.size)} bytes)`}`,
        ]),
    ...textLines(facts),
    `Mode: ${facts.mode}`,
    `Modified: ${facts.modifiedAt}`,
    ...(git === undefined ? [] : [`Git: ${gitStateTexts[git]}`]),
  ].join("\n");
}

function kindText({ kind, format, entries }: Output): string {
  if (kind === "directory") return `directory with ${countOf(entries ?? 0, "entry", "entries")}`;
  if (kind === "text") return "text file";
  return kind === "binary" ? `no text but ${format ?? "binary data"}` : "no regular file";
}

function textLines({ lines, encoding, byteOrderMark, lineEnd, finalNewline }: Output): string[] {
  if (encoding === undefined || lineEnd === undefined) return [];
  const count = lines === null || lines === undefined ? "too many to count here" : countText(lines);
  const end = lineEnd === "none" ? "" : `, ${finalNewline ? "with" : "without"} final newline`;
  return [
    `Lines: ${count}`,
    `Text: ${encoding}${byteOrderMark ? " with byte order mark" : ""}, ${lineEndTexts[lineEnd]}${end}`,
  ];
}
