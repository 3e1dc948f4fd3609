import { isUtf8 } from "node:buffer";
import type { MaybePromise } from "@toolwright/core/ports";
import { lineEndingsOf } from "./line-endings.ts";
import type { TextFile } from "./text-format.ts";
import { readUtf16 } from "./utf16.ts";

const utf8Mark = Buffer.from([0xef, 0xbb, 0xbf]);

/**
 * The text of a file's bytes, or null if they aren't text. `encodeText` returns exactly the same
 * bytes. UTF-8 is tried first, then UTF-16 (by its mark, or a clear pattern), then legacy encodings
 * where one is clearly likely. Null bytes mean binary except in UTF-16.
 *
 * Synchronous except for legacy encodings, whose tables are loaded on first use.
 */
export function decodeText(bytes: Uint8Array): MaybePromise<TextFile | null> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const order = readUtf16(buffer);
  if (order !== null)
    return order.text === null ? null : textFile(order.text, order.encoding, order.bom);
  if (buffer.includes(0)) return null;
  if (isUtf8(buffer)) {
    const bom = buffer.subarray(0, 3).equals(utf8Mark);
    return textFile(buffer.toString("utf8", bom ? 3 : 0), "utf-8", bom);
  }
  return decodeLegacy(buffer);
}

async function decodeLegacy(buffer: Buffer): Promise<TextFile | null> {
  const { decodeLegacyText } = await import("./legacy-encoding.ts");
  const decoded = decodeLegacyText(buffer);
  return decoded === null ? null : textFile(decoded.text, decoded.encoding, false);
}

function textFile(text: string, encoding: string, bom: boolean): TextFile {
  return { text, format: { encoding, bom, ...lineEndingsOf(text) } };
}
