import { ToolError, type WorkspaceAccess } from "@toolwright/core";
import { isThenable } from "@toolwright/core/internal";
import type { FileContent, FileVersion, MaybePromise } from "@toolwright/core/ports";
import { decodeText, type TextFile } from "@toolwright/workspace";
import { type ByteSource, bytesInMemory, readBlock } from "./byte-source.ts";
import { notText } from "./not-text.ts";
import type { TextBytes } from "./text-bytes.ts";

/** Smaller files are read at once, which is safer and quicker; larger ones block by block. */
const MAX_BYTES_AT_ONCE = 4 * 1024 * 1024;
/** Images, documents and texts that aren't in UTF-8 are held in memory; nothing larger is. */
const MAX_MEBIBYTES_IN_MEMORY = 64;
export const MAX_BYTES_IN_MEMORY = MAX_MEBIBYTES_IN_MEMORY * 1024 * 1024;
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
  /** All bytes. Errors: `file-too-large` over 64 MiB. */
  readAll(): MaybePromise<Buffer>;
  close(): MaybePromise<void>;
}

/** A text file in UTF-8, or decoded to it. */
export interface OpenText extends TextBytes {
  /** `utf-8`, `utf-16le`, …; of a large file what its beginning shows. */
  readonly encoding: string;
  /** How the file is written; of a large file what its beginning shows. */
  readonly file: TextFile["format"];
}

/** Opens a file of any size for looking into. The caller closes it. Errors: the workspace's. */
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
 * The text of an open file. `displayPath` is for the message.
 *
 * Errors: `not-text` with the kind that the first bytes show; `file-too-large` for one over 64 MiB
 * that isn't in UTF-8.
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
      `'${displayPath}' is larger than ${MAX_MEBIBYTES_IN_MEMORY} MiB, the limit for texts that aren't in UTF-8 (this one seems to be ${encoding}). Convert it by a command, such as: iconv -f ${encoding} -t utf-8 FILE > COPY`,
      { details: { encoding, maxBytes: MAX_BYTES_IN_MEMORY } },
    );
  }
  return textOf(content, displayPath, await decodeText(await content.readAll()));
}

/** `file` is the text as far as it was decoded: of a large one in UTF-8 its beginning. */
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
 * The beginning of a large file as text; null when it is none. It may end within a character, so
 * some ends are tried.
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
