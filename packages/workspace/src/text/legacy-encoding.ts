import { analyse } from "chardet";
import iconv from "iconv-lite";

/** On chardet's scale of 0 to 100. Below this, a text of a few letters could be anything. */
const minConfidence = 30;
/** How many bytes around the first non-ASCII byte are analysed. */
const sampleBytes = 16 * 1024;

/**
 * Text in a pre-Unicode encoding. Null unless an encoding is likely, its result looks like text,
 * and encoding that result gives the same bytes. The caller has ruled out UTF-8 and UTF-16.
 */
export function decodeLegacyText(
  buffer: Buffer,
): { readonly text: string; readonly encoding: string } | null {
  for (const { name, confidence } of analyse(sampleOf(buffer))) {
    const encoding = name.toLowerCase();
    if (confidence < minConfidence || encoding.startsWith("utf") || !iconv.encodingExists(name)) {
      continue;
    }
    const text = iconv.decode(buffer, encoding, { stripBOM: false });
    if (isText(text) && encodeLegacyText(text, encoding).equals(buffer)) return { text, encoding };
  }
  return null;
}

/** The bytes. Characters that the encoding lacks are replaced; the caller checks for that. */
export function encodeLegacyText(text: string, encoding: string): Buffer {
  return iconv.encode(text, encoding, { addBOM: false });
}

export function isLegacyEncoding(encoding: string): boolean {
  return iconv.encodingExists(encoding);
}

/** A text in a legacy encoding, decoded again. */
export function redecodeLegacyText(bytes: Buffer, encoding: string): string {
  return iconv.decode(bytes, encoding, { stripBOM: false });
}

/** Control characters except tab, line ends, form feed and escape show that it isn't text. */
function isText(text: string): boolean {
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  return !/[\u0000-\u0008\u000b\u000e-\u001a\u001c-\u001f\u007f-\u009f\ufffd]/.test(text);
}

function sampleOf(buffer: Buffer): Buffer {
  const first = buffer.findIndex((byte) => byte >= 0x80);
  const start = Math.max(0, first - sampleBytes / 4);
  return buffer.subarray(start, start + sampleBytes);
}
