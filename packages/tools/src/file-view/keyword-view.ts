import type { OpenText } from "../text-file/open-text.ts";
import { countOf, countText } from "../text/number-text.ts";
import { type KeywordWindows, readAround } from "../text-file/read-around.ts";
import type { AroundKeyword, FileView } from "./file-view.ts";
import {
  DEFAULT_LINES,
  linesView,
  MAX_TEXT_BYTES,
  noLinesView,
  type TextFacts,
} from "./lines-view.ts";

export const DEFAULT_LINES_AROUND = 10;
export const MAX_LINES_AROUND = 1_000;

const MAX_LINES_NAMED = 20;

/** The lines around one occurrence of a keyword, or around all of them. */
export async function viewAround(
  text: OpenText,
  { displayPath }: TextFacts,
  { keyword, occurrence = 1, linesBefore, linesAfter }: AroundKeyword,
): Promise<FileView> {
  const isAll = occurrence === "all";
  const first = isAll ? 1 : occurrence;
  const found = await readAround(text, {
    keyword,
    first,
    maxPlaces: isAll ? DEFAULT_LINES : 1,
    maxLines: DEFAULT_LINES,
    maxBytes: MAX_TEXT_BYTES,
    linesBefore: linesBefore ?? DEFAULT_LINES_AROUND,
    linesAfter: linesAfter ?? DEFAULT_LINES_AROUND,
  });
  const { places, total, totalLines } = found;
  const keywordFacts = {
    keywordLines: places.map(({ line }) => line),
    totalOccurrences: total,
  };
  if (places.length === 0) {
    const lines = countOf(totalLines ?? 0, "line");
    const sentence =
      total === 0
        ? `No occurrence of '${keyword}' in '${displayPath}' (${lines}). Case and white space must match.`
        : `'${displayPath}' (${lines}) has only ${countOf(total ?? 0, "occurrence")} of '${keyword}', not ${countText(first)}.`;
    const view = noLinesView(text, sentence, { totalLines, isShown: false });
    return { ...view, facts: { ...view.facts, ...keywordFacts } };
  }
  const note = placesNote(found, { keyword, displayPath, first, isAll });
  const view = linesView(text, { sections: found.sections, totalLines, notes: [note] });
  return { ...view, facts: { ...view.facts, ...keywordFacts } };
}

interface Asked {
  readonly keyword: string;
  readonly displayPath: string;
  readonly first: number;
  readonly isAll: boolean;
}

function placesNote(
  { places, sections, total, totalLines }: KeywordWindows,
  { keyword, displayPath, first, isAll }: Asked,
): string {
  const of = total === null ? "" : ` of ${countText(total)}`;
  const named = places.slice(0, MAX_LINES_NAMED).map(({ line }) => line);
  const more = places.length > named.length ? ", …" : "";
  const lines = `${places.length === 1 ? "line" : "lines"} ${named.join(", ")}${more}`;
  const where = `'${keyword}' in '${displayPath}'${totalLines === null ? "" : ` (${countOf(totalLines, "line")})`}`;
  if (!isAll) {
    const [section] = sections;
    const from = section?.firstLine ?? 0;
    const range = `Lines ${from} to ${from + (section?.lines.length ?? 1) - 1} are shown.`;
    const next =
      total === null || first < total ? ` For the next use occurrence: ${first + 1}.` : "";
    return `Occurrence ${first}${of} of ${where}: ${lines}. ${range}${next}`;
  }
  if (places.length === total) {
    return `${total === 1 ? "The only occurrence" : `All ${countText(total)} occurrences`} of ${where}: ${lines}.`;
  }
  const next = ` Continue with occurrence: ${places.length + 1}, or offset: ${(places.at(-1)?.line ?? 0) + 1}.`;
  return `The first ${countText(places.length)}${of} occurrences of ${where}: ${lines}.${next}`;
}
