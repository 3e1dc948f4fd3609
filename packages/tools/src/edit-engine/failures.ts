import { cutText } from "@toolwright/core/internal";
import { nearestPlaces } from "./candidates.ts";
import type { EditCandidate, EditFailure } from "./edit.ts";
import type { Located } from "./locate.ts";
import type { Place } from "./place.ts";
import { maxAmbiguous } from "./find-literal.ts";
import type { SourceText } from "./source-text.ts";

const maxListedLines = 20;

export function emptyOldText(): EditFailure {
  return {
    code: "edit-no-match",
    message: "The old text is empty. Give the lines to replace.",
    candidates: [],
  };
}

export function noChange(): EditFailure {
  return {
    code: "edit-no-change",
    message: "The new text is the same as the text in the file.",
  };
}

export function noMatch(source: SourceText, oldText: string): EditFailure {
  const candidates = nearestPlaces(source, oldText);
  const head = "The old text is not in the file.";
  const message =
    candidates.length === 0
      ? `${head} No lines are similar. Read the file again and copy the lines exactly.`
      : [
          `${head} Nearest (→ is a tab, · a space):`,
          ...candidates.map(describeCandidate),
          "Copy the lines exactly from the file.",
        ].join("\n");
  return { code: "edit-no-match", message, candidates };
}

/** The place is certain, but the indentation of the new lines is not. */
export function unclearIndentation(source: SourceText, place: Place, oldText: string): EditFailure {
  const first = source.lineNumberAt(place.start);
  const last = source.lineNumberAt(Math.max(place.start, place.end - 1));
  return {
    code: "edit-no-match",
    message:
      `The old text matches ${linesText(first, last)} except for its indentation, which differs irregularly, ` +
      "so the indentation of the new lines is unclear. Give both texts with the file's indentation.",
    candidates: nearestPlaces(source, oldText),
  };
}

export function ambiguous(source: SourceText, located: Located): EditFailure {
  const at = [...new Set(located.spans.map(({ start }) => source.lineIndexAt(start) + 1))];
  const shown = at.slice(0, maxListedLines).join(", ");
  const more = at.length > maxListedLines ? ` and ${at.length - maxListedLines} more` : "";
  const { length } = located.spans;
  const count = length < maxAmbiguous ? `${length} places` : `${maxAmbiguous} places or more`;
  const how = located.strategy === "exact" ? "" : ` (compared by '${located.strategy}')`;
  return {
    code: "edit-ambiguous",
    message:
      `The old text occurs at ${count}${how}: line ${shown}${more}. ` +
      "Add surrounding lines to make it unique, or replace all of them.",
    strategy: located.strategy,
    lines: at,
  };
}

export function elided(line: string): EditFailure {
  return {
    code: "edit-elided",
    message:
      `The new text has a placeholder in the place of code ('${cutText(line, 80)}'), so the code there would be deleted. ` +
      "Write the code out, or shorten the old text so that it excludes that code.",
  };
}

function describeCandidate({ startLine, endLine, excerpt, difference }: EditCandidate): string {
  return `- ${linesText(startLine, endLine)}; ${difference}\n${excerpt}`;
}

function linesText(first: number, last: number): string {
  return first === last ? `line ${first}` : `lines ${first}-${last}`;
}
