import { shownName } from "@toolwright/core/internal";
import type { MatchedFile, MatchedLine } from "./match-collector.ts";

/**
 * Matches grouped by file: `12:` before a matching line, `12-` before context, `--` where lines
 * between were left out.
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
      : ["(the file has binary data; what comes after it may have matches that aren't shown)"];
  return [shownName(path), ...shown, ...binary].join("\n");
}
