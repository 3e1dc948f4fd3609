import {
  type FileContent,
  type FileVersion,
  isThenable,
  type MaybePromise,
  type OpenFile,
  ToolError,
  type WorkspaceAccess,
} from "@toolwright/core";
import { decodeText, encodeText, type TextFile } from "@toolwright/workspace";
import { type ByteSource, bytesInMemory, readBlock } from "./byte-source.ts";
import {
  doubleByteLineEnds,
  type LineFormat,
  multiByteLineEnds,
  singleByteLineEnds,
} from "./line-format.ts";
import { notText } from "./not-text.ts";

/** Smaller files are read at once, which is safer and quicker; larger ones block by block. */
const MAX_BYTES_AT_ONCE = 4 * 1024 * 1024;
const SAMPLE_BYTES = 64 * 1024;
const lineFeed = 10;
const carriageReturn = 13;

/** A file's bytes, all of them or, of a large one, its beginning and the way to the others. */
export interface OpenContent {
  /** All bytes unless the file is large. */
  readonly head: Buffer;
  readonly isWhole: boolean;
  readonly source: ByteSource;
  /** In bytes, as it is on disk. */
  readonly size: number;
  /** Taken before anything is read: of a file that changes meanwhile an older version is known. */
  readonly version: FileVersion;
  close(): MaybePromise<void>;
}

/** A text file's bytes, where its lines end, and how to decode and encode them. */
export interface OpenText {
  readonly source: ByteSource;
  readonly format: LineFormat;
  /** `utf-8`, `utf-16le`, …; of a large file what its beginning shows. */
  readonly encoding: string;
  /** How the file is written; of a large file what its beginning shows. */
  readonly file: TextFile["format"];
  /** The bytes of a piece of text; null when the encoding lacks one of its characters. */
  encode(text: string): Promise<Buffer | null>;
}

/** Opens a file of any size for looking into. The caller closes it. Errors: the workspace's. */
export function openContent(workspace: WorkspaceAccess, path: string): MaybePromise<OpenContent> {
  const openInstead = (thrown: unknown): Promise<OpenContent> => {
    if (!ToolError.isInstance(thrown) || thrown.code !== "file-too-large") throw thrown;
    return openLarge(workspace.open(path));
  };
  try {
    const content = workspace.read(path, { maxBytes: MAX_BYTES_AT_ONCE });
    return isThenable(content) ? content.then(wholeContent, openInstead) : wholeContent(content);
  } catch (thrown) {
    return openInstead(thrown);
  }
}

function wholeContent({ bytes, version }: FileContent): OpenContent {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const source = bytesInMemory(head);
  return { head, isWhole: true, source, size: head.length, version, close: () => {} };
}

async function openLarge(opening: MaybePromise<OpenFile>): Promise<OpenContent> {
  const file = await opening;
  try {
    const version = await file.version();
    const head = await readBlock(file, Buffer.allocUnsafe(SAMPLE_BYTES), 0);
    const { size } = file;
    return { head, isWhole: false, source: file, size, version, close: () => file.close() };
  } catch (thrown) {
    await file.close();
    throw thrown;
  }
}

/**
 * The lines of an open file. `displayPath` is for the message.
 *
 * Errors: `not-text` with the kind that the first bytes show.
 */
export function openText(content: OpenContent, displayPath: string): MaybePromise<OpenText> {
  const { head, isWhole } = content;
  const decoded = isWhole ? decodeText(head) : decodeSample(head);
  return isThenable(decoded)
    ? decoded.then((file) => decodedText(content, displayPath, file))
    : decodedText(content, displayPath, decoded);
}

function decodedText(
  { head, isWhole, size, source }: OpenContent,
  displayPath: string,
  file: TextFile | null,
): OpenText {
  if (file === null) throw notText(displayPath, head, size);
  const { encoding, lineEnding } = file.format;
  if (!isWhole || encoding === "utf-8") {
    return {
      source,
      format: lineFormatOf(file.format),
      encoding,
      file: file.format,
      encode: (text) => encodeIn(text, encoding),
    };
  }
  // It was decoded to find that out, so lines are taken from the text.
  return {
    source: bytesInMemory(Buffer.from(file.text)),
    format: singleByteLineEnds({ lineEnd: lineEndByte(lineEnding) }),
    encoding,
    file: file.format,
    encode: (text) => encodeIn(text, "utf-8"),
  };
}

const lineEndByte = (lineEnding: string): number =>
  lineEnding === "\r" ? carriageReturn : lineFeed;

function lineFormatOf({ encoding, bom, lineEnding }: TextFile["format"]): LineFormat {
  if (encoding === "utf-16le" || encoding === "utf-16be") {
    return doubleByteLineEnds(encoding === "utf-16be", bom ? 2 : 0);
  }
  const lineEnd = lineEndByte(lineEnding);
  if (encoding === "utf-8") return singleByteLineEnds({ start: bom ? 3 : 0, lineEnd });
  return multiByteLineEnds(encoding, lineEnd);
}

async function encodeIn(text: string, encoding: string): Promise<Buffer | null> {
  try {
    return Buffer.from(await encodeText(text, { encoding, bom: false }));
  } catch (thrown) {
    if (ToolError.isInstance(thrown) && thrown.code === "input-invalid") return null;
    throw thrown;
  }
}

/** The sample may end within a character, so some ends are tried. */
async function decodeSample(sample: Buffer): Promise<TextFile | null> {
  let legacy: TextFile | null = null;
  for (let missing = 0; missing < 4; missing++) {
    const text = await decodeText(sample.subarray(0, sample.length - missing));
    if (text?.format.encoding.startsWith("utf-") === true) return text;
    legacy ??= text;
  }
  return legacy;
}
