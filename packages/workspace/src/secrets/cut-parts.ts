import type { NeedleSearch } from "./needle-search.ts";

/** The beginning or the end of a value beside a mark that something was cut. */
export interface CutPart {
  readonly start: number;
  readonly end: number;
}

/**
 * Fewer characters of a value may be shown: they reveal little, and ordinary words begin with them.
 */
const leastPart = 4;

/** The mark of our cuts, and of those by most programs. */
const mark = "…";
/** Text between a cut and the mark: `abc …`, a line end and `[…`, a closing quote. */
const beforeMark = /[\s[("'`]{0,4}$/;
/** Limit for a note in brackets that says how much is missing. */
const maxNoteLength = 200;

/**
 * Finds the remains of values beside cuts: some code cuts a text before its secrets are hidden.
 * Every marked cut becomes safe, including those of third-party tools.
 */
export function findCutParts(
  text: string,
  { needles, search }: { readonly needles: readonly string[]; readonly search: NeedleSearch },
): readonly CutPart[] {
  let at = text.indexOf(mark);
  if (at === -1) return none;
  const parts: CutPart[] = [];
  for (; at !== -1; at = text.indexOf(mark, at + 1)) {
    const before = partBefore(text, at, search);
    if (before !== null) parts.push(before);
    for (const start of startsAfter(text, at)) {
      const part = partAfter(text, start, needles);
      if (part !== null && part.end - part.start >= leastPart) parts.push(part);
    }
  }
  return parts;
}

/**
 * Where an unfinished part begins at the text's end: the beginning of a value before a gap, or a
 * mark followed by text that may be the rest of a value.
 */
export function unfinishedCutFrom(
  text: string,
  least: number,
  { needles, search }: { readonly needles: readonly string[]; readonly search: NeedleSearch },
): number {
  const { length } = text;
  const before = gapBefore(text, length) === 0 ? null : partBefore(text, length, search);
  const from = before === null || before.start < least ? length : before.start;
  const at = text.lastIndexOf(mark);
  if (at < least || length - at > maxNoteLength + search.longest) return from;
  const isOpen =
    hasOpenNote(text, at) ||
    startsAfter(text, at).some((start) => {
      if (length - start < leastPart) return true;
      return partAfter(text, start, needles)?.end === length;
    });
  return isOpen ? Math.min(at, from) : from;
}

function partBefore(text: string, at: number, search: NeedleSearch): CutPart | null {
  const from = Math.max(0, at - 8);
  const [gap = ""] = beforeMark.exec(text.slice(from, at)) ?? [];
  const end = at - gap.length;
  const tail = Math.max(0, end - search.longest);
  const start = tail + search.unfinishedFrom(text.slice(tail, end));
  return end - start < leastPart ? null : { start, end };
}

/** Where the text may continue: after the mark and white space, or after the mark's note. */
function startsAfter(text: string, at: number): readonly number[] {
  const behind = at + mark.length;
  const starts = [behind];
  const [space = ""] = /^\s+/.exec(text.slice(behind, behind + maxNoteLength)) ?? [];
  if (space !== "") starts.push(behind + space.length);
  if (!hasNote(text, at)) return starts;
  const [note] = /^[^\n\]]*\]/.exec(text.slice(behind, behind + maxNoteLength)) ?? [];
  if (note === undefined) return starts;
  const end = behind + note.length;
  const [gap = ""] =
    /^(?:\\n|\s)?(?:\s*\d{1,7}(?:\t|[:-] ))?/.exec(text.slice(end, end + 24)) ?? [];
  return [...starts, end, ...(gap === "" ? [] : [end + gap.length])];
}

/** For example `[… 3 lines left out …]` or `… [3 characters before]`. */
function hasNote(text: string, at: number): boolean {
  return text[at - 1] === "[" || /^\s?\[/.test(text.slice(at + 1, at + 3)) || text[at + 1] === "]";
}

function hasOpenNote(text: string, at: number): boolean {
  const note = text.slice(at + 1, at + 1 + maxNoteLength);
  return hasNote(text, at) && note.length < maxNoteLength && !/[\n\]]/.test(note);
}

/** The longest end of a value, or piece of one up to the next mark, that begins at `start`. */
function partAfter(text: string, start: number, needles: readonly string[]): CutPart | null {
  const gram = text.slice(start, start + leastPart);
  if (gram.length < leastPart) return null;
  const next = text.indexOf(mark, start);
  const limit = next === -1 ? text.length : next - gapBefore(text, next);
  let longest = 0;
  for (const needle of needles) {
    for (let at = needle.indexOf(gram, 1); at !== -1; at = needle.indexOf(gram, at + 1)) {
      const size = Math.min(needle.length - at, limit - start);
      if (size > longest && text.startsWith(needle.slice(at, at + size), start)) longest = size;
    }
  }
  return longest < leastPart ? null : { start, end: start + longest };
}

function gapBefore(text: string, at: number): number {
  return beforeMark.exec(text.slice(Math.max(0, at - 8), at))?.[0].length ?? 0;
}

const none: readonly CutPart[] = [];
