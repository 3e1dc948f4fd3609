import { defineTool, ToolError } from "@toolwright/core";
import type { FileChange } from "@toolwright/core/ports";
import { z } from "zod";
import { strategies } from "./edit-engine/index.ts";
import { assertText } from "./text-file/given-text.ts";
import { countOf, countText } from "./text/number-text.ts";
import { parsePatch } from "./patch/parse-patch.ts";
import { type Patch, PatchSyntaxError } from "./patch/patch.ts";
import { describeReports, diffOf, type FileReport, headlineOf } from "./patch-plan/file-report.ts";
import { patchClaims } from "./patch-plan/patch-effects.ts";
import { planPatch } from "./patch-plan/plan-patch.ts";

const MAX_PATCH_CHARACTERS = 16 * 1024 * 1024;

/** A question about more files than that is no question that a person can answer. */
const MAX_FILES = 1_000;

const input = z.strictObject({
  patch: z
    .string()
    .min(1)
    .max(MAX_PATCH_CHARACTERS)
    .describe("Paths are relative to the current directory."),
});

type Input = z.infer<typeof input>;

const output = z.strictObject({
  files: z
    .array(
      z.strictObject({
        change: z
          .enum(["A", "M", "D", "R"])
          .describe("A: added, M: modified, D: deleted, R: moved, perhaps modified, too."),
        path: z.string().describe("Relative to the workspace's root; of a moved file the new one."),
        from: z.string().nullable().describe("Of a moved file: where it was."),
        addedLines: z.int().describe("Lines that the diff adds."),
        removedLines: z.int().describe("Lines that the diff takes out."),
        hunks: z
          .array(
            z.strictObject({
              strategy: z.enum(strategies).describe("How the place of the hunk was recognised."),
              startLine: z.int().describe("First line, 1-based, in the file as it was."),
              endLine: z.int().describe("Last line, in the file as it was."),
              adapted: z
                .array(z.string())
                .describe("How the new lines were fitted to the file, in words."),
            }),
          )
          .describe("Where the hunks went, in the order of the patch."),
      }),
    )
    .describe("What was done, in the order of the patch."),
});

type Output = z.infer<typeof output>;

interface Prepared {
  readonly changes: readonly FileChange[];
  readonly reports: readonly FileReport[];
  readonly ignored: readonly string[];
}

/**
 * Applies a patch of any number of files, wholly or not at all.
 *
 * A file need not have been read in the session before: there are models whose only tool this is,
 * beside one for commands. The lines that a hunk shows are the proof that the model knows what it
 * changes, so they must be those of the file but for white space; a file that was read as it is now
 * may also be matched more loosely. Deleting needs no proof: a person, or a rule, allows it.
 */
export const applyPatch = defineTool<Input, Prepared, Output>({
  name: "apply_patch",
  title: "Apply patch",
  kind: "edit",
  version: "1",
  exposure: "deferred",
  description: {
    summary: "Applies a patch that adds, updates, moves and deletes files: all of it, or nothing.",
    details: [
      "Two formats are understood. A patch in sections, each a file:",
      "",
      "    *** Begin Patch",
      "    *** Update File: src/app.ts",
      "    *** Move to: src/main.ts",
      "    @@ function start() {",
      "       const port = 80;",
      "    -  listen(port);",
      "    +  listen(port, host);",
      "    *** Add File: src/new.ts",
      "    +export const host = 'localhost';",
      "    *** Delete File: src/old.ts",
      "    *** End Patch",
      "",
      "Or a unified diff. Lines begin with ' ' (kept), '-' (removed) or '+' (added), and are found by their text, not by numbers: give three lines of context, and '@@ ' with a line further up where that isn't unique.",
    ].join("\n"),
    notes: [
      "For changes of several files at once. For one file use {tool:edit_file}, for a new one {tool:write_file}.",
      "A file is added only where there is none.",
    ],
    samples: [
      {
        input: {
          patch:
            "*** Begin Patch\n*** Update File: src/limits.ts\n@@\n const limits = {\n-  files: 100,\n+  files: 200,\n   lines: 2000,\n*** End Patch",
        },
      },
      {
        input: {
          patch: "--- a/notes.txt\n+++ b/notes.txt\n@@ -1,2 +1,2 @@\n first\n-secnd\n+second\n",
        },
        note: "a unified diff",
      },
    ],
  },
  category: "files",
  tags: ["diff", "edit", "change", "codex"],

  aliases: { input: "patch" },
  input,
  output,
  effects: ({ patch }) => patchClaims(parsed(patch)),
  async prepare({ patch: text }, { workspace }) {
    assertText("patch", text);
    const patch = parsed(text);
    const { changes, effects, basedOn, reports } = await planPatch(workspace, patch);
    return {
      summary: `Apply a patch: ${headlineOf(reports)}`,
      effects,
      basedOn,
      preview: { type: "diff", ...diffOf(reports) },
      prepared: { changes, reports, ignored: patch.ignored },
    };
  },
  async execute({ changes, reports, ignored }, { workspace }) {
    await workspace.apply(changes);
    return {
      content: describeReports(reports, ignored),
      display: { type: "diff", ...diffOf(reports) },
      structured: {
        files: reports.map(({ change, path, from, diff, hunks }) => ({
          change,
          path,
          from,
          addedLines: diff?.addedLines ?? 0,
          removedLines: diff?.removedLines ?? 0,
          hunks: hunks.map((hunk) => ({ ...hunk, adapted: [...hunk.adapted] })),
        })),
      },
    };
  },
});

/** Errors: `input-invalid` naming the line of the patch. */
function parsed(text: string): Patch {
  const patch = orInvalid(() => parsePatch(text));
  if (patch.files.length <= MAX_FILES) return patch;
  throw new ToolError(
    "input-invalid",
    `The patch speaks of ${countOf(patch.files.length, "file")}; the most is ${countText(MAX_FILES)}. Apply it in parts.`,
  );
}

function orInvalid<T>(parse: () => T): T {
  try {
    return parse();
  } catch (thrown) {
    if (!(thrown instanceof PatchSyntaxError)) throw thrown;
    throw new ToolError("input-invalid", `${thrown.message} Nothing was applied.`, {
      cause: thrown,
      details: { line: thrown.line },
    });
  }
}
