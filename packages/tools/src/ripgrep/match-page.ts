import type { MatchedFile, MatchedLine } from "./match-collector.ts";

/** The limit for all lines of a page together, in bytes of UTF-8. */
const MAX_MATCHES_BYTES = 24_000;

export interface MatchPageRequest {
  /** The number of matching lines to skip. */
  readonly offset: number;
  /** The maximum number of matching lines to show. */
  readonly limit: number;
  /** Lines to show before and after each match. */
  readonly before: number;
  readonly after: number;
}

export interface MatchPage {
  readonly files: readonly MatchedFile[];
  /** The number of matching lines on it. */
  readonly shown: number;
}

/** The part of the matches to show at once, with their context. */
export function pageOfMatches(files: readonly MatchedFile[], request: MatchPageRequest): MatchPage {
  const chosen: MatchedFile[] = [];
  let toPassOver = request.offset;
  let shown = 0;
  let bytes = 0;
  for (const file of files) {
    const isOnPage = new Set<MatchedLine>();
    for (const line of file.lines) {
      if (!line.isMatch) continue;
      if (toPassOver > 0) {
        toPassOver--;
        continue;
      }
      if (shown + isOnPage.size >= request.limit || bytes > MAX_MATCHES_BYTES) break;
      isOnPage.add(line);
      bytes += Buffer.byteLength(line.text);
    }
    if (isOnPage.size === 0) continue;
    shown += isOnPage.size;
    const lines = withContext(file.lines, isOnPage, request);
    for (const { text, isMatch } of lines) if (!isMatch) bytes += Buffer.byteLength(text);
    chosen.push({ ...file, lines });
  }
  return { files: chosen, shown };
}

function withContext(
  lines: readonly MatchedLine[],
  matches: ReadonlySet<MatchedLine>,
  { before, after }: MatchPageRequest,
): readonly MatchedLine[] {
  const kept = new Set<MatchedLine>(matches);
  let match = Number.NEGATIVE_INFINITY;
  for (const line of lines) {
    if (matches.has(line)) match = line.lineNumber;
    else if (!line.isMatch && line.lineNumber - match <= after) kept.add(line);
  }
  match = Number.POSITIVE_INFINITY;
  for (const line of lines.toReversed()) {
    if (matches.has(line)) match = line.lineNumber;
    else if (!line.isMatch && match - line.lineNumber <= before) kept.add(line);
  }
  return lines.filter((line) => kept.has(line));
}
