import { z } from "zod";

export const searchModes = z.enum(["content", "files", "count"]);
export type SearchMode = z.infer<typeof searchModes>;

/** What a search gives programs. */
export const searchOutput = z.strictObject({
  mode: searchModes.describe("The mode of the search."),
  files: z
    .array(
      z.strictObject({
        path: z.string().describe("Relative to the workspace's root."),
        count: z.int().optional().describe("Matching lines in the file, in mode count."),
        lines: z
          .array(
            z.strictObject({
              lineNumber: z.int().describe("1-based."),
              text: z.string().describe("The line without its end; long lines are cut."),
              isMatch: z.boolean().describe("False for context."),
            }),
          )
          .optional()
          .describe("In mode content."),
      }),
    )
    .describe("Files with a match, by path."),
  isComplete: z.boolean().describe("Everything that matches is in the result."),
  total: z
    .int()
    .nullable()
    .describe(
      "All matching lines, or in the other modes files with a match; null when the search stopped before that was known.",
    ),
  nextOffset: z
    .int()
    .nullable()
    .describe(
      "The offset to go on with, 0 to start over in the order of paths; null when there is no more.",
    ),
});

export type SearchOutput = z.infer<typeof searchOutput>;
