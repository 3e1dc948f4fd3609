import type { Origin } from "./line-pairs.ts";
import type { Place } from "./place.ts";
import { indentOf, isBlank, type LineEnd, type SourceText } from "./source-text.ts";

/** A line to be written into the file. */
export interface Draft {
  /** Without indentation. */
  readonly body: string;
  /** Null until it is inferred from the lines around it. */
  readonly indent: string | null;
  /** The line ending of the file's line that it keeps or replaces. */
  readonly eol: LineEnd | "";
  readonly origin: Origin["type"];
}

const opener = /[{([]\s*$/;
const colon = /:\s*$/;
const closer = /^[})\]]/;

/**
 * The lines with every indentation known. Where the model's own says nothing, it is inferred from
 * the lines around. Null if it is ambiguous, as after the end of a block in Python.
 */
export function withToldIndents(
  source: SourceText,
  place: Place,
  drafts: readonly Draft[],
): readonly Draft[] | null {
  const isSame = place.indentation.kind === "same";
  if (isSame && drafts.every(({ indent }) => indent !== null)) return drafts;
  if (hasLostTwins(place)) return null;
  const told = [...drafts];
  if (!isSame) forgetFlatBlocks(place, told);
  const step = stepOf(place);
  for (let index = 0; index < told.length; index += 1) {
    if (told[index]?.indent !== null) continue;
    const end = endOfRun(told, index);
    const solid = told.slice(index, end).filter(({ body }) => body !== "");
    const indents = inferIndents(
      solid.map(({ body }) => body),
      {
        before: lastSolid(told.slice(0, index)) ?? lineAround(source, place.start, -1),
        after: firstSolid(told.slice(end)) ?? lineAround(source, place.end, 1),
        step,
      },
    );
    if (indents === null) return null;
    solid.forEach((draft, at) => {
      told[told.indexOf(draft)] = { ...draft, indent: indents[at] ?? "" };
    });
  }
  return told;
}

/**
 * Whether lines are equal in the model's text but have different depths in the file, and not all of
 * them stay. Then it is unknown which ones stay.
 */
function hasLostTwins({ indentation, oldLines, newLines, fileLines }: Place): boolean {
  if (indentation.kind !== "uneven") return false;
  const indents = new Map<string, string>();
  return oldLines.some((line, index) => {
    const ours = indentOf(fileLines[index]?.text ?? "");
    const first = indents.get(line) ?? ours;
    indents.set(line, first);
    const count = (lines: readonly string[]): number =>
      lines.filter((other) => other === line).length;
    return first !== ours && !isBlank(line) && count(oldLines) !== count(newLines);
  });
}

/** Clears the indentation after added lines that open an unindented block: the model lost it there. */
function forgetFlatBlocks({ newLines }: Place, drafts: Draft[]): void {
  const solid = drafts.flatMap(({ body }, index) => (body === "" ? [] : [index]));
  const isFlat = (index: number, next: number | undefined): boolean => {
    const draft = drafts[index];
    if (next === undefined || draft?.origin !== "added") return false;
    const line = newLines[next] ?? "";
    const opens = opener.test(draft.body) || colon.test(draft.body);
    const isDeeper = indentOf(line).length > indentOf(newLines[index] ?? "").length;
    return opens && !isDeeper && !closer.test(line.trim());
  };
  if (!solid.some((index, at) => isFlat(index, solid[at + 1]))) return;
  drafts.forEach((draft, index) => {
    if (draft.origin === "added" && draft.body !== "") drafts[index] = { ...draft, indent: null };
  });
}

/** The file's indentation step at this place; null if there is none. */
function stepOf({ fileLines }: Place): string | null {
  const indents = fileLines.flatMap(({ text }) => (isBlank(text) ? [] : [indentOf(text)]));
  const deeper = indents.findIndex((indent, index) => {
    const before = indents[index - 1];
    return before !== undefined && indent !== before && indent.startsWith(before);
  });
  if (deeper !== -1) return (indents[deeper] ?? "").slice(indents[deeper - 1]?.length);
  return indents.some((indent) => indent.includes("\t")) ? "\t" : null;
}

function endOfRun(drafts: readonly Draft[], from: number): number {
  let end = from;
  for (let at = from; at < drafts.length; at += 1) {
    const draft = drafts[at];
    if (draft?.indent === null) end = at + 1;
    else if (draft?.body !== "") break;
  }
  return end;
}

function firstSolid(drafts: readonly Draft[]): string | null {
  const draft = drafts.find(({ body }) => body !== "");
  return draft === undefined ? null : (draft.indent ?? "") + draft.body;
}

function lastSolid(drafts: readonly Draft[]): string | null {
  return firstSolid([...drafts].reverse());
}

/** The nearest line outside a place that isn't blank. */
function lineAround(source: SourceText, offset: number, step: 1 | -1): string | null {
  const at = source.lineIndexAt(offset);
  const isBehind = step === 1 && offset > source.lineStart(at);
  for (let index = at + (step === -1 || isBehind ? step : 0); ; index += step) {
    if (index < 0 || index >= source.lineCount) return null;
    const line = source.lineText(index);
    if (!isBlank(line)) return line;
  }
}

interface Around {
  /** The nearest lines around that aren't blank; null at an end of the file. */
  readonly before: string | null;
  readonly after: string | null;
  /** The indentation step here; null if unknown. */
  readonly step: string | null;
}

/** The indentation of lines inserted between two others; null if uncertain. */
function inferIndents(
  bodies: readonly string[],
  { before, after, step }: Around,
): readonly string[] | null {
  const base = baseIndent(before, after);
  const isWhole = bracketsOf(bodies.join("\n")) === 0;
  if (base === null || !isWhole || bodies.some((body) => colon.test(body))) return null;
  const indents: string[] = [];
  let depth = 0;
  for (const body of bodies) {
    if (closer.test(body)) depth -= 1;
    if (depth < 0 || (depth > 0 && step === null)) return null;
    indents.push(base + (step ?? "").repeat(depth));
    if (opener.test(body)) depth += 1;
  }
  return depth === 0 ? indents : null;
}

function baseIndent(before: string | null, after: string | null): string | null {
  if (before === null || after === null) return null;
  const above = indentOf(before);
  const below = indentOf(after);
  const endsBlock = closer.test(after.trimStart());
  // The line ends a construct from further up, so its own depth says nothing.
  if (colon.test(before) && bracketsOf(before) < 0) return null;
  if (opener.test(before) || colon.test(before)) {
    return below.length > above.length && below.startsWith(above) ? below : null;
  }
  if (endsBlock) return above.startsWith(below) && above !== below ? above : null;
  return above === below ? above : null;
}

/** Opening brackets minus closing ones. */
function bracketsOf(text: string): number {
  return (text.match(/[{([]/g)?.length ?? 0) - (text.match(/[})\]]/g)?.length ?? 0);
}
