import { z } from "zod";
import { indentedRows, listingOf } from "../listing-rows.ts";
import { toolAlias } from "../alias-tool.ts";
import type { ProfileTool } from "../profile-tool.ts";
import { withBody } from "../result-text.ts";
import type { ShapeNames } from "./shape-names.ts";

const LEVELS = 3;

export function listShape(name: string, { glob }: Pick<ShapeNames, "glob">): ProfileTool {
  return toolAlias("list_directory", {
    name,
    description: {
      summary: "Lists the files and directories in a directory, as a tree.",
      details: `Shows ${LEVELS} levels, directories first. Links are shown but not followed; .git and node_modules aren't opened.`,
      notes: [`If you know the files' names, use ${glob}: it is faster.`],
      samples: [
        { input: { path: "." } },
        { input: { path: "packages", ignore: ["dist", "*.log"] } },
      ],
    },
    input: z.strictObject({
      path: z
        .string()
        .min(1)
        .describe("The directory: an absolute path, or one relative to the current directory."),
      ignore: z
        .array(z.string().min(1))
        .optional()
        .describe('Globs to exclude, such as "*.log" or "dist". Default: none.'),
    }),
    fields: { depth: null },
    toCanonical: ({ path }) => ({ path, depth: LEVELS }),
    fromResult(result, { path, ignore = [] }) {
      if (ignore.length === 0) return result;
      const listing = listingOf(result, ignore);
      if (listing === null) return result;
      return withBody(result, `${path}:\n${indentedRows(listing.entries)}`, listing.note);
    },
  });
}
