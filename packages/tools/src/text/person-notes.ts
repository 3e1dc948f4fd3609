import type { Display } from "@toolwright/core";
import type { FileFacts } from "../file-view/file-view.ts";
import type { SearchOutput } from "../search-report/search-output.ts";
import { countOf, countText } from "./number-text.ts";

// What the person sees of a result whose content is for the model: one line.

export function foundNote(found: {
  readonly total: number;
  readonly paths: readonly unknown[];
}): Display {
  const { total, paths } = found;
  const shown = paths.length < total ? `; ${countText(paths.length)} shown` : "";
  return note(`Found ${countOf(total, "file")}${shown}`);
}

export function listedNote(entries: readonly unknown[], isComplete: boolean): Display {
  return note(
    `Listed ${countOf(entries.length, "entry", "entries")}${isComplete ? "" : "; not all"}`,
  );
}

export function readManyNote(files: readonly unknown[], leftOut: readonly unknown[]): Display {
  const rest = leftOut.length === 0 ? "" : `; ${countText(leftOut.length)} left out`;
  return note(`Read ${countOf(files.length, "file")}${rest}`);
}

const units = { text: "line", pdf: "page", notebook: "cell" } as const;

/** Undefined for an image, which is shown itself. */
export function readNote(facts: FileFacts): Display | undefined {
  const { kind, unchanged, startLine = 0, endLine = 0, totalLines, keywordLines } = facts;
  if (unchanged === true) return note("Unchanged since it was last read");
  if (kind === "image") return undefined;
  if (keywordLines !== undefined)
    return note(`Read around ${countOf(keywordLines.length, "place")}`);
  const count = endLine === 0 ? 0 : endLine - startLine + 1;
  const isWhole = (totalLines ?? count) === count;
  return note(
    `Read ${countOf(count, units[kind])}${isWhole ? "" : ` of ${countText(totalLines ?? 0)}`}`,
  );
}

export function searchedNote({ mode, files, total, isComplete }: SearchOutput): Display {
  const lines = files.flatMap((file) => file.lines ?? []).filter(({ isMatch }) => isMatch).length;
  const shown = mode === "content" ? lines : files.length;
  const count = (number: number): string =>
    mode === "content"
      ? countOf(number, "matching line")
      : countOf(number, "file with a match", "files with a match");
  if (total === null) return note(`Found at least ${count(shown)}`);
  const among = mode === "content" ? ` in ${countOf(files.length, "file")}` : "";
  const rest = isComplete ? among : `; ${countText(shown)} shown`;
  return note(`Found ${count(total)}${rest}`);
}

function note(text: string): Display {
  return { type: "text", text };
}
