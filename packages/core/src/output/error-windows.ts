import { errorKey, type ErrorLine, errorLineOf, errorStem, withoutPlace } from "./error-lines.ts";

/** A piece of a text, from `start` up to `end`, in UTF-16 units. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** Some lines around what tells of an error. */
export interface ErrorWindow extends TextRange {
  readonly weight: ErrorLine["weight"];
  readonly isSummary: boolean;
}

/** Problems of one cause that are told once and counted. */
export interface RepeatedError {
  /** The first of them, without its place. */
  readonly line: string;
  /** How many there are beyond those that are shown. */
  readonly count: number;
}

/** Of a line that is longer, a piece around what was found is shown. */
const maxLineLength = 1_000;
/** Heads of problems that are looked for above a line. */
const maxHeadingDistance = 4_000;

/** Lines that are looked at; in a text of nothing but errors that is some tens of milliseconds. */
const maxLooks = 20_000;
const maxWindowsOfAWeight = 60;
const maxSummaries = 6;
const maxMessages = 2_000;
/** Of messages that differ by their places, names and numbers only. */
const maxAlike = 3;
const maxRepeats = 5;
const maxRepeatLength = 160;

/**
 * Finds the lines around errors in texts that come one after the other, in the look of common tools
 * (compilers, linters, test runners, package managers, traces). The time it takes is in proportion to
 * the length, and what it remembers is bounded: the first windows of each weight, and the last that sum
 * up. Of messages that are alike the first few are told, and the others are counted.
 */
export class ErrorScout {
  #looks = 0;
  readonly #alike = new Map<string, { readonly line: string; count: number }>();
  readonly #counts: Record<ErrorLine["weight"], number> = { 1: 0, 2: 0, 3: 0 };

  /**
   * In the order of the text. Of `text` the part from `start` to `end` is looked through and shown;
   * where a part of it was looked through before, or is to be later, `hits` says which is new.
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

  /** The problems that were found more often than they are told, the most frequent first. */
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
 * Those that tell most and take at most `maxBytes`, in the order of the text, merged where they meet:
 * the last summary, then the first errors, the surest first. `sizeOf` tells what a window takes.
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

/** Ranges in their order, those that touch or overlap as one. */
export function mergeRanges(ranges: readonly TextRange[]): readonly TextRange[] {
  const merged: TextRange[] = [];
  for (const range of ranges.toSorted((a, b) => a.start - b.start)) {
    const last = merged.at(-1);
    if (last === undefined || range.start > last.end) merged.push(range);
    else merged[merged.length - 1] = { start: last.start, end: Math.max(last.end, range.end) };
  }
  return merged;
}

/** The line that an offset is in, without its end; of a long one a piece around the offset. */
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

/** Half a word may be half a secret, whose other half nobody would miss. */
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
    // An empty line parts it from what was said before.
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
    // Another problem of the kind is told, or counted, by itself.
    if (isTrace !== true && errorLineOf(shown) === kind) break;
    end = below.end;
    if (isTrace === true && /^[\w.]+(?:Error|Exception|Exit|Interrupt)\b/.test(shown)) break;
  }
  // With its own end, so that what follows begins a line.
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

/** Cut between words: half of one may be half a secret. */
function firstWords(line: string): string {
  const text = line.trim();
  if (text.length <= maxRepeatLength) return text;
  const space = text.lastIndexOf(" ", maxRepeatLength);
  return `${text.slice(0, Math.max(0, space))} …`;
}

/** Never between the two halves of a character. */
function wholeCharacter(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff && at > 0 ? at - 1 : at;
}
