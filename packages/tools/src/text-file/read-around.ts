import { countText } from "../text/number-text.ts";
import { type ByteSource, readBlock } from "./byte-source.ts";
import { findKeyword, type FoundKeyword, type KeywordPlace } from "./find-keyword.ts";
import {
  cutMarkOf,
  type LineLimits,
  MAX_LINE_CHARACTERS,
  type WindowLine,
} from "./line-collector.ts";
import type { LineFormat } from "./line-format.ts";
import { findLinesBefore } from "./lines-before.ts";
import { readLinesAt } from "./read-lines-at.ts";

export interface AroundRequest extends LineLimits {
  /** In the file's encoding, whole characters, without a line end. */
  readonly keyword: Buffer;
  /** The first occurrence wanted, 1-based. */
  readonly first: number;
  readonly maxPlaces: number;
  readonly linesBefore: number;
  readonly linesAfter: number;
}

/** Lines that follow each other. */
export interface LineSection {
  /** Number of the first line, 1-based. */
  readonly firstLine: number;
  readonly lines: readonly WindowLine[];
}

export interface KeywordWindows extends Pick<FoundKeyword, "total" | "totalLines"> {
  /** Of those wanted the ones whose lines fit. */
  readonly places: readonly KeywordPlace[];
  /** Places near each other share one. */
  readonly sections: readonly LineSection[];
}

/** The lines around occurrences of a keyword, in constant memory however large the file is. */
export async function readAround(
  source: ByteSource,
  format: LineFormat,
  request: AroundRequest,
): Promise<KeywordWindows> {
  const { places, total, totalLines } = await findKeyword(source, format, request);
  const sections: LineSection[] = [];
  const shown: KeywordPlace[] = [];
  let { maxLines, maxBytes } = request;
  for (const group of groupsOf(places, request)) {
    const read = await readGroup(source, format, group, { ...request, maxLines, maxBytes });
    const end = read.firstLine + read.lines.length;
    const reached = group.places.filter(({ line }) => line < end);
    const lines = await showingKeywords(source, format, read, reached);
    const size = lines.reduce((sum, { text }) => sum + Buffer.byteLength(text) + 1, 0);
    if (sections.length > 0 && size > maxBytes) break;
    sections.push({ firstLine: read.firstLine, lines });
    shown.push(...reached);
    maxLines -= lines.length;
    maxBytes -= size;
    if (reached.length < group.places.length || maxLines < 1 || maxBytes < 1) break;
  }
  return { places: shown, sections, total, totalLines };
}

interface Group {
  readonly first: KeywordPlace;
  last: KeywordPlace;
  readonly places: KeywordPlace[];
}

/** Places whose lines touch each other, together. */
function groupsOf(
  places: readonly KeywordPlace[],
  { linesBefore, linesAfter }: AroundRequest,
): readonly Group[] {
  const groups: Group[] = [];
  for (const place of places) {
    const group = groups.at(-1);
    if (group !== undefined && place.line - linesBefore <= group.last.line + linesAfter + 1) {
      group.places.push(place);
      group.last = place;
    } else groups.push({ first: place, last: place, places: [place] });
  }
  return groups;
}

/** The lines of a group; of the first place alone when what comes before it took all the room. */
async function readGroup(
  source: ByteSource,
  format: LineFormat,
  { first, last }: Group,
  { linesBefore, linesAfter, maxLines, maxBytes }: AroundRequest,
): Promise<LineSection> {
  const asked = Math.min(linesBefore, maxLines - 1);
  const before = await findLinesBefore(source, format, { end: first.lineStart, count: asked });
  const firstLine = first.line - before.count;
  const wanted = Math.min(last.line + linesAfter - firstLine + 1, maxLines);
  const limits = { maxLines: wanted, maxBytes };
  const lines = await readLinesAt(source, format, { start: before.start, ...limits });
  if (firstLine + lines.length > first.line) return { firstLine, lines };
  const own = { start: first.lineStart, maxLines: 1, maxBytes };
  return { firstLine: first.line, lines: await readLinesAt(source, format, own) };
}

/** The lines, those that were cut with the first keyword in them still to be seen. */
async function showingKeywords(
  source: ByteSource,
  format: LineFormat,
  { firstLine, lines }: LineSection,
  places: readonly KeywordPlace[],
): Promise<readonly WindowLine[]> {
  const shown = [...lines];
  let previous = 0;
  for (const place of places) {
    const line = shown[place.line - firstLine];
    if (place.line === previous || line?.isCut !== true) continue;
    previous = place.line;
    shown[place.line - firstLine] = await cutAround(source, format, place, line);
  }
  return shown;
}

async function cutAround(
  source: ByteSource,
  format: LineFormat,
  { position, lineStart }: KeywordPlace,
  line: WindowLine,
): Promise<WindowLine> {
  const half = (MAX_LINE_CHARACTERS / 2) * format.lineEndBytes;
  // No character takes fewer bytes, so it is within what is shown anyway.
  if (position - lineStart < half) return line;
  const block = await readBlock(source, Buffer.allocUnsafe(2 * half), position - half);
  const lineEnd = format.findLineEnd(block, half);
  const piece = lineEnd < 0 ? block : block.subarray(0, lineEnd);
  // It may begin and end within a character.
  const text = format.decode(piece).replaceAll(/^\ufffd{1,3}|\ufffd{1,3}$|\r$/g, "");
  const before = countText(position - half - lineStart);
  return { text: `… [${before} bytes before] ${text}${cutMarkOf(line)}`, isCut: true };
}
