import { decodeText, type TextFile } from "@toolwright/workspace";
import { readBlock } from "./byte-source.ts";
import { isNotText } from "./not-text.ts";
import { decodeSample, type OpenContent, openText } from "./open-text.ts";
import { countLines, MAX_BYTES_TO_COUNT } from "./text-bytes.ts";

export interface TextFacts {
  /** `utf-8`, `utf-16le`, `utf-16be`, or the lower-case name of a legacy encoding. */
  readonly encoding: string;
  readonly hasByteOrderMark: boolean;
  /** For a large file, by its beginning. */
  readonly lineEnd: "LF" | "CRLF" | "CR" | "mixed" | "none";
  readonly hasFinalNewline: boolean;
  /** Null if the file is too large to count. */
  readonly lines: number | null;
}

const lineEndNames = { "\n": "LF", "\r\n": "CRLF", "\r": "CR", mixed: "mixed" } as const;

/** The text format of an open file; null if it is not text. */
export async function textFactsOf(content: OpenContent): Promise<TextFacts | null> {
  const { head, isWhole } = content;
  const file = await (isWhole ? decodeText(head) : decodeSample(head));
  if (file === null) return null;
  const { encoding, bom, lineEnding } = file.format;
  const hasFinalNewline = await endsInLineEnd(content, file.format);
  try {
    const isCounted = content.size <= MAX_BYTES_TO_COUNT;
    const lines = isCounted ? await countLines(await openText(content, "")) : null;
    return {
      encoding,
      hasByteOrderMark: bom,
      lineEnd: lines === 0 || (lines === 1 && !hasFinalNewline) ? "none" : lineEndNames[lineEnding],
      hasFinalNewline,
      lines,
    };
  } catch (thrown) {
    if (isNotText(thrown)) return null;
    throw thrown;
  }
}

/** For a large file, `format` describes only the beginning. */
async function endsInLineEnd(
  { isWhole, source }: OpenContent,
  format: TextFile["format"],
): Promise<boolean> {
  if (isWhole) return format.hasFinalNewline;
  const bytes = format.encoding.startsWith("utf-16") ? 2 : 1;
  const last = await readBlock(source, Buffer.allocUnsafe(bytes), source.size - bytes);
  return /[\r\n]$/.test(new TextDecoder(format.encoding).decode(last));
}
