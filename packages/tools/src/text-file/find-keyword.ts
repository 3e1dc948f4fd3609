import { type ByteSource, readBlock } from "./byte-source.ts";
import { endsWithLineEnd, MAX_BYTES_TO_COUNT } from "./count-lines.ts";
import type { LineFormat } from "./line-format.ts";

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
  /** In the file's encoding, whole characters, without a line end. */
  readonly keyword: Buffer;
  /** The first occurrence wanted, 1-based. */
  readonly first: number;
  readonly maxPlaces: number;
  /** How much is read at a time; an even number, 1 MiB by default. */
  readonly blockBytes?: number;
}

export interface FoundKeyword {
  readonly places: readonly KeywordPlace[];
  /** All occurrences; null when what comes after the last place was too much to look through. */
  readonly total: number | null;
  readonly totalLines: number | null;
}

/** Occurrences of a keyword in bytes of any size, in constant memory; none overlaps another. */
export async function findKeyword(
  source: ByteSource,
  format: LineFormat,
  { keyword, first, maxPlaces, blockBytes = BLOCK_BYTES }: KeywordRequest,
): Promise<FoundKeyword> {
  const wanted = Math.max(Math.min(blockBytes, source.size + 2), keyword.length * 2);
  const buffer = Buffer.allocUnsafe(wanted + (wanted % 2));
  // So much of a block is looked at again with the next one: a keyword may lie across both.
  const overlap = keyword.length - format.lineEndBytes;
  const scan: Scan = {
    keyword,
    first,
    maxPlaces,
    places: [],
    occurrences: 0,
    lineEnds: 0,
    lineStart: format.start,
    countedTo: format.start,
    searchedTo: format.start,
  };
  let isOpen = false;
  for (let position = format.start; ; ) {
    const block = await readBlock(source, buffer, position);
    scanBlock(format, block, position, scan);
    if (block.length > 0) isOpen = !endsWithLineEnd(format, block);
    if (block.length < buffer.length) break;
    position += block.length - overlap;
    if (scan.places.length >= maxPlaces && source.size - position > MAX_BYTES_TO_COUNT) {
      return { places: scan.places, total: null, totalLines: null };
    }
  }
  const totalLines = scan.lineEnds + (isOpen ? 1 : 0);
  return { places: scan.places, total: scan.occurrences, totalLines };
}

interface Scan {
  readonly keyword: Buffer;
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
function scanBlock(format: LineFormat, block: Buffer, position: number, scan: Scan): void {
  const { keyword, places } = scan;
  for (;;) {
    const at = format.findBytes(block, keyword, Math.max(0, scan.searchedTo - position));
    // What lies across the end of this block has no line end in it, so all can be counted.
    countTo(format, block, { position, to: at < 0 ? block.length : at, scan });
    if (at < 0) return;
    const end = at + keyword.length;
    const isReal = format.startsCharacter?.(block, scan.lineStart - position, at) ?? true;
    scan.searchedTo = position + (isReal ? end : at + 1);
    if (!isReal) continue;
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
  format: LineFormat,
  block: Buffer,
  { position, to, scan }: { readonly position: number; readonly to: number; readonly scan: Scan },
): void {
  let from = Math.max(0, scan.countedTo - position);
  for (;;) {
    const at = format.findLineEnd(block, from);
    if (at < 0 || at >= to) break;
    from = at + format.lineEndBytes;
    scan.lineEnds++;
    scan.lineStart = position + from;
  }
  scan.countedTo = Math.max(scan.countedTo, position + to);
}
