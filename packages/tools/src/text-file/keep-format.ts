import { decodeText, encodeText, matchLineEndings } from "@toolwright/workspace";

/** New content in the format of what it replaces. */
export interface KeptFormat {
  readonly bytes: Uint8Array;
  /** Null when what is replaced couldn't be looked at, or is no text. */
  readonly oldText: string | null;
  /** With the line ends it is written with. */
  readonly newText: string;
  /** Sentences for the result: what was kept besides the usual; empty when nothing. */
  readonly note: string;
}

/**
 * Fits content to the file it replaces: its encoding and byte order mark, and its line ends when
 * all of them are the same and the content has only `\n`.
 *
 * Errors: `input-invalid` for characters that the file's encoding lacks.
 */
export async function keepFormat(
  oldBytes: Uint8Array | null,
  content: string,
): Promise<KeptFormat> {
  const old = oldBytes === null ? null : await decodeText(oldBytes);
  if (old === null) {
    const note = oldBytes === null ? " It was written as UTF-8." : " What it replaced was no text.";
    return { bytes: Buffer.from(content), oldText: null, newText: content, note };
  }
  const { format } = old;
  // Given with a mark or without, the file keeps what it had.
  const plain = content.startsWith("\ufeff") ? content.slice(1) : content;
  const isFitted =
    format.lineEnding !== "mixed" && format.lineEnding !== "\n" && !plain.includes("\r");
  const newText = isFitted ? matchLineEndings(plain, format) : plain;
  const kept = [
    ...(format.encoding === "utf-8" ? [] : [`encoding (${format.encoding})`]),
    ...(format.bom ? ["byte order mark"] : []),
    ...(isFitted && newText !== plain ? [`line ends (${nameOf(format.lineEnding)})`] : []),
  ];
  return {
    bytes: await encodeText(newText, format),
    oldText: old.text,
    newText,
    note: kept.length === 0 ? "" : ` The file keeps its ${kept.join(", ")}.`,
  };
}

const nameOf = (lineEnding: string): string => (lineEnding === "\r\n" ? "CRLF" : "CR");
