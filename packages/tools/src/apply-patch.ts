import { phrase } from "./language/phrase.ts";
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

/** A person cannot judge a prompt about more files. */
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
          .describe("A: added, M: modified, D: deleted, R: moved, perhaps also modified."),
        path: z
          .string()
          .describe("Relative to the workspace's root. The new path of a moved file."),
        from: z.string().nullable().describe("The old path of a moved file."),
        addedLines: z.int().describe("Lines that the diff adds."),
        removedLines: z.int().describe("Lines that the diff removes."),
        hunks: z
          .array(
            z.strictObject({
              strategy: z.enum(strategies).describe("How the hunk's place was found."),
              startLine: z.int().describe("First line, 1-based, before the patch."),
              endLine: z.int().describe("Last line, before the patch."),
              adapted: z
                .array(z.string())
                .describe("How the new lines were fitted to the file, in words."),
            }),
          )
          .describe("Where the hunks were applied, in the order of the patch."),
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
 * Applies a patch of any number of files: all of it, or nothing.
 *
 * A file need not have been read before, because some models have only this tool and one for
 * commands. A hunk's own lines prove that the model knows what it changes, so they must match the
 * file except for white space. A file whose current version was read may be matched more loosely.
 * Deleting needs no proof: a person or a rule allows it.
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
      "Takes two formats. A patch in sections, one for each file:",
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
      "Or a unified diff. Lines begin with ' ' (kept), '-' (removed) or '+' (added), and are found by their text, not by line numbers: give three lines of context, and '@@ ' with an earlier line if that isn't unique.",
    ].join("\n"),
    notes: [
      "For changes of several files at once. For one file use {tool:edit_file}, for a new one {tool:write_file}.",
      "Adding a file fails if it exists.",
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
  async prepare({ patch: text }, { workspace, language }) {
    assertText("patch", text);
    const patch = parsed(text);
    const { changes, effects, basedOn, reports } = await planPatch(workspace, patch);
    return {
      summary: language.say(phrase("Apply a patch: {changes}", { changes: headlineOf(reports) })),
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
    `The patch changes ${countOf(patch.files.length, "file")}; the limit is ${countText(MAX_FILES)}. Apply it in parts.`,
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
