import { counted } from "./language/phrase.ts";
import { defineTool, read, ToolError, type WorkspaceAccess, write } from "@toolwright/core";
import type { FileContent, FileVersion } from "@toolwright/core/ports";
import { z } from "zod";
import { type EditedContent, editContent, editText, type TextEdit } from "./edit/edit-content.ts";
import { describeEdit } from "./edit/describe-edit.ts";
import { mergeEdit, type MergedEdit } from "./edit/merge-edit.ts";
import { type Replacement, strategies } from "./edit-engine/index.ts";
import { assertText } from "./text-file/given-text.ts";
import { assertRead } from "./change/assert-read.ts";

const MAX_EDITS = 200;

/** The tolerant search and the diff each hold the whole file as text. */
const MAX_MEBIBYTES = 8;

const oldString = z
  .string()
  .min(1)
  .describe("Exact text from the file, with indentation, and enough lines to be unique.");

const newString = z.string().describe('The replacement; "" deletes.');

const replaceAll = z.boolean().optional().describe("Replace every occurrence.");

const input = z
  .strictObject({
    path: z.string().min(1).describe("File to change."),
    old_string: oldString.optional(),
    new_string: newString.optional(),
    replace_all: replaceAll,
    edits: z
      .array(
        z.strictObject({
          old_string: oldString.describe("As above."),
          new_string: newString.describe("As above."),
          replace_all: replaceAll.describe("As above."),
        }),
      )
      .min(1)
      .max(MAX_EDITS)
      .optional()
      .describe("Several replacements, each applied to the result of the previous ones."),
  })
  .check(({ value, issues }) => {
    const fault = faultOf(value);
    if (fault !== null) issues.push({ code: "custom", message: fault, input: value, path: [] });
  });

type Input = z.infer<typeof input>;

const lineRange = z.strictObject({
  startLine: z.int().describe("First line, 1-based."),
  endLine: z.int().describe("Last line."),
});

const output = z.strictObject({
  path: z.string().describe("Relative to the workspace's root."),
  edits: z
    .array(
      z.strictObject({
        strategy: z.enum(strategies).describe("How old_string was matched."),
        startLine: z.int().describe("First replaced line, 1-based, before the edit."),
        endLine: z.int().describe("Last replaced line, before the edit."),
        places: z.int().describe("How many places were changed."),
        adapted: z.array(z.string()).describe("How new_string was adapted to the file, in words."),
      }),
    )
    .describe("The edits made, in order."),
  changedLines: z.array(lineRange).describe("The changed lines, in the new file."),
  addedLines: z.int().describe("Lines that the diff adds."),
  removedLines: z.int().describe("Lines that the diff removes."),
  mergedLines: z
    .array(lineRange)
    .describe("Lines that somebody else changed since the file was read, in the new file."),
});

type Output = z.infer<typeof output>;

interface Prepared {
  readonly path: string;
  readonly displayPath: string;
  readonly replaces: FileVersion;
  readonly edited: EditedContent | MergedEdit;
}

