import type { StoredOutput } from "../ports/output-store.ts";
import type { ContentPart } from "./content.ts";
import {
  chooseWindows,
  ErrorScout,
  type ErrorWindow,
  mergeRanges,
  type TextRange,
} from "./error-windows.ts";
import { utf8Length, utf8PrefixEnd, utf8SuffixStart } from "./utf8.ts";

/** Limits on the size of a result. */
export interface OutputBudget {
  /** UTF-8 bytes of all texts of a result together, including notes on what was left out. */
  readonly maxBytes: number;
  /** The same in tokens, as counted by `estimateTokens`; the smaller limit holds. */
  readonly maxTokens?: number;
  /** Base64 characters of all images, recordings and embedded files together. */
  readonly maxImageBytes: number;
  /** Bytes of the structured result as JSON. Default: 1 MB. */
  readonly maxStructuredBytes?: number;
}

/** 100 kB is about 25,000 tokens; vendors accept images of up to 5 MiB. */
export const defaultOutputBudget: OutputBudget = {
  maxBytes: 100_000,
  maxImageBytes: 5 * 1024 * 1024,
};

/** For results that code gets instead of a model. */
export const codeOutputBudget: OutputBudget = {
  maxBytes: 1_000_000,
  maxImageBytes: 5 * 1024 * 1024,
  maxStructuredBytes: 4_000_000,
};

const bytesOfToken = 4;

/** How many UTF-8 bytes of text a budget allows. */
export function textBytesOf({ maxBytes, maxTokens }: OutputBudget): number {
  return maxTokens === undefined ? maxBytes : Math.min(maxBytes, maxTokens * bytesOfToken);
}

/** The extent of a cut, in UTF-8 bytes and lines. */
export interface OutputCut {
  /** Without the notes in the gaps. */
  readonly shownBytes: number;
  readonly totalBytes: number;
  readonly omittedLines: number;
  readonly totalLines: number;
}

export interface FittedContent {
  readonly parts: readonly ContentPart[];
  /** Null when nothing was cut. */
  readonly cut: OutputCut | null;
  /** The whole text to store, when it was cut; otherwise null. */
  readonly whole: string | null;
}

/**
 * Fits a result to its budget. Texts keep their beginning, their end and the lines around errors. A note
 * in each gap says how much was left out, and the first note says how to read it. Texts are cut between
 * lines unless a line is very long, and never inside a character. An image that exceeds the budget
 * becomes a text that says so.
 *
 * To store the whole text, fit once, store `whole`, and fit again with the result of storing it.
 */
export function fitContent(
  parts: readonly ContentPart[],
  budget: OutputBudget = defaultOutputBudget,
  kept?: StoredOutput,
): FittedContent {
  const maxBytes = textBytesOf(budget);
  const fitted = fitBinaries(parts, budget.maxImageBytes);
  const texts = fitted.map(textOf).filter((text) => text !== null);
  const sizes = texts.map(utf8Length);
  const totalBytes = sizes.reduce((sum, size) => sum + size, 0);
  if (totalBytes <= maxBytes) return { parts: fitted, cut: null, whole: null };
  const total: Size = { bytes: totalBytes, lines: texts.reduce((sum, t) => sum + linesIn(t), 0) };
  // The note with the totals is the longest possible one.
  const widest = noteOf({ here: total, omitted: total, total, fromLine: total.lines }, true, kept);
  const room = maxBytes - utf8Length(widest) - 2;
  const { ranges, windows, head, tail } = keptRanges(texts, sizes, room);
  const shown: Size = {
    bytes: head.bytes + tail.bytes + windows.bytes,
    lines: head.lines + tail.lines + windows.lines,
  };
  const omitted: Size = {
    bytes: totalBytes - shown.bytes,
    lines: Math.max(0, total.lines - shown.lines),
  };
  const facts = { omitted, total, fromLine: head.lines + 1 };
  return {
    parts: assemble(fitted, ranges, (here, isFirst) =>
      isFirst
        ? cutTo(noteOf({ ...facts, here }, windows.bytes > 0, kept), maxBytes)
        : gapNoteOf(here),
    ),
    cut: {
      shownBytes: shown.bytes,
      totalBytes,
      omittedLines: omitted.lines,
      totalLines: total.lines,
    },
    whole: texts.join("\n"),
  };
}

/**
 * An estimate of a text's tokens: one for every 4 UTF-8 bytes. It is close for English and code, and a bit
 * high for other scripts.
 */
export function estimateTokens(text: string): number {
  return Math.ceil(utf8Length(text) / bytesOfToken);
}

interface Size {
  readonly bytes: number;
  readonly lines: number;
}

/** A place in the texts: before `offset` of text number `index`. */
interface Place extends Size {
  readonly index: number;
  readonly offset: number;
}

