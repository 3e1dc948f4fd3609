import { readBlock } from "./byte-source.ts";
import { MAX_BYTES_TO_COUNT, type TextBytes } from "./text-bytes.ts";

const BLOCK_BYTES = 1024 * 1024;

export interface KeywordPlace {
  /** The number of its line, 1-based. */
  readonly line: number;
  /** Its start, in bytes of the file. */
  readonly position: number;
  /** The start of its line, in bytes of the file. */
  readonly lineStart: number;
}

export interface KeywordRequest {
  /** Has no line ending. */
  readonly keyword: string;
  /** The first occurrence wanted, 1-based. */
  readonly first: number;
  readonly maxPlaces: number;
  /** How much is read at a time. Default: 1 MiB. */
  readonly blockBytes?: number;
}

export interface FoundKeyword {
  readonly places: readonly KeywordPlace[];
  /** The number of occurrences; null if the rest of the file was too large to search. */
  readonly total: number | null;
  readonly totalLines: number | null;
}

/** Occurrences of a keyword in a text of any size, in constant memory; none overlaps another. */
export async function findKeyword(
  { source, start, lineEnd }: TextBytes,
  { keyword: wanted, first, maxPlaces, blockBytes = BLOCK_BYTES }: KeywordRequest,
): Promise<FoundKeyword> {
  const keyword = Buffer.from(wanted);
  const size = Math.max(Math.min(blockBytes, source.size + 2), keyword.length * 2);
  const buffer = Buffer.allocUnsafe(size);
  const scan: Scan = {
    keyword,
    lineEnd,
    first,
    maxPlaces,
    places: [],
    occurrences: 0,
    lineEnds: 0,
    lineStart: start,
    countedTo: start,
    searchedTo: start,
  };
  let isOpen = false;
  for (let position = start; ; ) {
    const block = await readBlock(source, buffer, position);
    scanBlock(block, position, scan);
    if (block.length > 0) isOpen = block.at(-1) !== lineEnd;
    if (block.length < buffer.length) break;
    // A keyword may span this block and the next one.
    position += block.length - (keyword.length - 1);
    if (scan.places.length >= maxPlaces && source.size - position > MAX_BYTES_TO_COUNT) {
      return { places: scan.places, total: null, totalLines: null };
    }
  }
  const totalLines = scan.lineEnds + (isOpen ? 1 : 0);
  return { places: scan.places, total: scan.occurrences, totalLines };
}

interface Scan {
  readonly keyword: Buffer;
  readonly lineEnd: number;
  readonly first: number;
  readonly maxPlaces: number;
  readonly places: KeywordPlace[];
  occurrences: number;
  /** The number of line endings before `countedTo`. */
  lineEnds: number;
  /** The position after the last of them. */
  lineStart: number;
  countedTo: number;
  searchedTo: number;
}

/** Synchronous, because the loop is far slower inside an async function. */
function scanBlock(block: Buffer, position: number, scan: Scan): void {
  const { keyword, places } = scan;
  for (;;) {
    const at = block.indexOf(keyword, Math.max(0, scan.searchedTo - position));
    // A keyword has no line ending, so one that spans the end of the block hides none from this count.
    countTo(block, { position, to: at < 0 ? block.length : at, scan });
    if (at < 0) return;
    scan.searchedTo = position + at + keyword.length;
    scan.occurrences++;
    if (scan.occurrences < scan.first || places.length >= scan.maxPlaces) continue;
    places.push({
      line: scan.lineEnds + 1,
      position: position + at,
      lineStart: scan.lineStart,
    });
  }
}

function countTo(
  block: Buffer,
  { position, to, scan }: { readonly position: number; readonly to: number; readonly scan: Scan },
): void {
  let from = Math.max(0, scan.countedTo - position);
  for (;;) {
    const at = block.indexOf(scan.lineEnd, from);
    if (at < 0 || at >= to) break;
    from = at + 1;
    scan.lineEnds++;
    scan.lineStart = position + from;
  }
  scan.countedTo = Math.max(scan.countedTo, position + to);
}
