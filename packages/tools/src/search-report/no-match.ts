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

/** The call's input, with defaults. */
export interface SearchQuestion {
  readonly pattern: string;
  readonly isLiteral: boolean;
  readonly mode: SearchMode;
  readonly offset: number | undefined;
  readonly files: SelectionRequest;
}

/** The number of searched files is counted up to this. */
const MAX_COUNTED = 1_000;

export const ignoredReason =
  "excluded by ignore rules (.gitignore and the like, node_modules); set include_ignored: true";

/** One text for both cases, so that it reveals nothing about protected directories. */
export const unseenReason = "the directories it names do not exist or may not be read";

/** Says that there is no match, and possible reasons: nothing was searched, or not everything. */
export async function noMatch(
  question: SearchQuestion,
  selection: FileSelection,
  page: SearchPage<unknown>,
  context: ToolContext,
): Promise<ToolResult<SearchOutput>> {
  const { end, total } = page;
  if ((question.offset ?? 0) > 0 && total !== 0) {
    const many = total === null ? "fewer matches than" : `only ${countText(total)}, fewer than`;
    return nothing(question, `there are ${many} offset skips`, page);
  }
  if (end.reason === "deadline" || selection.isSingleFile) return nothing(question, null, page);
  return nothing(question, await searchedReason(question, selection, page, context), page);
}

/** Says how many files were searched, without counting or mentioning protected ones. */
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
    ? `all files there are ${ignoredReason} to search them`
    : "there are no files to search";
}

/** The result for no match, with a reason if there is one. */
export function nothing(
  { pattern, isLiteral, mode, files }: SearchQuestion,
  reason: string | null,
  page: Pick<SearchPage<unknown>, "end"> | null,
): ToolResult<SearchOutput> {
  const what = `${isLiteral ? "the text" : "the pattern"} '${pattern}'`;
  const globs = (files.patterns ?? []).map((glob) => `'${glob}'`).join(" ");
  const among = globs === "" ? "" : ` in files matching ${globs}`;
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

/** Whether the search would include files without ignore rules. */
export async function hasIgnoredFile(
  request: SelectionRequest,
  context: ToolContext,
): Promise<boolean> {
  const selection = await selectFiles(context.workspace, { ...request, includeIgnored: true });
  return selection !== null && (await countFiles(context, selection, 1)) > 0;
}
