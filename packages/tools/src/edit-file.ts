import { defineTool, type FileVersion, read, ToolError, write } from "@toolwright/core";
import { z } from "zod";
import { type EditedContent, editContent, MAX_TOLERANT_BYTES } from "./edit/edit-content.ts";
import { describeEdit } from "./edit/describe-edit.ts";
import { mergeEdit, type MergedEdit } from "./edit/merge-edit.ts";
import { type Replacement, strategies } from "./edit-engine/index.ts";
import { assertText } from "./file-text/given-text.ts";
import { assertRead } from "./freshness/assert-read.ts";
import { countOf, sizeText } from "./numbers/number-text.ts";

const MAX_EDITS = 200;

const oldString = z
  .string()
  .min(1)
  .describe(
    "Text to replace, as it is in the file, indentation included and without line numbers. It must be there once (unless replace_all is true): add lines around it until it is.",
  );

const newString = z
  .string()
  .describe(
    'What comes in its place, literally; "" deletes. It is fitted to the file\'s line ends.',
  );

const replaceAll = z
  .boolean()
  .optional()
  .describe("Replace every place where old_string is, not just one. Default: false.");

const input = z
  .strictObject({
    path: z.string().min(1).describe("File to change. It must have been read in this session."),
    old_string: oldString.optional(),
    new_string: newString.optional(),
    replace_all: replaceAll,
    edits: z
      .array(
        z.strictObject({
          old_string: oldString,
          new_string: newString,
          replace_all: replaceAll,
        }),
      )
      .min(1)
      .max(MAX_EDITS)
      .optional()
      .describe(
        `Several replacements at once, instead of old_string and new_string: at most ${MAX_EDITS}, each made on the result of those before it, all or none.`,
      ),
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
        strategy: z.enum(strategies).describe("How old_string was recognised."),
        startLine: z.int().describe("First line it took the place of, 1-based, before the edit."),
        endLine: z.int().describe("Last line it took the place of, before the edit."),
        places: z.int().describe("How many places were changed."),
        adapted: z.array(z.string()).describe("How new_string was fitted to the file, in words."),
      }),
    )
    .describe("What was done, in the order of the edits."),
  changedLines: z.array(lineRange).describe("The changed lines in the file as it is now."),
  addedLines: z.int().describe("Lines that the diff adds."),
  removedLines: z.int().describe("Lines that the diff takes out."),
  mergedLines: z
    .array(lineRange)
    .describe("Lines that somebody else had changed since the file was read, as it is now."),
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
    summary: "Replaces one or several pieces of text in a file, all of them or none.",
    details:
      "Use it for changes to a part of an existing file; to write a whole file, use the tool that writes files. A piece is found by its text, not by line numbers, and nothing is changed unless it is at exactly one place. Give either old_string and new_string, or edits. Encoding, byte order mark, line ends and permissions of the file stay as they are.",
    notes: [
      "Copy the text exactly. Where only white space, typographic quotes or pasted line numbers differ and there is one place, it is found all the same, and the result says how.",
      `When the piece isn't found, the answer shows the nearest places. Files over ${sizeText(MAX_TOLERANT_BYTES)} are only searched exactly.`,
      "Write all code out: text such as '… rest of code …' in the place of code is refused.",
      "What somebody else changed in other lines since the file was read is kept, and shown; a change of the same lines is refused.",
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
        note: "a name everywhere in the file, and a line less",
      },
    ],
    important: ["Read the file before editing it."],
  },
  category: "files",
  tags: ["replace", "change", "modify"],
  input,
  output,
  effects: ({ path }) => [read(path), write(path, "modify")],
  async prepare({ path, ...given }, { workspace }) {
    const edits = editsOf(given);
    const { displayPath } = await workspace.resolve(path);
    const { bytes, version } = await workspace.read(path);
    const knowledge = await assertRead(workspace, path, version);
    const edited =
      knowledge === "current"
        ? await editContent(displayPath, bytes, edits)
        : await mergeEdit(workspace, path, bytes, edits);
    const { diff } = edited;
    return {
      summary: `Edit ${displayPath}: ${countOf(edits.length, "edit")}, +${diff.addedLines} -${diff.removedLines} lines`,
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

/** What is wrong with the choice of fields; null when nothing is. */
function faultOf(given: Partial<Omit<Input, "path">>): string | null {
  const { old_string: oldText, new_string: newText, replace_all: all, edits } = given;
  const isSingle = oldText !== undefined || newText !== undefined || all !== undefined;
  if (edits !== undefined) {
    return isSingle ? "give either old_string and new_string, or edits, not both" : null;
  }
  if (oldText === undefined) return "old_string is missing (or edits, for several replacements)";
  return newText === undefined ? "new_string is missing" : null;
}

/** Errors: `input-invalid` for what no text file can hold. */
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
