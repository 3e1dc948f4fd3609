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
    .describe("The kind, with links followed; other: a device, FIFO or socket."),
  format: z.string().optional().describe("The kind of a binary file, by its first bytes."),
  size: z.int().optional().describe("A file's size in bytes."),
  entries: z.int().optional().describe("The number of a directory's own entries."),
  lines: z
    .int()
    .nullable()
    .optional()
    .describe(
      `A text's lines; null for more than ${sizeText(MAX_BYTES_TO_COUNT)}, which are not counted.`,
    ),
  encoding: z
    .string()
    .optional()
    .describe('A text\'s encoding: "utf-8", "utf-16le", a legacy encoding.'),
  byteOrderMark: z.boolean().optional().describe("Whether a text begins with one."),
  lineEnd: z
    .enum(["LF", "CRLF", "CR", "mixed", "none"])
    .optional()
    .describe("A text's line endings, by its beginning if it is large."),
  finalNewline: z.boolean().optional().describe("Whether a text's last line has a line ending."),
  mode: z.string().describe('Permissions in octal, such as "644".'),
  modifiedAt: z.string().describe("Last change of the contents: ISO 8601, UTC."),
  linkTarget: z
    .string()
    .optional()
    .describe(
      "A link's target, relative to the workspace's root. The other facts are the target's.",
    ),
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
      "A file's state in git. none: in no repository of the workspace; unknown: git is missing or cannot tell.",
    ),
});

type Output = z.infer<typeof output>;

/** Describes what is at a path without showing its contents. */
export const fileInfo = defineTool<Input, Input, Output>({
  name: "file_info",
  title: "File info",
  kind: "read",
  version: "1",
  exposure: "deferred",
  description: {
    summary:
      "Shows a file's kind, size, line count, encoding, line endings, permissions, modification time and state in git.",
    details:
      "For one file or directory; {tool:list_directory} shows many sizes. Not needed before reading: {tool:read_file} limits its output.",
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
    // For a missing file the workspace's error suggests similar names.
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
  LF: "LF line endings",
  CRLF: "CRLF line endings",
  CR: "CR line endings",
  mixed: "mixed line endings",
  none: "no line endings",
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
  return kind === "binary" ? `not text but ${format ?? "binary data"}` : "not a regular file";
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
