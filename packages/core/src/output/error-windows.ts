import { errorKey, type ErrorLine, errorLineOf, errorStem, withoutPlace } from "./error-lines.ts";

/** A range of a text from `start` up to `end`, in UTF-16 units. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** An error line and some lines around it. */
export interface ErrorWindow extends TextRange {
  readonly weight: ErrorLine["weight"];
  readonly isSummary: boolean;
}

/** Problems of one cause, of which only the first few are shown. */
export interface RepeatedError {
  /** The first problem, without its place. */
  readonly line: string;
  /** How many more there are than those shown. */
  readonly count: number;
}

/** Of a longer line, only the part around the error is shown. */
const maxLineLength = 1_000;
/** How far above a line its heading may be. */
const maxHeadingDistance = 4_000;

/** How many lines are examined: tens of milliseconds in a text that consists only of errors. */
const maxLooks = 20_000;
const maxWindowsOfAWeight = 60;
const maxSummaries = 6;
const maxMessages = 2_000;
/** How many are shown of messages that differ only by places, names and numbers. */
const maxAlike = 3;
const maxRepeats = 5;
const maxRepeatLength = 160;

/**
 * Finds the lines around errors in consecutive texts, in the formats of common tools (compilers, linters,
 * test runners, package managers, stack traces). Time is linear and memory is bounded. Of similar messages,
 * the first few are returned and the others are counted.
 */
export class ErrorScout {
  #looks = 0;
  readonly #alike = new Map<string, { readonly line: string; count: number }>();
  readonly #counts: Record<ErrorLine["weight"], number> = { 1: 0, 2: 0, 3: 0 };

