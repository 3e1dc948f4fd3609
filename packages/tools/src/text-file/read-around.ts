import { countText } from "../text/number-text.ts";
import { readBlock } from "./byte-source.ts";
import {
  findKeyword,
  type FoundKeyword,
  type KeywordPlace,
  type KeywordRequest,
} from "./find-keyword.ts";
import {
  cutMarkOf,
  type LineLimits,
  MAX_LINE_CHARACTERS,
  type WindowLine,
} from "./line-collector.ts";
import { findLinesBefore } from "./read-tail.ts";
import { readLinesAt } from "./read-window.ts";
import type { TextBytes } from "./text-bytes.ts";

export interface AroundRequest extends LineLimits, Omit<KeywordRequest, "blockBytes"> {
  readonly linesBefore: number;
  readonly linesAfter: number;
}

/** Consecutive lines. */
export interface LineSection {
  /** The number of the first line, 1-based. */
  readonly firstLine: number;
  readonly lines: readonly WindowLine[];
}

export interface KeywordWindows extends Pick<FoundKeyword, "total" | "totalLines"> {
  /** The wanted places whose lines fit into the limits. */
  readonly places: readonly KeywordPlace[];
  /** Nearby places share a section. */
  readonly sections: readonly LineSection[];
}

/** The lines around occurrences of a keyword, in constant memory for any file size. */
export async function readAround(text: TextBytes, request: AroundRequest): Promise<KeywordWindows> {
  const { places, total, totalLines } = await findKeyword(text, request);
  const sections: LineSection[] = [];
  const shown: KeywordPlace[] = [];
  let { maxLines, maxBytes } = request;
  for (const group of groupsOf(places, request)) {
    const read = await readGroup(text, group, { ...request, maxLines, maxBytes });
    const end = read.firstLine + read.lines.length;
    const reached = group.places.filter(({ line }) => line < end);
    const lines = await showingKeywords(text, read, reached);
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

/** Groups places whose lines touch. */
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

/** The lines of a group; only the first place's line if the lines before it use up the limit. */
async function readGroup(
  text: TextBytes,
  { first, last }: Group,
  { linesBefore, linesAfter, maxLines, maxBytes }: AroundRequest,
): Promise<LineSection> {
  const asked = Math.min(linesBefore, maxLines - 1);
  const before = await findLinesBefore(text, { end: first.lineStart, count: asked });
  const firstLine = first.line - before.count;
  const wanted = Math.min(last.line + linesAfter - firstLine + 1, maxLines);
  const limits = { maxLines: wanted, maxBytes };
  const lines = await readLinesAt(text, { start: before.start, ...limits });
  if (firstLine + lines.length > first.line) return { firstLine, lines };
  const own = { start: first.lineStart, maxLines: 1, maxBytes };
  return { firstLine: first.line, lines: await readLinesAt(text, own) };
}

/** The lines; cut lines are cut so that their first keyword stays visible. */
async function showingKeywords(
  text: TextBytes,
  { firstLine, lines }: LineSection,
  places: readonly KeywordPlace[],
): Promise<readonly WindowLine[]> {
  const shown = [...lines];
  let previous = 0;
  for (const place of places) {
    const line = shown[place.line - firstLine];
    if (place.line === previous || line?.isCut !== true) continue;
    previous = place.line;
    shown[place.line - firstLine] = await cutAround(text, place, line);
  }
  return shown;
}

async function cutAround(
  text: TextBytes,
  { position, lineStart }: KeywordPlace,
  line: WindowLine,
): Promise<WindowLine> {
  const half = MAX_LINE_CHARACTERS / 2;
  // A character has at least one byte, so the keyword is within the shown part.
  if (position - lineStart < half) return line;
  const block = await readBlock(text.source, Buffer.allocUnsafe(2 * half), position - half);
  const lineEnd = block.indexOf(text.lineEnd, half);
  const piece = lineEnd < 0 ? block : block.subarray(0, lineEnd);
  // The piece may begin and end within a character.
  const shown = piece.toString("utf8").replaceAll(/^\ufffd{1,3}|\ufffd{1,3}$|\r$/g, "");
  const before = countText(position - half - lineStart);
  return { text: `… [${before} bytes before] ${shown}${cutMarkOf(line)}`, isCut: true };
}