function textOf(part: ContentPart): string | null {
  if (part.type === "text") return part.text;
  return part.type === "resource" ? (part.text ?? null) : null;
}

function fitBinaries(parts: readonly ContentPart[], maxImageBytes: number): readonly ContentPart[] {
  let left = maxImageBytes;
  return parts.map((part) => {
    if (part.type === "text" || part.data === undefined) return part;
    const size = part.data.length;
    if (size <= left) {
      left -= size;
      return part;
    }
    const text = `[${binaryKinds[part.type]} (${(part.mimeType ?? "of unknown type").slice(0, 40)}, ${size} bytes as base64) was left out: a result may contain ${maxImageBytes} bytes of such data. Ask for a smaller one.]`;
    return { type: "text", text: text };
  });
}

const binaryKinds = { image: "An image", audio: "A recording", resource: "A file" };

function takeHead(texts: readonly string[], sizes: readonly number[], maxBytes: number): Place {
  let bytes = 0;
  let lines = 0;
  for (const [index, text] of texts.entries()) {
    const size = sizes[index] ?? 0;
    if (bytes + size > maxBytes) {
      const offset = lineEndBefore(text, utf8PrefixEnd(text, maxBytes - bytes));
      const taken = text.slice(0, offset);
      return { index, offset, bytes: bytes + utf8Length(taken), lines: lines + fullLines(taken) };
    }
    bytes += size;
    lines += linesIn(text);
  }
  return { index: texts.length, offset: 0, bytes, lines };
}

function takeTail(
  texts: readonly string[],
  sizes: readonly number[],
  { maxBytes, head }: { readonly maxBytes: number; readonly head: Place },
): Place {
  let bytes = 0;
  let lines = 0;
  for (let index = texts.length - 1; index >= head.index; index -= 1) {
    const text = texts[index] ?? "";
    const from = index === head.index ? head.offset : 0;
    const size = sizes[index] ?? 0;
    if (from > 0 || bytes + size > maxBytes) {
      const start = Math.max(from, utf8SuffixStart(text, maxBytes - bytes));
      const offset = lineStartAfter(text, start);
      const taken = text.slice(offset);
      return { index, offset, bytes: bytes + utf8Length(taken), lines: lines + linesIn(taken) };
    }
    bytes += size;
    lines += linesIn(text);
  }
  return { ...head, bytes, lines };
}

/** The end of the last whole line, unless that would lose more than half of what fits. */
function lineEndBefore(text: string, end: number): number {
  const lineEnd = end === 0 ? 0 : text.lastIndexOf("\n", end - 1) + 1;
  return lineEnd * 2 >= end ? lineEnd : end;
}

function lineStartAfter(text: string, start: number): number {
  if (start === 0 || start >= text.length || text[start - 1] === "\n") return start;
  const lineStart = text.indexOf("\n", start) + 1;
  return lineStart > 0 && (text.length - lineStart) * 2 >= text.length - start ? lineStart : start;
}

/** The share of the budget for lines around errors. More would leave too little beginning and end. */
const windowShare = 0.3;
/** The size of a gap's note and the line ends around it. */
const gapNoteBytes = 48;

interface Kept {
  /** The kept ranges of each text, in order and without overlaps. */
  readonly ranges: readonly (readonly TextRange[])[];
  readonly head: Place;
  readonly tail: Place;
  /** The size of the windows that neither head nor tail includes. */
  readonly windows: Size;
}

function keptRanges(texts: readonly string[], sizes: readonly number[], room: number): Kept {
  const found = chosenWindows(texts, sizes, room);
  const taken = found.reduce((sum, { bytes }) => sum + bytes, 0);
  const { head, tail } = endsOf(texts, sizes, room - taken);
  let bytes = 0;
  let lines = 0;
  const ranges = texts.map((text, index) => {
    const from = index < head.index ? text.length : index === head.index ? head.offset : 0;
    const to = index > tail.index ? 0 : index === tail.index ? tail.offset : text.length;
    if (from >= to) return text === "" ? [] : [{ start: 0, end: text.length }];
    const between = found
      .filter((window) => window.index === index && window.end > from && window.start < to)
      .map(({ start, end }) => ({ start: Math.max(start, from), end: Math.min(end, to) }));
    for (const { start, end } of mergeRanges(between)) {
      const window = text.slice(start, end);
      bytes += utf8Length(window);
      lines += linesIn(window);
    }
    const ends = [
      { start: 0, end: from },
      { start: to, end: text.length },
    ];
    return mergeRanges([...ends, ...between]).filter(({ start, end }) => end > start);
  });
  return { ranges, head, tail, windows: { bytes, lines } };
}

interface FoundWindow extends ErrorWindow {
  /** Number of the text. */
  readonly index: number;
  /** Its size, with the note in the gap before it. */
  readonly bytes: number;
}

