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
    message: "The old text is empty: give the lines that are there now.",
    candidates: [],
  };
}

export function noChange(): EditFailure {
  return {
    code: "edit-no-change",
    message: "The new text is the same as what is there.",
  };
}

export function noMatch(source: SourceText, oldText: string): EditFailure {
  const candidates = nearestPlaces(source, oldText);
  const head = "The old text is not in the file.";
  const message =
    candidates.length === 0
      ? `${head} Nothing in it comes near: read the file again and copy the lines as they are.`
      : [
          `${head} Nearest (→ is a tab, · a space):`,
          ...candidates.map(describeCandidate),
          "Copy the old text from the file as it is.",
        ].join("\n");
  return { code: "edit-no-match", message, candidates };
}

/** The place is certain, but not how deep the new lines belong. */
export function unclearIndentation(source: SourceText, place: Place, oldText: string): EditFailure {
  const first = source.lineNumberAt(place.start);
  const last = source.lineNumberAt(Math.max(place.start, place.end - 1));
  return {
    code: "edit-no-match",
    message:
      `The old text is that of ${linesText(first, last)} but for its indentation, which follows no rule there, ` +
      "so it can't be told how deep the new lines belong. Give both texts with the file's indentation.",
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
      `The old text stands at ${count}${how}: line ${shown}${more}. ` +
      "Give more of the lines around the one you mean, or replace all.",
    strategy: located.strategy,
    lines: at,
  };
}

export function elided(line: string): EditFailure {
  return {
    code: "edit-elided",
    message:
      `The new text stands for code instead of having it ('${cutText(line, 80)}'), and would delete what is there. ` +
      "Write the code out, or make the old text smaller so that it isn't touched.",
  };
}

function describeCandidate({ startLine, endLine, excerpt, difference }: EditCandidate): string {
  return `- ${linesText(startLine, endLine)}; ${difference}\n${excerpt}`;
}

function linesText(first: number, last: number): string {
  return first === last ? `line ${first}` : `lines ${first}-${last}`;
}
