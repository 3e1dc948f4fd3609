import { decodeText, encodeText, matchLineEndings } from "@toolwright/workspace";

/** New content in the format of the content that it replaces. */
export interface KeptFormat {
  readonly bytes: Uint8Array;
  /** Null if the replaced content could not be read, or is not text. */
  readonly oldText: string | null;
  /** The new text with its final line endings. */
  readonly newText: string;
  /** Sentences for the result about unusual properties that were kept; may be empty. */
  readonly note: string;
}

/**
 * Adapts content to the file that it replaces: to its encoding and byte order mark, and to its line
 * endings if they are uniform and the content has only `\n`.
 *
 * Errors: `input-invalid` for characters that the file's encoding lacks.
 */
export async function keepFormat(
  oldBytes: Uint8Array | null,
  content: string,
): Promise<KeptFormat> {
  const old = oldBytes === null ? null : await decodeText(oldBytes);
  if (old === null) {
    const note =
      oldBytes === null ? " It was written as UTF-8." : " The replaced content was not text.";
    return { bytes: Buffer.from(content), oldText: null, newText: content, note };
  }
  const { format } = old;
  // The file keeps its byte order mark or lack of one, whatever the content has.
  const plain = content.startsWith("\ufeff") ? content.slice(1) : content;
  const isFitted =
    format.lineEnding !== "mixed" && format.lineEnding !== "\n" && !plain.includes("\r");
  const newText = isFitted ? matchLineEndings(plain, format) : plain;
  const kept = [
    ...(format.encoding === "utf-8" ? [] : [`encoding (${format.encoding})`]),
    ...(format.bom ? ["byte order mark"] : []),
    ...(isFitted && newText !== plain ? [`line endings (${nameOf(format.lineEnding)})`] : []),
  ];
  return {
    bytes: await encodeText(newText, format),
    oldText: old.text,
    newText,
    note: kept.length === 0 ? "" : ` The file keeps its ${kept.join(", ")}.`,
  };
}

const nameOf = (lineEnding: string): string => (lineEnding === "\r\n" ? "CRLF" : "CR");