/** The lines around errors that head and tail would leave out, as many as fit. */
function chosenWindows(
  texts: readonly string[],
  sizes: readonly number[],
  room: number,
): readonly FoundWindow[] {
  const share = Math.floor(room * windowShare);
  if (share <= gapNoteBytes) return [];
  const { head, tail } = endsOf(texts, sizes, room - share);
  const scout = new ErrorScout();
  const found: FoundWindow[] = [];
  for (let index = head.index; index <= tail.index && index < texts.length; index += 1) {
    const text = texts[index] ?? "";
    const start = index === head.index ? head.offset : 0;
    const end = index === tail.index ? tail.offset : text.length;
    for (const window of scout.find(text, { start, end })) {
      const bytes = utf8Length(text.slice(window.start, window.end)) + gapNoteBytes;
      found.push({ ...window, index, bytes });
    }
  }
  return chooseWindows(found, share, ({ bytes }) => bytes);
}

function endsOf(
  texts: readonly string[],
  sizes: readonly number[],
  room: number,
): { readonly head: Place; readonly tail: Place } {
  const head = takeHead(texts, sizes, Math.max(0, Math.ceil(room / 2)));
  return { head, tail: takeTail(texts, sizes, { maxBytes: Math.max(0, room - head.bytes), head }) };
}

function assemble(
  parts: readonly ContentPart[],
  ranges: readonly (readonly TextRange[])[],
  noteFor: (gap: Size, isFirst: boolean) => string,
): readonly ContentPart[] {
  const result: ContentPart[] = [];
  const gap = { bytes: 0, lines: 0 };
  let index = -1;
  let isNoted = false;
  const leaveOut = (text: string, start: number, end: number): void => {
    if (start >= end) return;
    gap.bytes += end - start;
    gap.lines += linesIn(text.slice(start, end));
  };
  const takeNote = (): string => {
    const note = noteFor({ ...gap }, !isNoted);
    isNoted = true;
    gap.bytes = 0;
    gap.lines = 0;
    return note;
  };
  for (const part of parts) {
    const text = textOf(part);
    if (text === null) {
      result.push(part);
      continue;
    }
    index += 1;
    let shown = "";
    let at = 0;
    for (const { start, end } of ranges[index] ?? []) {
      leaveOut(text, at, start);
      if (gap.bytes > 0) shown = `${withLineEnd(shown)}${takeNote()}\n`;
      shown += text.slice(start, end);
      at = end;
    }
    leaveOut(text, at, text.length);
    if (shown !== "") result.push({ ...part, text: shown } as ContentPart);
  }
  if (gap.bytes > 0) result.push({ type: "text", text: takeNote() });
  return result;
}

function withLineEnd(text: string): string {
  return text === "" || text.endsWith("\n") ? text : `${text}\n`;
}

interface NoteFacts {
  /** The size of this gap. */
  readonly here: Size;
  readonly omitted: Size;
  readonly total: Size;
  /** The first line that isn't shown. */
  readonly fromLine: number;
}

function noteOf(
  { here, omitted, total, fromLine }: NoteFacts,
  hasWindows: boolean,
  kept: StoredOutput | undefined,
): string {
  const bytes = `${omitted.bytes} of ${total.bytes} bytes`;
  const what = hasWindows
    ? `${here.lines} lines left out here, ${omitted.lines} of ${total.lines} in all (${bytes}); of the middle, only lines around errors are shown`
    : `${omitted.lines} of ${total.lines} lines left out here (${bytes})`;
  return `[… ${what}. ${howToGetIt(kept, fromLine)}]`;
}

function howToGetIt(kept: StoredOutput | undefined, fromLine: number): string {
  return kept === undefined ? "Narrow the request to see them." : storedNote(kept, fromLine);
}

/**
 * Tells a model how to read the whole of an output: `The whole is stored: use the path
 * "output:7f3a9c21" to read it from line 213 on, or to search it.`
 */
export function storedNote(kept: StoredOutput, fromLine: number): string {
  if (kept.handle === null) return `The rest could not be stored: ${kept.reason}`;
  const { handle, keptBytes, totalBytes } = kept;
  const what =
    keptBytes < totalBytes ? `The first ${keptBytes} bytes are stored` : "The whole is stored";
  return `${what}: use the path "${handle}" to read it from line ${fromLine} on, or to search it.`;
}

function gapNoteOf({ lines }: Size): string {
  return `[… ${lines} ${lines === 1 ? "line" : "lines"} left out …]`;
}

function cutTo(note: string, maxBytes: number): string {
  return note.slice(0, utf8PrefixEnd(note, maxBytes));
}

/** How many lines the text has; a line end at its end doesn't begin another line. */
function linesIn(text: string): number {
  return fullLines(text) + (text === "" || text.endsWith("\n") ? 0 : 1);
}

function fullLines(text: string): number {
  let lines = 0;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) lines += 1;
  return lines;
}
