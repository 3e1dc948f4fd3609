import type { WorkspaceAccess } from "@toolwright/core";
import type { OpenFile } from "@toolwright/core/ports";
import type { MatchedLine } from "./match-collector.ts";

const BLOCK_BYTES = 1_048_576;
const SMALL_BLOCK_BYTES = 65_536;

/** Replaces a byte that is not UTF-8. */
const replacement = "\uFFFD";

/** Larger texts in UTF-16 are not rechecked, and therefore not shown. */
const MAX_WIDE_BYTES = 16 * 1_048_576;

/**
 * Whether the lines that ripgrep found in a file are really there. ripgrep walks by path, so a directory
 * that is swapped for a link during the walk leads it out of the workspace. Therefore its results are
 * looked up again through the contained access. A file is shown only if all its lines, including
 * context, are there.
 *
 * Never throws: a file that can't be opened counts as missing.
 */
export async function isStillThere(
  workspace: WorkspaceAccess,
  path: string,
  lines: readonly MatchedLine[],
): Promise<boolean> {
  let file: OpenFile;
  try {
    file = await workspace.open(path);
  } catch {
    return false;
  }
  try {
    const elsewhere = await notInPlace(file, lines);
    if (elsewhere.length === 0) return true;
    const texts = elsewhere.map(checkableText);
    return (await hasBytes(file, texts)) || (await hasWideText(file, texts));
  } catch {
    return false;
  } finally {
    await file.close();
  }
}

/** Whether a name that ripgrep listed exists, without following links that lead outside. */
export async function isThere(workspace: WorkspaceAccess, path: string): Promise<boolean> {
  try {
    return (await workspace.stat(path)) !== null;
  } catch {
    return false;
  }
}

/** The lines that aren't where ripgrep read them, because the file has changed or isn't UTF-8. */
async function notInPlace(
  file: OpenFile,
  lines: readonly MatchedLine[],
): Promise<readonly MatchedLine[]> {
  const block = Buffer.allocUnsafe(Math.min(SMALL_BLOCK_BYTES, file.size + 1));
  let blockStart = 0;
  let blockEnd = 0;
  const elsewhere: MatchedLine[] = [];
  for (const line of lines) {
    const shown = checkableText(line);
    const text = Buffer.from(shown);
    const { offset } = line;
    if (text.length === 0) continue;
    if (offset === null || text.length > block.length) {
      elsewhere.push(line);
      continue;
    }
    if (offset < blockStart || offset + text.length > blockEnd) {
      blockStart = offset;
      blockEnd = offset + (await file.read(block, offset));
    }
    const at = offset - blockStart;
    const read = block.subarray(at, Math.min(at + text.length, blockEnd - blockStart));
    // A replacement character has more bytes than the bytes that it replaces.
    const isInPlace =
      read.equals(text) || (shown.includes(replacement) && read.toString("utf8").startsWith(shown));
    if (!isInPlace) elsewhere.push(line);
  }
  return elsewhere;
}

/** The text to look up; for a cut line, the piece between the marks. */
function checkableText({ text, isCut }: MatchedLine): string {
  if (!isCut) return text.replace(/\r$/, "");
  return text
    .replace(/^… \[[^\]]* characters before\] /, "")
    .replace(/ … \[[^\]]* characters after\]$/, "");
}

async function hasBytes(file: OpenFile, texts: readonly string[]): Promise<boolean> {
  let missing = texts
    .flatMap((text) => text.split(replacement))
    .map((text) => Buffer.from(text))
    .filter(({ length }) => length > 0);
  const overlap = missing.reduce((longest, { length }) => Math.max(longest, length), 1) - 1;
  // Not a whole block, because most files are far smaller, and there may be hundreds.
  const block = Buffer.allocUnsafe(Math.min(BLOCK_BYTES, file.size + 1) + overlap);
  for (let position = 0; missing.length > 0; ) {
    const count = await file.read(block, position);
    if (count === 0) return false;
    const part = block.subarray(0, count);
    missing = missing.filter((text) => part.indexOf(text) === -1);
    position += Math.max(1, count - overlap);
    if (count < block.length) break;
  }
  return missing.length === 0;
}

/** ripgrep reads UTF-16 where a byte order mark says so. */
async function hasWideText(file: OpenFile, texts: readonly string[]): Promise<boolean> {
  if (file.size > MAX_WIDE_BYTES) return false;
  const bytes = Buffer.alloc(file.size);
  const count = await file.read(bytes, 0);
  const isLittle = bytes[0] === 0xff && bytes[1] === 0xfe;
  const isBig = bytes[0] === 0xfe && bytes[1] === 0xff;
  if (!isLittle && !isBig) return false;
  const text = new TextDecoder(isLittle ? "utf-16le" : "utf-16be").decode(bytes.subarray(0, count));
  return texts.every((each) => text.includes(each));
}
