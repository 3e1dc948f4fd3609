import {
  type FileVersion,
  type MaybePromise,
  type OpenFile,
  ToolError,
  type WorkspaceAccess,
} from "@toolwright/core";
import { decodeText, type TextFile } from "@toolwright/workspace";
import { type ByteSource, bytesInMemory, readBlock } from "../text-window/byte-source.ts";
import {
  doubleByteLineEnds,
  type LineFormat,
  singleByteLineEnds,
} from "../text-window/line-format.ts";
import { notText } from "./not-text.ts";

/** Smaller files are read at once, which is safer and quicker; larger ones block by block. */
const MAX_BYTES_AT_ONCE = 4 * 1024 * 1024;
const SAMPLE_BYTES = 64 * 1024;
const lineFeed = 10;
const carriageReturn = 13;

/** A text file's bytes, where its lines end, and how to decode them. */
export interface OpenText {
  readonly source: ByteSource;
  readonly format: LineFormat;
  /** `utf-8`, `utf-16le`, …; of a large file what its beginning shows. */
  readonly encoding: string;
  /** In bytes, as it is on disk. */
  readonly size: number;
  version(): MaybePromise<FileVersion>;
  close(): MaybePromise<void>;
}

/**
 * Opens a text file of any size for reading by lines. The caller closes it. `displayPath` is for
 * the messages.
 *
 * Errors: those of the workspace; `not-text` with the kind that the first bytes show.
 */
export async function openText(
  workspace: WorkspaceAccess,
  path: string,
  displayPath: string,
): Promise<OpenText> {
  try {
    return await readWhole(workspace, path, displayPath);
  } catch (thrown) {
    if (!ToolError.isInstance(thrown) || thrown.code !== "file-too-large") throw thrown;
    return await openLarge(workspace, path, displayPath);
  }
}

async function readWhole(
  workspace: WorkspaceAccess,
  path: string,
  displayPath: string,
): Promise<OpenText> {
  const { bytes, version } = await workspace.read(path, { maxBytes: MAX_BYTES_AT_ONCE });
  const file = await decodeText(bytes);
  if (file === null) throw notText(displayPath, bytes, bytes.length);
  const { encoding, bom, lineEnding } = file.format;
  // Anything but UTF-8 was decoded to find out, so lines are taken from the text.
  const isUtf8 = encoding === "utf-8";
  const start = isUtf8 && bom ? 3 : 0;
  return {
    source: bytesInMemory(isUtf8 ? bytes : Buffer.from(file.text)),
    format: singleByteLineEnds({ start, lineEnd: lineEnding === "\r" ? carriageReturn : lineFeed }),
    encoding,
    size: bytes.length,
    version: () => version,
    close: () => {},
  };
}

async function openLarge(
  workspace: WorkspaceAccess,
  path: string,
  displayPath: string,
): Promise<OpenText> {
  const file = await workspace.open(path);
  try {
    const sample = await readBlock(file, Buffer.alloc(SAMPLE_BYTES), 0);
    const text = await decodeSample(sample);
    if (text === null) throw notText(displayPath, sample, file.size);
    return largeText(file, text);
  } catch (thrown) {
    await file.close();
    throw thrown;
  }
}

function largeText(file: OpenFile, { format }: TextFile): OpenText {
  return {
    source: file,
    format: lineFormatOf(format),
    encoding: format.encoding,
    size: file.size,
    version: () => file.version(),
    close: () => file.close(),
  };
}

function lineFormatOf({ encoding, bom, lineEnding }: TextFile["format"]): LineFormat {
  if (encoding === "utf-16le" || encoding === "utf-16be") {
    return doubleByteLineEnds(encoding === "utf-16be", bom ? 2 : 0);
  }
  const lineEnd = lineEnding === "\r" ? carriageReturn : lineFeed;
  if (encoding === "utf-8") return singleByteLineEnds({ start: bom ? 3 : 0, lineEnd });
  const decoder = new TextDecoder(encoding);
  return singleByteLineEnds({ decode: (bytes) => decoder.decode(bytes), lineEnd });
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
