import { entityNames } from "./entity-names.ts";

/** A text without its quoting, and the original position of each UTF-16 unit. */
export interface Unescaped {
  readonly text: string;
  readonly starts: readonly number[];
  /** The position after the last character that produced the unit. */
  readonly ends: readonly number[];
  /** The end of the examined text; with `open`, it excludes an incomplete escape. */
  readonly end: number;
}

/** Limit for nested quoting; deeper nesting isn't searched. */
const maxPasses = 4;

/**
 * The text without quoting: percent escapes, HTML entities, and backslash escapes of JSON,
 * JavaScript, Python, C, git and shells become their characters. Differences between quotings are
 * removed: quotes, remaining backslashes and invisible characters are dropped, white space becomes
 * one space, and letters with marks are decomposed (NFD).
 *
 * A value and all its quoted forms thus become the same text, which is suitable for comparing, not
 * for showing.
 */
export function unescaped(
  text: string,
  from = 0,
  to = text.length,
  tail: "whole" | "open" = "whole",
): Unescaped {
  let units = unitsOfText(text, from, to);
  let end = to;
  for (let pass = 0; pass < maxPasses; pass += 1) {
    if (tail === "open") end = Math.min(end, cutOpenEscape(units));
    const decoded = decode(units);
    if (decoded === null) break;
    units = decoded;
  }
  return { ...fold(units), end };
}

/** Removes an escape at the end that more text may continue; returns its start. */
function cutOpenEscape({ codes, starts, ends }: Units): number {
  const tail = codes.slice(-longestOpen);
  const length = codes.length - tail.length + openEscapeFrom(String.fromCharCode(...tail));
  const start = starts[length] ?? Number.POSITIVE_INFINITY;
  codes.length = length;
  starts.length = length;
  ends.length = length;
  return start;
}

interface Units {
  readonly codes: number[];
  readonly starts: number[];
  readonly ends: number[];
}

