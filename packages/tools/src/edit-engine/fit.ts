import { carryTokens } from "./carry-tokens.ts";
import { type Draft, withToldIndents } from "./infer-indent.ts";
import { dominantLineEnd, lineEndAt } from "./line-ends.ts";
import { type Origin, originsOf } from "./line-pairs.ts";
import type { Place } from "./place.ts";
import { indentOf, type LineEnd, type SourceText } from "./source-text.ts";
import { plainLike } from "./typography.ts";

export interface Fitted {
  readonly text: string;
  /** How the new text was adapted to the file, in words. */
  readonly adapted: readonly string[];
}

/**
 * The text to write at a place. Lines that the new text keeps from the old one stay as they are in
 * the file, byte for byte; the others get the file's indentation and line endings. Null if the
 * indentation of an added line is unclear.
 */
export function fitNewText(source: SourceText, place: Place): Fitted | null {
  const isOneLine = place.newLines.length === 1;
  const eol = isOneLine ? "\n" : (dominantLineEnd(place.fileLines) ?? lineEndAt(source, place.end));
  if (place.isLiteral && place.fileLines.slice(0, -1).every((line) => line.eol === eol)) {
    return { text: place.newLines.join(eol), adapted: [] };
  }
  const origins = originsOf(place.oldLines, place.newLines);
  const drafts = withToldIndents(source, place, draftsOf(place, origins));
  if (drafts === null) return null;
  const isReindented = drafts.some(({ indent, body, origin }, index) => {
    return origin !== "kept" && body !== "" && indent !== indentOf(place.newLines[index] ?? "");
  });
  const { described } = place.indentation;
  return {
    text: withoutNewLastLineEnd(source, place, joined(drafts, eol)),
    adapted: [...place.adapted, ...(isReindented && described !== null ? [described] : [])],
  };
}

function draftsOf(place: Place, origins: readonly Origin[]): readonly Draft[] {
  const plain = place.carriesTokens
    ? plainLike(
        place.oldLines,
        place.fileLines.map(({ text }) => text),
      )
    : (line: string): string => line;
  return place.newLines.map((line, index) => {
    const origin: Origin = origins[index] ?? { type: "added" };
    const { text: ours = "", eol = "" } = place.fileLines[origin.oldIndex ?? -1] ?? {};
    if (origin.type === "added") return { ...addedDraft(place, plain(line), index), eol };
    if (origin.type === "kept") {
      const indent = indentOf(ours);
      return { body: ours.slice(indent.length), indent, eol, origin: "kept" };
    }
    const theirs = place.oldLines[origin.oldIndex] ?? "";
    const draft = addedDraft(place, plain(line), index);
    const body = changedBody(place, draft.body, theirs, ours);
    const isMoved = indentOf(line) !== indentOf(theirs);
    const indent = isMoved ? draft.indent : indentOf(ours);
    return { body, indent, eol, origin: "changed" };
  });
}

/** The file's line with the model's change; trailing space changes only if the model changed it. */
function changedBody(place: Place, body: string, theirs: string, ours: string): string {
  const bare = body.trimEnd();
  const carried = place.carriesTokens ? carryTokens(bare, theirs.trim(), ours.trim()) : bare;
  const space = body.slice(bare.length);
  return carried + (space === trailingSpaceOf(theirs) ? trailingSpaceOf(ours) : space);
}

function trailingSpaceOf(line: string): string {
  return line.slice(line.trimEnd().length);
}

function addedDraft(place: Place, line: string, index: number): Draft {
  const indent = indentOf(line);
  const body = line.slice(indent.length);
  const isGiven = body === "" || (index === 0 && place.startsInside);
  return {
    body,
    indent: isGiven ? indent : place.indentation.map(indent),
    eol: "",
    origin: "added",
  };
}

/** Joins lines; an added line gets the line ending of the line before it. */
function joined(drafts: readonly Draft[], eol: LineEnd): string {
  let text = "";
  let current = eol;
  drafts.forEach((draft, index) => {
    if (draft.eol !== "") current = draft.eol;
    text += `${draft.indent ?? ""}${draft.body}${index < drafts.length - 1 ? current : ""}`;
  });
  return text;
}

/** Adds no line ending to a file whose last line has none. */
function withoutNewLastLineEnd(source: SourceText, place: Place, text: string): string {
  const { oldLines, fileLines } = place;
  const hasTail = oldLines.length > 1 && oldLines.at(-1) === "";
  const isNew = hasTail && place.end === source.text.length && fileLines.at(-2)?.eol === "";
  return isNew ? text.replace(/(?:\r\n|\n|\r)$/, "") : text;
}
