import { readBlock } from "./byte-source.ts";
import { MAX_BYTES_TO_COUNT, type TextBytes } from "./text-bytes.ts";

const BLOCK_BYTES = 1024 * 1024;

export interface KeywordPlace {
  /** Number of its line, 1-based. */
  readonly line: number;
  /** Where it begins, in bytes of the file. */
  readonly position: number;
  /** Where its line begins. */
  readonly lineStart: number;
}

export interface KeywordRequest {
  /** Without a line end. */
  readonly keyword: string;
  /** The first occurrence wanted, 1-based. */
  readonly first: number;
  readonly maxPlaces: number;
  /** How much is read at a time; 1 MiB by default. */
  readonly blockBytes?: number;
}

export interface FoundKeyword {
  readonly places: readonly KeywordPlace[];
  /** All occurrences; null when what comes after the last place was too much to look through. */
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
    // A keyword may lie across this block and the next one.
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
  /** Line ends before `countedTo`. */
  lineEnds: number;
  /** After the last of these line ends. */
  lineStart: number;
  countedTo: number;
  searchedTo: number;
}

/** A plain synchronous function: the loop is far slower inside an async one. */
function scanBlock(block: Buffer, position: number, scan: Scan): void {
  const { keyword, places } = scan;
  for (;;) {
    const at = block.indexOf(keyword, Math.max(0, scan.searchedTo - position));
    // What lies across the end of this block has no line end in it, so all can be counted.
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