/** Replaces text in a file: one piece or several, all or nothing. */
export const editFile = defineTool<Input, Prepared, Output>({
  name: "edit_file",
  title: "Edit file",
  kind: "edit",
  version: "2",
  description: {
    summary: "Replaces one or more pieces of text in a file: all of them, or none.",
    details:
      "Changes part of a file; {tool:write_file} replaces all of it. Read the file first. old_string must occur exactly once, unless replace_all is true. Give old_string and new_string, or edits. Line endings, encoding and permissions are kept.",
    notes: [
      "Copy the text exactly. Small differences in white space or quotes are tolerated and reported.",
      "Write all code out: placeholders such as '… rest of code …' are refused.",
      "Other lines that somebody changed since you read the file are kept.",
    ],
    samples: [
      {
        input: {
          path: "src/limits.ts",
          old_string: "const maxFiles = 100;",
          new_string: "const maxFiles = 200;",
        },
      },
      {
        input: {
          path: "src/limits.ts",
          edits: [
            { old_string: "maxFiles", new_string: "maxFileCount", replace_all: true },
            { old_string: "// TODO: lower\n", new_string: "" },
          ],
        },
        note: "renames everywhere and deletes a line",
      },
    ],
  },
  category: "files",
  tags: ["replace", "change", "modify"],

  aliases: {
    file_path: "path",
    filePath: "path",
    uri: "path",
    oldString: "old_string",
    old_str: "old_string",
    old_text: "old_string",
    oldText: "old_string",
    newString: "new_string",
    new_str: "new_string",
    new_text: "new_string",
    newText: "new_string",
    replaceAll: "replace_all",
    allow_multiple: "replace_all",
  },
  input,
  output,
  effects: ({ path }) => [read(path), write(path, "modify")],
  async prepare({ path, ...given }, { workspace, language }) {
    const edits = editsOf(given);
    const { displayPath } = await workspace.resolve(path);
    const { bytes, version } = await readEditable(workspace, path, displayPath);
    const knowledge = await assertRead(workspace, path, version);
    const edit: TextEdit = (file) => editText(file, edits);
    const misfit = "and old_string is not in the version you read";
    const edited =
      knowledge === "current"
        ? await editContent(displayPath, bytes, edit)
        : await mergeEdit(workspace, { path, current: bytes, edit, misfit });
    const { diff } = edited;
    return {
      summary: language.say(
        counted(
          "Edit {path}: {count} edit, +{added} -{removed} lines",
          "Edit {path}: {count} edits, +{added} -{removed} lines",
          {
            path: displayPath,
            count: edits.length,
            added: diff.addedLines,
            removed: diff.removedLines,
          },
        ),
      ),
      effects: [read(path), write(path, "modify")],
      preview: { type: "diff", path: displayPath, diff: diff.text },
      basedOn: [{ path, version }],
      prepared: { path, displayPath, replaces: version, edited },
    };
  },
  async execute({ path, displayPath, replaces, edited }, { workspace }) {
    await workspace.write(path, edited.bytes, { replaces });
    const { receipts, diff, places } = edited;
    return {
      content: describeEdit(displayPath, edited),
      display: { type: "diff", path: displayPath, diff: diff.text },
      structured: {
        path: displayPath,
        edits: receipts.map((receipt) => ({ ...receipt, adapted: [...receipt.adapted] })),
        changedLines: [...places],
        addedLines: diff.addedLines,
        removedLines: diff.removedLines,
        mergedLines: "theirLines" in edited ? [...edited.theirLines] : [],
      },
    };
  },
});

/** Errors: `file-too-large`, which names an alternative; those of reading. */
async function readEditable(
  workspace: WorkspaceAccess,
  path: string,
  displayPath: string,
): Promise<FileContent> {
  const maxBytes = MAX_MEBIBYTES * 1024 * 1024;
  try {
    return await workspace.read(path, { maxBytes });
  } catch (thrown) {
    if (!ToolError.isInstance(thrown) || thrown.code !== "file-too-large") throw thrown;
    throw new ToolError(
      "file-too-large",
      `'${displayPath}' exceeds ${MAX_MEBIBYTES} MiB, the limit for edits, so nothing was changed. Use a command instead, such as: sed -i 's/old/new/' FILE`,
      { cause: thrown, details: { maxBytes } },
    );
  }
}

/** The fault in the combination of fields; null for none. */
function faultOf(given: Partial<Omit<Input, "path">>): string | null {
  const { old_string: oldText, new_string: newText, replace_all: all, edits } = given;
  const isSingle = oldText !== undefined || newText !== undefined || all !== undefined;
  if (edits !== undefined) {
    return isSingle ? "give either old_string and new_string, or edits, not both" : null;
  }
  if (oldText === undefined) return "old_string is missing (or edits, for several replacements)";
  return newText === undefined ? "new_string is missing" : null;
}

/** Errors: `input-invalid` for characters that no text file can hold. */
function editsOf({ old_string, new_string, replace_all, edits }: Omit<Input, "path">) {
  const given = edits ?? [{ old_string, new_string, replace_all }];
  return given.map(
    ({ old_string: oldText, new_string: newText, replace_all: all }): Replacement => {
      if (oldText === undefined || newText === undefined) {
        throw new ToolError("input-invalid", "Each edit needs old_string and new_string.");
      }
      assertText("old_string", oldText);
      assertText("new_string", newText);
      return { oldText, newText, replaceAll: all ?? false };
    },
  );
}
