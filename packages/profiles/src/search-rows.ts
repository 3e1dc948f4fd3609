import type { ToolResult } from "@toolwright/core";
import { shownName } from "@toolwright/core/internal";
import { z } from "zod";

/** The part of a search's result that all renderings need. */
const foundFiles = z.object({
  files: z.array(
    z.object({
      path: z.string(),
      count: z.int().optional(),
      lines: z
        .array(z.object({ lineNumber: z.int(), text: z.string(), isMatch: z.boolean() }))
        .optional(),
    }),
  ),
});

export type FoundFile = z.infer<typeof foundFiles>["files"][number];
export type FoundLine = NonNullable<FoundFile["lines"]>[number];

/** The files that a search found; null if the result has none. */
export function foundFilesOf({ structured }: ToolResult): readonly FoundFile[] | null {
  return foundFiles.safeParse(structured).data?.files ?? null;
}

/** Rows like grep's: `path:12:text`, context as `path-11-text`, `--` for skipped lines. */
export function grepRows(
  files: readonly FoundFile[],
  { hasNumbers }: { readonly hasNumbers: boolean },
): string {
  const hasContext = files.some(({ lines = [] }) => lines.some(({ isMatch }) => !isMatch));
  const rows: string[] = [];
  for (const { path, lines = [] } of files) {
    let last: number | null = null;
    for (const { lineNumber, text, isMatch } of lines) {
      if (hasContext && rows.length > 0 && lineNumber - 1 !== last) rows.push("--");
      last = lineNumber;
      const mark = isMatch ? ":" : "-";
      rows.push(`${shownName(path)}${mark}${hasNumbers ? `${lineNumber}${mark}` : ""}${text}`);
    }
  }
  return rows.join("\n");
}

/** One block per file: its heading, then its lines. */
export function fileBlocks(
  files: readonly FoundFile[],
  render: {
    readonly heading: (path: string) => string;
    readonly line: (line: FoundLine) => string;
  },
): string {
  return files
    .map(({ path, lines = [] }) =>
      [render.heading(shownName(path)), ...lines.map(render.line)].join("\n"),
    )
    .join("\n\n");
}

/** One path per line. */
export function pathRows(paths: readonly string[]): string {
  return paths.map(shownName).join("\n");
}
