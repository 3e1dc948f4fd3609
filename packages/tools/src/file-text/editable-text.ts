import { isUtf8 } from "node:buffer";
import type { MaybePromise } from "@toolwright/core";
import { decodeText, encodeText } from "@toolwright/workspace";

/** A text file's content as UTF-8, and the way back to the bytes it is kept in. */
export interface EditableText {
  /** With the byte order mark where UTF-8 has one. */
  readonly utf8: Buffer;
  /** Errors: `input-invalid` for characters that the file's encoding lacks. */
  encode(utf8: Buffer): MaybePromise<Uint8Array>;
}

/**
 * Null for what is no text. Bytes that are UTF-8 already aren't decoded: a large file is searched
 * and put together again as it is.
 */
export async function editableText(bytes: Uint8Array): Promise<EditableText | null> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (isUtf8(buffer) && !buffer.includes(0)) return { utf8: buffer, encode: (utf8) => utf8 };
  const file = await decodeText(bytes);
  if (file === null) return null;
  return {
    utf8: Buffer.from(file.text),
    encode: (utf8) => encodeText(utf8.toString("utf8"), file.format),
  };
}
