import { hunksOf } from "./fit.ts";
import { isBlank } from "./source-text.ts";

const words =
  "rest|remaining|remainder|existing|unchanged|previous|same|other|omitted|truncated|elided|as before|keep|stays?";
const dots = "(?:\\.{3}|…)";
/** A comment that speaks of left out code, in the comment forms of common languages. */
const comment = new RegExp(
  `^\\s*(?://|#|--|;|%|/\\*|\\*|<!--|\\{/\\*|"""|')\\s*(?:${dots}.*\\b(?:${words}|code|implementation|file)\\b|.*\\b(?:${words})\\b.*${dots}|${dots})`,
  "i",
);
/** The same without a comment sign: no language has such a statement. */
const bare = new RegExp(
  `^\\s*[[(<{]?\\s*${dots}.*\\b(?:${words})\\b.*${dots}?\\s*[\\])>}]?\\s*$`,
  "i",
);

/** A line that stands for code instead of being some. */
function isElision(line: string): boolean {
  return comment.test(line) || bare.test(line);
}

/**
 * The first line of the new text that stands for code which the change would delete; null when
 * there is none. A line that the old text has, too, is the file's own.
 */
export function findElision(
  oldLines: readonly string[],
  newLines: readonly string[],
): string | null {
  const known = new Set(oldLines.map((line) => line.trim()));
  for (const hunk of hunksOf(oldLines, newLines)) {
    if (hunk.type === "kept" || hunk.removed.every(isBlank)) continue;
    const elision = hunk.added.find((line) => isElision(line) && !known.has(line.trim()));
    if (elision !== undefined) return elision.trim();
  }
  return null;
}
