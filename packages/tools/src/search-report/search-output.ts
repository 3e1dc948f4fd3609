import { z } from "zod";

export const searchModes = z.enum(["content", "files", "count"]);
export type SearchMode = z.infer<typeof searchModes>;

/** The structured result of a search. */
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
              text: z.string().describe("The line without its line ending; long lines are cut."),
              isMatch: z.boolean().describe("False for context."),
            }),
          )
          .optional()
          .describe("In mode content."),
      }),
    )
    .describe("Files with a match, by path."),
  isComplete: z.boolean().describe("Whether the result has every match."),
  total: z
    .int()
    .nullable()
    .describe(
      "The number of all matching lines, or in other modes of files with a match; null if the search stopped before it was known.",
    ),
  nextOffset: z
    .int()
    .nullable()
    .describe("The offset to continue with, 0 to start over sorted by path; null at the end."),
});

export type SearchOutput = z.infer<typeof searchOutput>;
