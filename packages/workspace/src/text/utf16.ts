export type Utf16Name = "utf-16le" | "utf-16be";

export interface Utf16Reading {
  readonly encoding: Utf16Name;
  readonly bom: boolean;
  /** Null when the bytes claim to be UTF-16 but aren't valid text. */
  readonly text: string | null;
}

/** A shorter text has too few characters for the pattern. */
const minPatternBytes = 4;
/** How many bytes are checked for the pattern. */
const patternBytes = 4096;

/** The bytes read as UTF-16; null if nothing suggests UTF-16. */
export function readUtf16(buffer: Buffer): Utf16Reading | null {
  const marked = markedOrder(buffer);
  if (marked !== null) {
    return { encoding: marked, bom: true, text: decodeUtf16(buffer.subarray(2), marked) };
  }
  const guessed = patternOrder(buffer);
  if (guessed === null) return null;
  const text = decodeUtf16(buffer, guessed);
  return text === null ? null : { encoding: guessed, bom: false, text };
}

export function encodeUtf16(text: string, encoding: Utf16Name, bom: boolean): Buffer {
  const bytes = Buffer.from(bom ? `\uFEFF${text}` : text, "utf16le");
  return encoding === "utf-16le" ? bytes : bytes.swap16();
}

function markedOrder(buffer: Buffer): Utf16Name | null {
  if (buffer[0] === 0xff && buffer[1] === 0xfe) return "utf-16le";
  return buffer[0] === 0xfe && buffer[1] === 0xff ? "utf-16be" : null;
}

/** Text in Western letters has a null in every other byte, and none elsewhere. */
function patternOrder(buffer: Buffer): Utf16Name | null {
  if (buffer.byteLength < minPatternBytes || buffer.byteLength % 2 !== 0) return null;
  const looked = Math.min(buffer.byteLength, patternBytes);
  let even = 0;
  let odd = 0;
  for (let at = 0; at < looked; at += 2) {
    if (buffer[at] === 0) even += 1;
    if (buffer[at + 1] === 0) odd += 1;
  }
  const enough = looked / 4;
  if (odd > enough && even === 0) return "utf-16le";
  return even > enough && odd === 0 ? "utf-16be" : null;
}

function decodeUtf16(buffer: Buffer, encoding: Utf16Name): string | null {
  if (buffer.byteLength % 2 !== 0) return null;
  const littleEndian = encoding === "utf-16le" ? buffer : Buffer.from(buffer).swap16();
  const text = littleEndian.toString("utf16le");
  // Half of a surrogate pair or a null character means that this isn't text.
  return text.isWellFormed() && !text.includes("\0") ? text : null;
}