  /**
   * The windows in the order of the text. They lie between `start` and `end`. `hits`: the part in which
   * errors are searched, when the rest is searched in other calls.
   */
  find(
    text: string,
    { start, end }: TextRange = { start: 0, end: text.length },
    hits: TextRange = { start, end },
  ): ErrorWindow[] {
    const found: ErrorWindow[] = [];
    const stem = new RegExp(errorStem);
    stem.lastIndex = hits.start;
    while (this.#looks < maxLooks) {
      const hit = stem.exec(text);
      if (hit === null || hit.index >= hits.end) break;
      const line = lineAt(text, hit.index, { start, end });
      stem.lastIndex = Math.max(line.end, hit.index + 1);
      this.#looks += 1;
      const kind = errorLineOf(text.slice(line.start, line.end));
      if (kind === null || !this.#isWanted(kind, text, line)) continue;
      if (kind.hasHeading === true) pushHeading(found, text, line, kind, start);
      const window = windowAround(text, line, kind, { start, end });
      found.push({ ...window, weight: kind.weight, isSummary: kind.isSummary });
    }
    return found;
  }

  /** The problems that were found more often than they are shown, most frequent first. */
  repeats(): readonly RepeatedError[] {
    return Array.from(this.#alike.values())
      .map(({ line, count }) => ({ line: firstWords(withoutPlace(line)), count: count - maxAlike }))
      .filter(({ count }) => count > 0)
      .sort((a, b) => b.count - a.count)
      .slice(0, maxRepeats);
  }

  #isWanted({ weight, isSummary }: ErrorLine, text: string, line: TextRange): boolean {
    if (isSummary) return true;
    const message = text.slice(line.start, line.end);
    const key = errorKey(message);
    const alike = this.#alike.get(key);
    if (alike !== undefined) alike.count += 1;
    else if (this.#alike.size < maxMessages) this.#alike.set(key, { line: message, count: 1 });
    if (alike !== undefined && alike.count > maxAlike) return false;
    if (this.#counts[weight] >= maxWindowsOfAWeight) return false;
    this.#counts[weight] += 1;
    return true;
  }
}

/**
 * The most useful windows that fit into `maxBytes`, in the order of the text. The last summary comes first,
 * then errors by weight. `sizeOf`: a window's size in bytes.
 */
export function chooseWindows<Window extends ErrorWindow>(
  windows: readonly Window[],
  maxBytes: number,
  sizeOf: (window: Window) => number,
): readonly Window[] {
  const summaries = windows.filter(({ isSummary }) => isSummary).slice(-maxSummaries);
  const errors = windows.filter(({ isSummary }) => !isSummary);
  const [last, ...others] = summaries.toReversed();
  const byWorth = [
    ...(last === undefined ? [] : [last]),
    ...errors.filter(({ weight }) => weight === 3),
    ...others,
    ...errors.filter(({ weight }) => weight === 2),
    ...errors.filter(({ weight }) => weight === 1),
  ];
  const chosen = new Set<Window>();
  let room = maxBytes;
  for (const window of byWorth) {
    const size = sizeOf(window);
    if (size > room) continue;
    room -= size;
    chosen.add(window);
  }
  return windows.filter((window) => chosen.has(window));
}

/** The ranges in order; ranges that touch or overlap are joined. */
export function mergeRanges(ranges: readonly TextRange[]): readonly TextRange[] {
  const merged: TextRange[] = [];
  for (const range of ranges.toSorted((a, b) => a.start - b.start)) {
    const last = merged.at(-1);
    if (last === undefined || range.start > last.end) merged.push(range);
    else merged[merged.length - 1] = { start: last.start, end: Math.max(last.end, range.end) };
  }
  return merged;
}

/** The line at an offset, without its line end; for a long line, the part around the offset. */
function lineAt(text: string, at: number, within: TextRange): TextRange {
  const from = Math.max(within.start, at - maxLineLength / 2);
  const before = text.slice(from, at).lastIndexOf("\n");
  const to = Math.min(within.end, at + maxLineLength / 2);
  const after = text.slice(at, to).indexOf("\n");
  const isCutBefore = before === -1 && from > within.start;
  const isCutAfter = after === -1 && to < within.end;
  return {
    start: isCutBefore ? nextWord(text, from, at) : from + before + 1,
    end: isCutAfter ? lastWordEnd(text, at, to) : after === -1 ? to : at + after,
  };
}

/** Skips to the next word: half a word may be half a secret, which the redactor would not find. */
function nextWord(text: string, from: number, at: number): number {
  const space = text.slice(from, at).search(/\s/);
  return space === -1 ? wholeCharacter(text, from) : from + space + 1;
}

function lastWordEnd(text: string, at: number, to: number): number {
  const space = text.lastIndexOf(" ", to - 1);
  return space > at ? space : wholeCharacter(text, to);
}

function windowAround(
  text: string,
  line: TextRange,
  kind: ErrorLine,
  within: TextRange,
): TextRange {
  const { before, after, blanks, isTrace } = kind;
  let { start, end } = line;
  for (let count = 0; count < before; count += 1) {
    if (start <= within.start || text[start - 1] !== "\n") break;
    const above = lineAt(text, start - 1, within);
    // An empty line separates it from what came before.
    if (above.end <= above.start) break;
    if (errorLineOf(text.slice(above.start, above.end)) === kind) break;
    start = above.start;
  }
  let blanksLeft = blanks;
  for (let count = 0; count < after && end + 1 < within.end && text[end] === "\n"; count += 1) {
    const below = lineAt(text, end + 1, within);
    const shown = text.slice(below.start, below.end);
    if (shown.trim() === "") {
      if (blanksLeft === 0) break;
      blanksLeft -= 1;
    }
    // Another problem of this kind is shown or counted separately.
    if (isTrace !== true && errorLineOf(shown) === kind) break;
    end = below.end;
    if (isTrace === true && /^[\w.]+(?:Error|Exception|Exit|Interrupt)\b/.test(shown)) break;
  }
  // With its line end, so that the following text begins a line.
  return { start, end: end < within.end && text[end] === "\n" ? end + 1 : end };
}

/** The nearest line above that isn't indented. */
function pushHeading(
  found: ErrorWindow[],
  text: string,
  line: TextRange,
  { weight }: ErrorLine,
  from: number,
): void {
  const above = text.slice(Math.max(from, line.start - maxHeadingDistance), line.start);
  const headings = /(?:^|\n)(?=\S)(?![^\n]*\n?$)/g;
  let at = -1;
  for (const match of above.matchAll(headings)) at = match.index + (match[0] === "\n" ? 1 : 0);
  if (at === -1) return;
  const start = line.start - above.length + at;
  const lineEnd = text.indexOf("\n", start);
  const heading = { start, end: lineEnd + 1, weight, isSummary: false };
  if (found.some((other) => other.start <= start && other.end >= heading.end)) return;
  found.push(heading);
}

/** Cuts between words, because half a word may be half a secret. */
function firstWords(line: string): string {
  const text = line.trim();
  if (text.length <= maxRepeatLength) return text;
  const space = text.lastIndexOf(" ", maxRepeatLength);
  return `${text.slice(0, Math.max(0, space))} …`;
}

/** Moves an offset out of the middle of a character. */
function wholeCharacter(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff && at > 0 ? at - 1 : at;
}
