import { shownName } from "@toolwright/core/internal";
import type { MatchedFile, MatchedLine } from "./match-collector.ts";

/**
 * Matches grouped by file: `12:` before a matching line, `12-` before context, `--` for skipped lines.
 */
export function renderMatches(files: readonly MatchedFile[]): string {
  return files.map(renderFile).join("\n\n");
}

function renderFile({ path, lines, binaryOffset }: MatchedFile): string {
  const hasContext = lines.some((line) => !line.isMatch);
  const shown = lines.map((line, index) => {
    const previous: MatchedLine | undefined = lines[index - 1];
    const isGap = hasContext && previous !== undefined && line.lineNumber > previous.lineNumber + 1;
    return `${isGap ? "--\n" : ""}${line.lineNumber}${line.isMatch ? ":" : "-"} ${line.text}`;
  });
  const binary =
    binaryOffset === null
      ? []
      : ["(the file contains binary data; matches after it are not shown)"];
  return [shownName(path), ...shown, ...binary].join("\n");
}
