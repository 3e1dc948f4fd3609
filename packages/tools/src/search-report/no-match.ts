import type { ToolContext, ToolResult } from "@toolwright/core";
import { countOf, countText } from "../text/number-text.ts";
import {
  type FileSelection,
  type SelectionRequest,
  selectFiles,
} from "../ripgrep/file-selection.ts";
import { countFiles } from "../ripgrep/list-files.ts";
import type { SearchPage } from "../ripgrep/search.ts";
import { endNotes, joinNotes } from "./search-notes.ts";
import type { SearchMode, SearchOutput } from "./search-output.ts";

/** What was asked for, with defaults. */
export interface SearchQuestion {
  readonly pattern: string;
  readonly isLiteral: boolean;
  readonly mode: SearchMode;
  readonly offset: number | undefined;
  readonly files: SelectionRequest;
}

/** Files are counted up to this to say how many were searched: more than that is many. */
const MAX_COUNTED = 1_000;

export const ignoredReason =
  "left out by ignore rules (.gitignore and the like, node_modules); set include_ignored: true";

/** Both in one, so that nothing is told of what may not be read. */
export const unseenReason = "the directories it names aren't there or may not be read";

/** Says that there is no match, and why there may be none: nothing was searched, or not all. */
export async function noMatch(
  question: SearchQuestion,
  selection: FileSelection,
  page: SearchPage<unknown>,
  context: ToolContext,
): Promise<ToolResult<SearchOutput>> {
  const { end, total } = page;
  if ((question.offset ?? 0) > 0 && total !== 0) {
    const many = total === null ? "fewer matches than" : `only ${countText(total)}, and`;
    return nothing(question, `there are ${many} offset passes over`, page);
  }
  if (end.reason === "deadline" || selection.isSingleFile) return nothing(question, null, page);
  return nothing(question, await searchedReason(question, selection, page, context), page);
}

/** What was searched. Nothing is told, and nothing counted, that may not be read. */
async function searchedReason(
  { files }: SearchQuestion,
  selection: FileSelection,
  { filesSearched }: SearchPage<unknown>,
  context: ToolContext,
): Promise<string> {
  const many = `more than ${countOf(MAX_COUNTED, "file")} searched`;
  if (files.patterns === undefined && (filesSearched ?? 0) > 2 * MAX_COUNTED) return many;
  const count = await countFiles(context, selection, MAX_COUNTED + 1);
  if (count > MAX_COUNTED) return many;
  if (count > 0) return `${countOf(count, "file")} searched`;
  const isIgnored = files.includeIgnored !== true && (await hasIgnoredFile(files, context));
  return isIgnored
    ? `every file there is ${ignoredReason} to search them`
    : "there is no file to search";
}

/** The result without a match, and the reason when there is one to tell. */
export function nothing(
  { pattern, isLiteral, mode, files }: SearchQuestion,
  reason: string | null,
  page: Pick<SearchPage<unknown>, "end"> | null,
): ToolResult<SearchOutput> {
  const what = `${isLiteral ? "the text" : "the pattern"} '${pattern}'`;
  const globs = (files.patterns ?? []).map((glob) => `'${glob}'`).join(" ");
  const among = globs === "" ? "" : ` in files that fit ${globs}`;
  const types = files.types === undefined ? "" : ` of type ${files.types.join(", ")}`;
  const said = `No match for ${what} in '${files.path}'${among}${types}${reason === null ? "" : `: ${reason}`}.`;
  return {
    content: joinNotes([said, ...(page === null ? [] : endNotes(page.end))]),
    structured: {
      mode,
      files: [],
      isComplete: page === null || page.end.reason === "done",
      total: page === null || page.end.reason === "done" ? 0 : null,
      nextOffset: null,
    },
  };
}

/** Whether there would be something with what ignore rules leave out. */
export async function hasIgnoredFile(
  request: SelectionRequest,
  context: ToolContext,
): Promise<boolean> {
  const selection = await selectFiles(context.workspace, { ...request, includeIgnored: true });
  return selection !== null && (await countFiles(context, selection, 1)) > 0;
}
