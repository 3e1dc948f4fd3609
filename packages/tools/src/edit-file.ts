import { defineTool, type FileVersion, read, ToolError, write } from "@toolwright/core";
import { z } from "zod";
import type { UnifiedDiff } from "./diff/unified-diff.ts";
import { changedLines, type LineRange } from "./edit/changed-lines.ts";
import { editDiff } from "./edit/edit-diff.ts";
import { applyReplacements, type EditPlan, planEdit } from "./edit/plan-edit.ts";
import { editableText } from "./file-text/editable-text.ts";
import { assertText } from "./file-text/given-text.ts";
import { notText } from "./file-text/not-text.ts";
import { assertKnown } from "./freshness/assert-known.ts";
import { countOf, countText } from "./numbers/number-text.ts";

/** More places than this are counted, not listed. */
const MAX_PLACES_LISTED = 20;

const input = z.strictObject({
  path: z.string().min(1).describe("File to change. It must have been read in this session."),
  old_string: z
    .string()
    .min(1)
    .describe(
      "Text to replace, exactly as it is in the file, indentation included and without line numbers. It must be there once (unless replace_all is true): add lines around it until it is. Line ends may be \\n whatever the file's are.",
    ),
  new_string: z
    .string()
    .describe(
      'What comes in its place, literally; "" deletes. Its line ends become those of the file.',
    ),
  replace_all: z
    .boolean()
    .optional()
    .describe("Replace every place where old_string is, not just one. Default: false."),
});

type Input = z.infer<typeof input>;

const output = z.strictObject({
  path: z.string().describe("Relative to the workspace's root."),
  strategy: z.enum(["exact", "line-ends"]).describe("How old_string was recognised."),
  replacements: z
    .array(
      z.strictObject({
        startLine: z.int().describe("First line of the new text, 1-based."),
        endLine: z.int().describe("Last line of the new text."),
      }),
    )
    .describe(`The changed places in the file as it is now, the first ${MAX_PLACES_LISTED}.`),
  replacementCount: z.int().describe("How many places were changed."),
  addedLines: z.int().describe("Lines that the diff adds."),
  removedLines: z.int().describe("Lines that the diff takes out."),
});

type Output = z.infer<typeof output>;

interface Prepared {
  readonly path: string;
  readonly displayPath: string;
  readonly bytes: Uint8Array;
  readonly replaces: FileVersion;
  readonly plan: Pick<EditPlan, "strategy">;
  readonly count: number;
  readonly lines: readonly LineRange[];
  readonly diff: UnifiedDiff;
}

/** Replaces a text in a file, at exactly one place or everywhere. */
export const editFile = defineTool<Input, Prepared, Output>({
  name: "edit_file",
  title: "Edit file",
  kind: "edit",
  version: "1",
  description: {
    summary: "Replaces one exact piece of text in a file by another.",
    details:
      "Use it for changes to a part of an existing file; to write a whole file, use the tool that writes files. The piece is found by its text, not by line numbers, and nothing is changed unless it is there exactly once. Encoding, byte order mark, line ends and permissions of the file stay as they are.",
    notes: [
      "When the piece isn't found, the answer shows the nearest places with line numbers; when it is there more than once, the line of each.",
      "A file that changed since it was read is left alone: read it again.",
    ],
    examples: [
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
          old_string: "maxFiles",
          new_string: "maxFileCount",
          replace_all: true,
        },
        note: "a name everywhere in the file",
      },
    ],
    important: ["Read the file before editing it."],
  },
  category: "files",
  tags: ["replace", "change", "modify"],
  input,
  output,
  effects: ({ path }) => [read(path), write(path, "modify")],
  async prepare({ path, old_string: oldText, new_string: newText, replace_all }, { workspace }) {
    assertText("old_string", oldText);
    assertText("new_string", newText);
    const { displayPath } = await workspace.resolve(path);
    const { bytes, version } = await workspace.read(path);
    await assertKnown(workspace, path, version);
    if (oldText === newText) {
      throw new ToolError(
        "edit-no-change",
        "old_string and new_string are the same, so there is nothing to change.",
      );
    }
    const text = await editableText(bytes);
    if (text === null) throw notText(displayPath, bytes, bytes.length);
    const plan = planEdit(text.utf8, { oldText, newText, replaceAll: replace_all ?? false });
    const diff = editDiff(displayPath, text.utf8, plan.replacements);
    return {
      summary: `Edit ${displayPath}: ${countOf(plan.replacements.length, "place")}, +${diff.addedLines} -${diff.removedLines} lines`,
      effects: [read(path), write(path, "modify")],
      preview: { type: "diff", path: displayPath, diff: diff.text },
      basedOn: [{ path, version }],
      prepared: {
        path,
        displayPath,
        bytes: await text.encode(applyReplacements(text.utf8, plan.replacements)),
        replaces: version,
        plan,
        count: plan.replacements.length,
        lines: changedLines(text.utf8, plan.replacements.slice(0, MAX_PLACES_LISTED)),
        diff,
      },
    };
  },
  async execute({ path, displayPath, bytes, replaces, plan, count, lines, diff }, { workspace }) {
    await workspace.write(path, bytes, { replaces });
    const { addedLines, removedLines } = diff;
    const where = lines.map(lineText).join(", ");
    const more = count > lines.length ? ` and ${countText(count - lines.length)} more` : "";
    return {
      content: `Edited '${displayPath}' in ${countOf(count, "place")} (${plan.strategy.explanation}; +${addedLines} -${removedLines} lines). The new text is now at ${where}${more}.`,
      display: { type: "diff", path: displayPath, diff: diff.text },
      structured: {
        path: displayPath,
        strategy: plan.strategy.name,
        replacements: [...lines],
        replacementCount: count,
        addedLines,
        removedLines,
      },
    };
  },
});

function lineText({ startLine, endLine }: LineRange): string {
  return startLine === endLine ? `line ${startLine}` : `lines ${startLine} to ${endLine}`;
}
