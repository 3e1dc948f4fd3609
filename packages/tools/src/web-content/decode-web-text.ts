import { isAscii, isUtf8 } from "node:buffer";
import { revealedLine } from "@toolwright/core/internal";
import { decodeText } from "@toolwright/workspace";

export interface WebText {
  readonly text: string;
  /** Sentences about doubts. */
  readonly notes: readonly string[];
}

/** A page names its charset in its first bytes. */
const HEAD_BYTES = 4 * 1024;

/**
 * The text of a response's body; null if it isn't text.
 *
 * The byte order mark decides first, then UTF-8 where the bytes can hardly be anything else, then the charset that
 * the header or the beginning names, then what is likely. Servers name wrong charsets, so each must fit all bytes.
 */
export async function decodeWebText(
  bytes: Uint8Array,
  headerCharset: string | null,
): Promise<WebText | null> {
  const marked = markedEncoding(bytes);
  if (marked !== null) return { text: new TextDecoder(marked).decode(bytes), notes: [] };
  if (isUtf8(bytes) && !isAscii(bytes) && !bytes.includes(0)) {
    return { text: new TextDecoder().decode(bytes), notes: [] };
  }
  const named = [headerCharset, charsetInHead(bytes)].filter((name) => name !== null);
  for (const name of named) {
    const text = decodeExactly(bytes, name);
    if (text !== null) return { text, notes: [] };
  }
  return decodeLikely(bytes, named[0]);
}

function markedEncoding(bytes: Uint8Array): string | null {
  const [first, second, third] = bytes;
  if (first === 0xef && second === 0xbb && third === 0xbf) return "utf-8";
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return first === 0xfe && second === 0xff ? "utf-16be" : null;
}

/** The charset in `<meta>` or in the declaration of XML. */
function charsetInHead(bytes: Uint8Array): string | null {
  const head = Buffer.from(bytes.subarray(0, HEAD_BYTES)).toString("latin1");
  const [, inXml] = /^\s*<\?xml[^>]{0,200}?encoding\s*=\s*["']([\w.:-]+)/.exec(head) ?? [];
  const [, inMeta] = /<meta\b[^>]{0,400}?charset\s*=\s*["']?\s*([\w.:-]+)/i.exec(head) ?? [];
  const name = inXml ?? inMeta ?? null;
  // It could not have been read if it were true.
  return name !== null && /^utf-?16/i.test(name) ? null : name;
}

/** The text if all bytes fit the charset; null if not, or if the charset is unknown. */
function decodeExactly(bytes: Uint8Array, charset: string): string | null {
  try {
    const text = new TextDecoder(charset, { fatal: true }).decode(bytes);
    return text.includes("\0") ? null : text;
  } catch {
    // Unknown, or not the charset of these bytes.
    return null;
  }
}

async function decodeLikely(bytes: Uint8Array, named: string | undefined): Promise<WebText | null> {
  const likely = await decodeText(bytes);
  if (likely === null && Buffer.from(bytes).includes(0)) return null;
  const encoding = likely?.format.encoding ?? "windows-1252";
  const text = likely?.text ?? new TextDecoder(encoding).decode(bytes);
  if (named === undefined || /^[\t\n\f\r\x20-\x7e]*$/.test(text)) return { text, notes: [] };
  const shown = revealedLine(named, 40, "name");
  return { text, notes: [`The charset ${shown} doesn't fit, so this was read as ${encoding}.`] };
}