function unitsOfText(text: string, from: number, to: number): Units {
  const codes: number[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  for (let at = from; at < to; at += 1) {
    codes.push(text.charCodeAt(at));
    starts.push(at);
    ends.push(at + 1);
  }
  return { codes, starts, ends };
}

function put({ codes, starts, ends }: Units, code: number, start: number, end: number): void {
  codes.push(code);
  starts.push(start);
  ends.push(end);
}

/** The characters of an escape, and the index after it. */
interface Decoded {
  readonly codes: readonly number[];
  readonly next: number;
}

const backslash = 0x5c;
const percent = 0x25;
const ampersand = 0x26;

/** Removes one level of quoting; null if there is none. */
function decode(units: Units): Units | null {
  const { codes, starts, ends } = units;
  let result: Units | null = null;
  for (let at = 0; at < codes.length; at += 1) {
    const code = codes[at] as number;
    const isEscape = code === backslash || code === percent || code === ampersand;
    const decoded = isEscape ? escapeAt(codes, at) : null;
    if (decoded === null) {
      if (result !== null) put(result, code, starts[at] as number, ends[at] as number);
      continue;
    }
    result ??= {
      codes: codes.slice(0, at),
      starts: starts.slice(0, at),
      ends: ends.slice(0, at),
    };
    const start = starts[at] as number;
    const end = ends[decoded.next - 1] as number;
    for (const unit of decoded.codes) put(result, unit, start, end);
    at = decoded.next - 1;
  }
  return result;
}

function escapeAt(codes: readonly number[], at: number): Decoded | null {
  if (codes[at] === ampersand) return entityAt(codes, at);
  return characterAt(codes, at) ?? bytesAt(codes, at);
}

/** `\u0041`, `\u{41}`, `\U00000041`, `%u0041`. */
function characterAt(codes: readonly number[], at: number): Decoded | null {
  const mark = codes[at] === percent ? at + 1 : afterRun(codes, at, backslash);
  const letter = codes[mark];
  if (letter !== 0x75 && (letter !== 0x55 || codes[at] === percent)) return null;
  if (codes[mark + 1] === 0x7b) {
    const close = codes.indexOf(0x7d, mark + 2);
    if (close === -1 || close - mark > 8) return null;
    return decodedTo(hexOf(codes, mark + 2, close), close + 1);
  }
  const digits = letter === 0x75 ? 4 : 8;
  return decodedTo(hexOf(codes, mark + 1, mark + 1 + digits), mark + 1 + digits);
}

function decodedTo(point: number | null, next: number): Decoded | null {
  if (point === null || point > 0x10ffff) return null;
  return { codes: unitsOf(point), next };
}

/** Bytes of UTF-8 as `%41`, `\x41` or `\101`; an invalid byte is read as Latin-1. */
function bytesAt(codes: readonly number[], at: number): Decoded | null {
  const first = byteAt(codes, at);
  if (first === null) return null;
  const { byte } = first;
  const more = byte >= 0xf0 && byte < 0xf8 ? 3 : byte >= 0xe0 ? 2 : byte >= 0xc2 ? 1 : 0;
  if (byte < 0xc2 || byte >= 0xf8) return { codes: [byte], next: first.next };
  let point = byte & (0x3f >> more);
  let { next } = first;
  for (let count = 0; count < more; count += 1) {
    const following = byteAt(codes, next);
    if (following === null || (following.byte & 0xc0) !== 0x80) {
      return { codes: [byte], next: first.next };
    }
    point = (point << 6) | (following.byte & 0x3f);
    next = following.next;
  }
  return point > 0x10ffff ? { codes: [byte], next: first.next } : { codes: unitsOf(point), next };
}

function byteAt(
  codes: readonly number[],
  at: number,
): { readonly byte: number; readonly next: number } | null {
  let mark = at + 1;
  if (codes[at] === backslash) {
    mark = afterRun(codes, at, backslash);
    if (codes[mark] === 0x78) mark += 1;
    else return octalAt(codes, mark);
  } else if (codes[at] !== percent) return null;
  const byte = hexOf(codes, mark, mark + 2);
  return byte === null ? null : { byte, next: mark + 2 };
}

function octalAt(codes: readonly number[], at: number) {
  let byte = 0;
  for (let place = at; place < at + 3; place += 1) {
    const digit = (codes[place] ?? 0) - 0x30;
    if (digit < 0 || digit > (place === at ? 3 : 7)) return null;
    byte = byte * 8 + digit;
  }
  return { byte, next: at + 3 };
}

const longestEntity = 34;
const entity =
  /^&(?:#[xX]([\dA-Fa-f]{1,6});?|#(\d{1,7});?|([A-Za-z][A-Za-z\d]{1,31});|(amp|lt|gt|quot|AMP|LT|GT|QUOT))/;

function entityAt(codes: readonly number[], at: number): Decoded | null {
  const text = String.fromCharCode(...codes.slice(at, at + longestEntity));
  const [whole, hex, decimal, name, bare] = entity.exec(text) ?? [];
  if (whole === undefined) return null;
  const next = at + whole.length;
  if (hex !== undefined) return decodedTo(Number.parseInt(hex, 16), next);
  if (decimal !== undefined) return decodedTo(Number.parseInt(decimal, 10), next);
  const point = entityNames().get(name ?? bare?.toLowerCase() ?? "");
  return point === undefined ? null : decodedTo(point, next);
}

function unitsOf(point: number): readonly number[] {
  if (point < 0x10000) return [point];
  return [0xd800 + ((point - 0x10000) >> 10), 0xdc00 + ((point - 0x10000) & 0x3ff)];
}

function hexOf(codes: readonly number[], from: number, to: number): number | null {
  if (from >= to) return null;
  let value = 0;
  for (let at = from; at < to; at += 1) {
    const digit = hexDigit(codes[at] ?? 0);
    if (digit === -1) return null;
    value = value * 16 + digit;
  }
  return value;
}

export function hexDigit(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const letter = code | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
}

function afterRun(codes: readonly number[], at: number, code: number): number {
  let end = at;
  while (codes[end] === code) end += 1;
  return end;
}

/** The letters of escaped line ends and tabs; all become one space. */
const escapedSpaces: ReadonlySet<number> = new Set([0x6e, 0x72, 0x74]);

/** Removes the differences between quotings. */
function fold({ codes, starts, ends }: Units): Omit<Unescaped, "end"> {
  const result: Units = { codes: [], starts: [], ends: [] };
  for (let at = 0; at < codes.length; at += 1) {
    let code = codes[at] as number;
    const start = starts[at] as number;
    if (code === backslash) {
      const run = afterRun(codes, at, backslash) - at;
      at += run;
      const escape = codes[at];
      // A line continuation, also as JSON writes it.
      if (escape === 0x0a || escape === 0x0d || (run === 3 && escape === 0x6e)) {
        at = lineStart(codes, at + 1) - 1;
        continue;
      }
      if (escape === undefined || !escapedSpaces.has(escape)) {
        at -= 1;
        continue;
      }
      code = 0x20;
    }
    if (code === 0x22 || code === 0x27 || isIgnorable(code)) continue;
    if (code === tagsHalf) {
      at += 1;
      continue;
    }
    if (code === 0x0a) at = lineStart(codes, at + 1) - 1;
    if (isSpace(code)) {
      const before = result.codes.length - 1;
      if (result.codes[before] === 0x20) result.ends[before] = ends[at] as number;
      else put(result, 0x20, start, ends[at] as number);
    } else if (code < 0xc0) put(result, code, start, ends[at] as number);
    else for (const part of takenApart(code)) put(result, part, start, ends[at] as number);
  }
  return { text: textOf(result.codes), starts: result.starts, ends: result.ends };
}

/** The position after a line's indentation, and after the line number of a listing. */
function lineStart(codes: readonly number[], from: number): number {
  let at = from;
  while (isSpace(codes[at])) at += 1;
  let end = at;
  while (end - at < 7 && isDigit(codes[end])) end += 1;
  if (end === at) return at;
  // For example `12⇥`, and in search results `12: ` and `12- `.
  const isMarked = (codes[end] === 0x3a || codes[end] === 0x2d) && codes[end + 1] === 0x20;
  if (codes[end] !== 0x09 && !isMarked) return at;
  at = isMarked ? end + 1 : end;
  while (isSpace(codes[at])) at += 1;
  return at;
}

const isDigit = (code: number | undefined): boolean =>
  code !== undefined && code >= 0x30 && code <= 0x39;

function isSpace(code: number | undefined): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

/** The first unit of tag characters and of supplementary variation selectors. */
const tagsHalf = 0xdb40;

/** Invisible characters, which may be inserted anywhere in a value. */
const ignorable = /[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/u;

let ignorables: Uint8Array | null = null;

/**
 * By UTF-16 unit; computed from Unicode's table when first needed, because most texts are ASCII.
 */
function ignorableUnits(): Uint8Array {
  if (ignorables !== null) return ignorables;
  ignorables = new Uint8Array(65_536);
  for (let first = 0; first < ignorables.length; first += 256) {
    const codes = Array.from({ length: 256 }, (_, index) => first + index);
    if (!ignorable.test(String.fromCharCode(...codes))) continue;
    for (const code of codes) {
      if (ignorable.test(String.fromCharCode(code))) ignorables[code] = 1;
    }
  }
  return ignorables;
}

/** Whether the unit is invisible, or half of an invisible character. */
export function mayBeIgnorable(code: number): boolean {
  return code === tagsHalf || isIgnorable(code);
}

function isIgnorable(code: number): boolean {
  return code >= 0xad && ignorableUnits()[code] === 1;
}

const parts = new Map<number, readonly number[]>();

function takenApart(code: number): readonly number[] {
  let known = parts.get(code);
  if (known === undefined) {
    const apart = String.fromCharCode(code).normalize("NFD");
    known = Array.from({ length: apart.length }, (_, at) => apart.charCodeAt(at));
    parts.set(code, known);
  }
  return known;
}

function textOf(codes: readonly number[]): string {
  let text = "";
  for (let at = 0; at < codes.length; at += 4_096) {
    text += String.fromCharCode(...codes.slice(at, at + 4_096));
  }
  return text;
}

/** Longer than any escape. */
const longestOpen = 64;

/** The start of an escape that the text's end may have cut; the text's length if there is none. */
export function openEscapeFrom(text: string): number {
  const end = text.slice(-longestOpen);
  const first = end.search(/[\\%&"']/);
  if (first === -1) return text.length;
  const [found = ""] = openEscape.exec(end.slice(first)) ?? [];
  return text.length - found.length;
}

/** Incomplete bytes of a character followed by an escape that may continue; or quotes. */
const openEscape = new RegExp(
  [
    String.raw`(?:(?:(?:\\+(?:x[C-Fc-f][\dA-Fa-f]|3[0-7]{2})|%(?:25)*[C-Fc-f][\dA-Fa-f])`,
    String.raw`(?:\\+(?:x[89ABab][\dA-Fa-f]|2[0-7]{2})|%(?:25)*[89ABab][\dA-Fa-f]){0,2})?`,
    "(?:",
    [
      String.raw`\\+(?:u(?:\{[\dA-Fa-f]{0,6}|[\dA-Fa-f]{0,4})|U[\dA-Fa-f]{0,8}|x[\dA-Fa-f]{0,2}|[0-7]{0,3}|\r?\n?[ \t]*|\r?\n[ \t]*\d{0,7}(?:\t|[:-] ?)?[ \t]*)`,
      String.raw`%(?:25)*(?:u?[\dA-Fa-f]{0,4})`,
      String.raw`&(?:amp;?)*#?[\dA-Za-z]{0,32};?`,
    ].join("|"),
    `)|["']+)$`,
  ].join(""),
);
