import type { ToolContext, ToolResult } from "@toolwright/core";
import { countOf } from "../numbers/number-text.ts";
import { type FileSelection, selectFiles } from "../ripgrep/file-selection.ts";
import type { RipgrepEnd } from "../ripgrep/run-ripgrep.ts";
import { hasAnyFile } from "../ripgrep/search.ts";
import { endNotes, joinNotes } from "./search-notes.ts";
import type { SearchMode, SearchOutput } from "./search-output.ts";

/** What was asked for, with defaults. */
export interface SearchQuestion {
  readonly pattern: string;
  readonly isLiteral: boolean;
  readonly path: string;
  readonly glob: string | undefined;
  readonly mode: SearchMode;
  readonly offset: number;
  readonly includeIgnored: boolean;
}

export interface EmptySearch {
  readonly selection: FileSelection;
  readonly end: RipgrepEnd;
  /** Null when it isn't known. */
  readonly filesSearched: number | null;
}

export const ignoredReason =
  "left out by ignore rules (.gitignore and the like, node_modules); set include_ignored: true";

/** Both in one, so that nothing is told of what may not be read. */
export const unseenReason = "the directories it names aren't there or may not be read";

/** Says that there is no match, and why there may be none: nothing was searched, or not all. */
export async function noMatch(
  question: SearchQuestion,
  { selection, end, filesSearched }: EmptySearch,
  context: ToolContext,
): Promise<ToolResult<SearchOutput>> {
  if (question.offset > 0) {
    return nothing(question, "there are fewer matches than offset passes over", end);
  }
  if (filesSearched !== null && filesSearched > 0 && question.glob === undefined) {
    return nothing(question, `${countOf(filesSearched, "file")} searched`, end);
  }
  if (selection.isSingleFile || (await hasAnyFile(context, selection))) {
    return nothing(question, null, end);
  }
  const isIgnored = !question.includeIgnored && (await hasIgnoredFile(question, context));
  return nothing(
    question,
    isIgnored
      ? `every file there is ${ignoredReason} to search them`
      : "there is no file to search",
    end,
  );
}

/** The result without a match, and the reason when there is one to tell. */
export function nothing(
  { pattern, isLiteral, path, glob, mode }: SearchQuestion,
  reason: string | null,
  end: RipgrepEnd | null,
): ToolResult<SearchOutput> {
  const what = `${isLiteral ? "the text" : "the pattern"} '${pattern}'`;
  const among = glob === undefined ? "" : ` in files that fit '${glob}'`;
  const said = `No match for ${what} in '${path}'${among}${reason === null ? "" : `: ${reason}`}.`;
  return {
    content: joinNotes([said, ...(end === null ? [] : endNotes(end))]),
    structured: {
      mode,
      files: [],
      isComplete: end === null || end.reason === "done",
      nextOffset: null,
    },
  };
}

/** Whether there would be something with what ignore rules leave out. */
export async function hasIgnoredFile(
  { path, glob }: { readonly path: string; readonly glob: string | undefined },
  context: ToolContext,
): Promise<boolean> {
  const selection = await selectFiles(context.workspace, {
    path,
    pattern: glob,
    includeIgnored: true,
  });
  return selection !== null && hasAnyFile(context, selection);
}
