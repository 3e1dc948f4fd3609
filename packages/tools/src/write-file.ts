import { counted, phrase } from "./language/phrase.ts";
import {
  defineTool,
  type Effect,
  type Preparation,
  ToolError,
  write,
  type Language,
  type PrepareContext,
} from "@toolwright/core";
import type { FileVersion } from "@toolwright/core/ports";
import { z } from "zod";
import { findElision } from "./edit-engine/elision.ts";
import { type UnifiedDiff, unifiedDiff } from "./change/unified-diff.ts";
import { assertText } from "./text-file/given-text.ts";
import { type KeptFormat, keepFormat } from "./text-file/keep-format.ts";
import { assertRead } from "./change/assert-read.ts";
import { changedFailure } from "./change/foreign-change.ts";
import { syntaxNote } from "./change/check-syntax.ts";
import { countOf, sizeText } from "./text/number-text.ts";

const MAX_CONTENT_CHARACTERS = 16 * 1024 * 1024;

const MAX_PREVIEW_CHARACTERS = 100_000;

const input = z.strictObject({
  path: z.string().min(1).describe("File to write. Missing directories are made."),
  content: z
    .string()
    .max(MAX_CONTENT_CHARACTERS)
    .describe("The whole contents, usually ending in \\n."),
  must_not_exist: z.boolean().optional().describe("Fail if the file exists."),
});

type Input = z.infer<typeof input>;

const output = z.strictObject({
  path: z.string().describe("Relative to the workspace's root."),
  operation: z
    .enum(["create", "modify", "none"])
    .describe("none: the file already had this content, so nothing was written."),
  bytes: z.int().describe("The file's size now."),
  addedLines: z.int().nullable().describe("Lines that the diff adds; null when there is none."),
  removedLines: z
    .int()
    .nullable()
    .describe("Lines that the diff removes; null when there is none."),
});

type Output = z.infer<typeof output>;

interface Prepared {
  readonly path: string;
  readonly displayPath: string;
  readonly bytes: Uint8Array;
  readonly operation: Output["operation"];
  /** Null: there is no file. */
  readonly replaces: FileVersion | null;
  readonly diff: UnifiedDiff | null;
  /** The properties kept from the replaced file, for the result. */
  readonly note: string;
}

/** Writes a whole file. */
export const writeFile = defineTool<Input, Prepared, Output>({
  name: "write_file",
  title: "Write file",
  kind: "edit",
  version: "1",
  description: {
    summary: "Writes a whole text file: creates it, or replaces its contents.",
    details:
      "To change part of a file use {tool:edit_file}: it is shorter and safer. Read an existing file before you replace it. A replaced file keeps its encoding and permissions, and its line endings if content has only \\n.",
    samples: [
      { input: { path: "docs/notes.md", content: "# Notes\n\n- first\n" } },
      {
        input: {
          path: "src/new-thing.ts",
          content: "export const thing = 1;\n",
          must_not_exist: true,
        },
        note: "only if there is no such file",
      },
    ],
  },
  category: "files",
  tags: ["create", "overwrite", "save"],

  aliases: {
    file_path: "path",
    filePath: "path",
    uri: "path",
    contents: "content",
    new_content: "content",
    text: "content",
  },
  input,
  output,
  effects: ({ path }) => [write(path)],
  async prepare({ path, content, must_not_exist }, context) {
    const { workspace } = context;
    assertText("content", content);
    const { displayPath, realPath } = await workspace.resolve(path);
    const stat = await workspace.stat(realPath);
    if (stat === null) return prepareCreate({ path, displayPath, content }, context.language);
    if (stat.kind !== "file") {
      throw new ToolError(
        "not-a-file",
        `'${displayPath}' is ${stat.kind === "directory" ? "a directory" : "not a regular file"}, so it can't be written. Name a file.`,
      );
    }
    if (must_not_exist === true) {
      throw new ToolError(
        "file-changed",
        `'${displayPath}' already exists. Choose another name, or read the file and change it.`,
      );
    }
    return prepareReplace({ path, displayPath, content }, context);
  },
  async execute({ path, displayPath, bytes, operation, replaces, diff, note }, { workspace }) {
    if (operation !== "none") await workspace.write(path, bytes, { replaces });
    const lines = diff === null ? "" : ` (+${diff.addedLines} -${diff.removedLines} lines)`;
    const said = {
      create: `Created '${displayPath}'${lines}, ${sizeText(bytes.length)}.`,
      modify: `Wrote '${displayPath}'${lines}, ${sizeText(bytes.length)}.`,
      none: `'${displayPath}' already has this content; nothing was written.`,
    }[operation];
    return {
      content: said + note,
      ...(diff !== null &&
        operation !== "none" && {
          display: { type: "diff", path: displayPath, diff: diff.text },
        }),
      structured: {
        path: displayPath,
        operation,
        bytes: bytes.length,
        addedLines: diff?.addedLines ?? null,
        removedLines: diff?.removedLines ?? null,
      },
    };
  },
});

