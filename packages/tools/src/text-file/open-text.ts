import { ToolError, type WorkspaceAccess } from "@toolwright/core";
import { isThenable } from "@toolwright/core/internal";
import type { FileContent, FileVersion, MaybePromise } from "@toolwright/core/ports";
import { decodeText, type TextFile } from "@toolwright/workspace";
import { type ByteSource, bytesInMemory, readBlock } from "./byte-source.ts";
import { notText } from "./not-text.ts";
import type { TextBytes } from "./text-bytes.ts";

/** Smaller files are read at once, which is safer and faster; larger ones block by block. */
const MAX_BYTES_AT_ONCE = 4 * 1024 * 1024;
/** The limit for images, documents and texts in other encodings than UTF-8, which are held in memory. */
const MAX_MEBIBYTES_IN_MEMORY = 64;
export const MAX_BYTES_IN_MEMORY = MAX_MEBIBYTES_IN_MEMORY * 1024 * 1024;
const SAMPLE_BYTES = 64 * 1024;
const lineFeed = 10;
const carriageReturn = 13;

/** A file's bytes: all of them, or the beginning of a large file with access to the rest. */
export interface OpenContent {
  /** All bytes, or the beginning of a large file. */
  readonly head: Buffer;
  readonly isWhole: boolean;
  readonly source: ByteSource;
  /** In bytes, as it is on disk. */
  readonly size: number;
  /** Taken before reading, so that a later change of the file is noticed. */
  readonly version: FileVersion;
  /** All bytes. Errors: `file-too-large` over 64 MiB. */
  readAll(): MaybePromise<Buffer>;
  close(): MaybePromise<void>;
}

/** A text file in UTF-8, or decoded to it. */
export interface OpenText extends TextBytes {
  /** `utf-8`, `utf-16le`, …; for a large file, by its beginning. */
  readonly encoding: string;
  /** The file's format; for a large file, by its beginning. */
  readonly file: TextFile["format"];
}

/** Opens a file of any size for reading. The caller closes it. Errors: the workspace's. */
export function openContent(workspace: WorkspaceAccess, path: string): MaybePromise<OpenContent> {
  const openInstead = (thrown: unknown): Promise<OpenContent> => {
    if (!ToolError.isInstance(thrown) || thrown.code !== "file-too-large") throw thrown;
    return openLarge(workspace, path);
  };
  try {
    const content = workspace.read(path, { maxBytes: MAX_BYTES_AT_ONCE });
    return isThenable(content) ? content.then(wholeContent, openInstead) : wholeContent(content);
  } catch (thrown) {
    return openInstead(thrown);
  }
}

function wholeContent({ bytes, version }: FileContent): OpenContent {
  const head = bufferOf(bytes);
  const source = bytesInMemory(head);
  const readAll = (): Buffer => head;
  return { head, isWhole: true, source, size: head.length, version, readAll, close: () => {} };
}

async function openLarge(workspace: WorkspaceAccess, path: string): Promise<OpenContent> {
  const file = await workspace.open(path);
  try {
    const version = await file.version();
    const head = await readBlock(file, Buffer.allocUnsafe(SAMPLE_BYTES), 0);
    const readAll = async (): Promise<Buffer> =>
      bufferOf((await workspace.read(path, { maxBytes: MAX_BYTES_IN_MEMORY })).bytes);
    const close = (): MaybePromise<void> => file.close();
    return { head, isWhole: false, source: file, size: file.size, version, readAll, close };
  } catch (thrown) {
    await file.close();
    throw thrown;
  }
}

function bufferOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

/**
 * The text of an open file. `displayPath` is for messages.
 *
 * Errors: `not-text` with the kind by the first bytes; `file-too-large` over 64 MiB if not in UTF-8.
 */
export function openText(content: OpenContent, displayPath: string): MaybePromise<OpenText> {
  if (!content.isWhole) return openLargeText(content, displayPath);
  const decoded = decodeText(content.head);
  return isThenable(decoded)
    ? decoded.then((file) => textOf(content, displayPath, file))
    : textOf(content, displayPath, decoded);
}

async function openLargeText(content: OpenContent, displayPath: string): Promise<OpenText> {
  const sample = await decodeSample(content.head);
  const encoding = sample?.format.encoding ?? "utf-8";
  if (encoding === "utf-8") return textOf(content, displayPath, sample);
  if (content.size > MAX_BYTES_IN_MEMORY) {
    throw new ToolError(
      "file-too-large",
      `'${displayPath}' exceeds ${MAX_MEBIBYTES_IN_MEMORY} MiB, the limit for texts that aren't in UTF-8 (this one seems to be ${encoding}). Convert it with a command, such as: iconv -f ${encoding} -t utf-8 FILE > COPY`,
      { details: { encoding, maxBytes: MAX_BYTES_IN_MEMORY } },
    );
  }
  return textOf(content, displayPath, await decodeText(await content.readAll()));
}

/** `file` is the decoded text; only the beginning of a large one in UTF-8. */
function textOf(
  { head, size, source }: OpenContent,
  displayPath: string,
  file: TextFile | null,
): OpenText {
  if (file === null) throw notText(displayPath, head, size);
  const { encoding, bom, lineEnding } = file.format;
  const shared = {
    lineEnd: lineEnding === "\r" ? carriageReturn : lineFeed,
    encoding,
    file: file.format,
  };
  if (encoding === "utf-8") return { ...shared, source, start: bom ? 3 : 0 };
  return { ...shared, source: bytesInMemory(Buffer.from(file.text)), start: 0 };
}

/**
 * The beginning of a large file as text; null if it is not text. It may end within a character, so
 * several ends are tried.
 */
export async function decodeSample(sample: Buffer): Promise<TextFile | null> {
  let legacy: TextFile | null = null;
  for (let missing = 0; missing < 4; missing++) {
    const text = await decodeText(sample.subarray(0, sample.length - missing));
    if (text?.format.encoding.startsWith("utf-") === true) return text;
    legacy ??= text;
  }
  return legacy;
}
