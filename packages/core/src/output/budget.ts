import type { ContentPart } from "./content.ts";
import { utf8Length, utf8PrefixEnd, utf8SuffixStart } from "./utf8.ts";

export interface OutputBudget {
  /** UTF-8 bytes of all texts of a result together, the note on what was left out included. */
  readonly maxBytes: number;
  /** Base64 characters of all images together. */
  readonly maxImageBytes: number;
  /** Under which the whole text was kept, once it was. */
  readonly handle?: string;
}

/** 100 kB is some 25,000 tokens; vendors take images of up to 5 MiB. */
export const defaultOutputBudget: OutputBudget = {
  maxBytes: 100_000,
  maxImageBytes: 5 * 1024 * 1024,
};

/** What was left out of the texts, in UTF-8 bytes and lines. */
export interface OutputCut {
  /** Without the note that stands in the gap. */
  readonly shownBytes: number;
  readonly totalBytes: number;
  readonly omittedLines: number;
  readonly totalLines: number;
}

export interface FittedContent {
  readonly parts: readonly ContentPart[];
  /** Null when all text is there. */
  readonly cut: OutputCut | null;
  /** The whole text when it was cut, to be kept; null otherwise. */
  readonly whole: string | null;
}

/**
 * Fits a result to its budget. Texts keep their beginning and end, cut between lines where lines
 * aren't longer than half of that and never inside a character; one line in the gap says how much
 * was left out of how much and how to get it. An image that is over becomes a text that says so.
 *
 * To keep what was cut, fit once, store `whole`, and fit again with the handle.
 */
export function fitContent(
  parts: readonly ContentPart[],
  budget: OutputBudget = defaultOutputBudget,
): FittedContent {
  const fitted = fitImages(parts, budget.maxImageBytes);
  const texts = fitted.map(textOf).filter((text) => text !== null);
  const sizes = texts.map(utf8Length);
  const totalBytes = sizes.reduce((sum, size) => sum + size, 0);
  if (totalBytes <= budget.maxBytes) return { parts: fitted, cut: null, whole: null };
  const total: Size = { bytes: totalBytes, lines: texts.reduce((sum, t) => sum + linesIn(t), 0) };
  const whole = texts.join("\n");
  // The note's numbers are at most as long as those of all.
  const room = budget.maxBytes - utf8Length(noteOf(total, total, budget.handle)) - 2;
  const headBytes = Math.max(0, Math.ceil(room / 2));
  const head = takeHead(texts, sizes, headBytes);
  const tail = takeTail(texts, sizes, { maxBytes: Math.max(0, room - head.bytes), head });
  const shown: Size = { bytes: head.bytes + tail.bytes, lines: head.lines + tail.lines };
  const omitted: Size = {
    bytes: total.bytes - shown.bytes,
    lines: Math.max(0, total.lines - shown.lines),
  };
  const note = fitNote(noteOf(omitted, total, budget.handle), budget.maxBytes);
  return {
    parts: assemble(fitted, head, tail, note),
    cut: {
      shownBytes: shown.bytes,
      totalBytes,
      omittedLines: omitted.lines,
      totalLines: total.lines,
    },
    whole,
  };
}

/**
 * About how many tokens a model makes of a text: one for 4 UTF-8 bytes, which is near for English
 * and code, and somewhat high for other scripts.
 */
export function estimateTokens(text: string): number {
  return Math.ceil(utf8Length(text) / 4);
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

function fitImages(parts: readonly ContentPart[], maxImageBytes: number): readonly ContentPart[] {
  let left = maxImageBytes;
  return parts.map((part) => {
    if (part.type !== "image") return part;
    const size = part.data.length;
    if (size <= left) {
      left -= size;
      return part;
    }
    const text = `[An image (${part.mimeType.slice(0, 40)}, ${size} bytes as base64) was left out: a result may have ${maxImageBytes} bytes of images. Ask for a smaller one.]`;
    return { type: "text", text };
  });
}

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

/** The end of the last whole line, unless that would give up more than half of what fits. */
function lineEndBefore(text: string, end: number): number {
  const lineEnd = end === 0 ? 0 : text.lastIndexOf("\n", end - 1) + 1;
  return lineEnd * 2 >= end ? lineEnd : end;
}

function lineStartAfter(text: string, start: number): number {
  if (start === 0 || start >= text.length || text[start - 1] === "\n") return start;
  const lineStart = text.indexOf("\n", start) + 1;
  return lineStart > 0 && (text.length - lineStart) * 2 >= text.length - start ? lineStart : start;
}

function assemble(
  parts: readonly ContentPart[],
  head: Place,
  tail: Place,
  note: string,
): readonly ContentPart[] {
  const result: ContentPart[] = [];
  let index = -1;
  let isNoted = false;
  const push = (part: ContentPart, text: string): void => {
    if (text !== "") result.push({ ...part, text } as ContentPart);
  };
  for (const part of parts) {
    const text = textOf(part);
    if (text === null) {
      result.push(part);
      continue;
    }
    index += 1;
    const isCut = index >= head.index && index <= tail.index;
    if (!isCut) {
      push(part, text);
      continue;
    }
    const before = index === head.index ? text.slice(0, head.offset) : "";
    const after = index === tail.index ? text.slice(tail.offset) : "";
    if (isNoted) push(part, after);
    else push(part, join(before, note, after));
    isNoted = true;
  }
  if (!isNoted) result.push({ type: "text", text: note });
  return result;
}

function join(before: string, note: string, after: string): string {
  const top = before === "" || before.endsWith("\n") ? before : `${before}\n`;
  return `${top}${note}${after === "" ? "" : `\n${after}`}`;
}

function noteOf(omitted: Size, total: Size, handle: string | undefined): string {
  const how =
    handle === undefined
      ? "Narrow the request to see them."
      : `The whole is kept as '${handle}': read or search it there.`;
  return `[… ${omitted.lines} of ${total.lines} lines left out here (${omitted.bytes} of ${total.bytes} bytes). ${how}]`;
}

function fitNote(note: string, maxBytes: number): string {
  return note.slice(0, utf8PrefixEnd(note, maxBytes));
}

/** Lines with something in them: a text that ends in a line end has no empty line after it. */
function linesIn(text: string): number {
  return fullLines(text) + (text === "" || text.endsWith("\n") ? 0 : 1);
}

function fullLines(text: string): number {
  let lines = 0;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) lines += 1;
  return lines;
}