function prepareCreate(
  { path, displayPath, content }: { path: string; displayPath: string; content: string },
  language: Language,
): Preparation<Prepared> {
  const bytes = Buffer.from(content);
  const diff = unifiedDiff(displayPath, null, content);
  return {
    summary: language.say(
      counted("Create {path}: {count} line", "Create {path}: {count} lines", {
        path: displayPath,
        count: diff.addedLines,
      }),
    ),
    effects: [write(path, "create")],
    preview: { type: "diff", path: displayPath, diff: diff.text },
    basedOn: [{ path, version: null }],
    prepared: { path, displayPath, bytes, operation: "create", replaces: null, diff, note: "" },
  };
}

async function prepareReplace(
  { path, displayPath, content }: { path: string; displayPath: string; content: string },
  { workspace, language }: PrepareContext,
): Promise<Preparation<Prepared>> {
  const version = await workspace.version(path);
  if (version === null) {
    throw new ToolError("file-changed", `'${displayPath}' was removed a moment ago. Try again.`);
  }
  const knowledge = await assertRead(workspace, path, version);
  // The call claims only a write, so it reads the old file only if that needs no approval.
  const old = (await workspace.mayRead(path)) ? await workspace.read(path) : null;
  const kept: KeptFormat = await keepFormat(old?.bytes ?? null, content);
  const isSame = old !== null && Buffer.from(old.bytes).equals(kept.bytes);
  if (knowledge === "earlier" && !isSame) {
    const why = "and a replacement of the whole file can't be merged with that change";
    throw await changedFailure(workspace, path, old?.bytes ?? null, why);
  }
  if (kept.oldText !== null && !isSame) assertWrittenOut(kept.oldText, kept.newText);
  const diff = kept.oldText === null ? null : unifiedDiff(displayPath, kept.oldText, kept.newText);
  const effects: readonly Effect[] = isSame ? [] : [write(path, "modify")];
  const change =
    diff === null
      ? phrase("Overwrite {path}", { path: displayPath })
      : phrase("Overwrite {path}: +{added} -{removed} lines", {
          path: displayPath,
          added: diff.addedLines,
          removed: diff.removedLines,
        });
  return {
    summary: language.say(isSame ? phrase("Leave {path} as it is", { path: displayPath }) : change),
    effects,
    ...(!isSame && {
      preview:
        diff === null
          ? {
              type: "text",
              text: `${language.say(phrase("Overwrites {path} with:", { path: displayPath }))}\n\n${shortened(content)}`,
            }
          : { type: "diff", path: displayPath, diff: diff.text },
    }),
    basedOn: [{ path, version }],
    prepared: {
      path,
      displayPath,
      bytes: kept.bytes,
      operation: isSame ? "none" : "modify",
      replaces: version,
      diff,
      note: isSame ? "" : kept.note + (await brokenNote(displayPath, kept)),
    },
  };
}

/** A comment such as `// rest of the file unchanged` would replace the lines it stands for. */
function assertWrittenOut(oldText: string, newText: string): void {
  const linesOf = (text: string): readonly string[] => text.split(/\r\n|\n|\r/);
  const elision = findElision(linesOf(oldText), linesOf(newText));
  if (elision === null) return;
  throw new ToolError(
    "input-invalid",
    `content has a placeholder line ('${elision.slice(0, 80)}'), and the text it stands for would be deleted. Nothing was written. Give the whole text, or edit part of the file.`,
  );
}

async function brokenNote(displayPath: string, { oldText, newText }: KeptFormat): Promise<string> {
  return oldText === null ? "" : syntaxNote(displayPath, oldText, newText);
}

function shortened(content: string): string {
  if (content.length <= MAX_PREVIEW_CHARACTERS) return content;
  const left = content.length - MAX_PREVIEW_CHARACTERS;
  return `${content.slice(0, MAX_PREVIEW_CHARACTERS)}\n… ${countOf(left, "more character")}`;
}
