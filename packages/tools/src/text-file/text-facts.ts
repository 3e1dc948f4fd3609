import { type ByteSource, readBlock } from "./byte-source.ts";
import { countLines, endsWithLineEnd } from "./count-lines.ts";
import { isNotText } from "./not-text.ts";
import { type OpenContent, openText } from "./open-text.ts";

export interface TextFacts {
  /** `utf-8`, `utf-16le`, `utf-16be`, or the lower-case name of a legacy encoding. */
  readonly encoding: string;
  readonly hasByteOrderMark: boolean;
  /** Of a large file what its beginning shows. */
  readonly lineEnd: "LF" | "CRLF" | "CR" | "mixed" | "none";
  readonly hasFinalNewline: boolean;
  /** Null when the file is too large to count. */
  readonly lines: number | null;
}

const lineEndNames = { "\n": "LF", "\r\n": "CRLF", "\r": "CR", mixed: "mixed" } as const;

/** How an open file is written as text; null when it is no text. In constant memory. */
export async function textFactsOf(content: OpenContent): Promise<TextFacts | null> {
  try {
    const { source, format, encoding, file } = await openText(content, "");
    const lines = await countLines(source, format);
    return {
      encoding,
      hasByteOrderMark: file.bom,
      lineEnd:
        lines === 0 || (lines === 1 && !file.hasFinalNewline)
          ? "none"
          : lineEndNames[file.lineEnding],
      hasFinalNewline: content.isWhole
        ? file.hasFinalNewline
        : endsWithLineEnd(format, await lastBytes(source, format.lineEndBytes)),
      lines,
    };
  } catch (thrown) {
    if (isNotText(thrown)) return null;
    throw thrown;
  }
}

async function lastBytes(source: ByteSource, count: number): Promise<Buffer> {
  return readBlock(source, Buffer.allocUnsafe(count), Math.max(0, source.size - count));
}
