import { isUtf8 } from "node:buffer";
import type { ToolContext } from "@toolwright/core";
import { sortByPath } from "../names/sort-by-path.ts";
import { maySee } from "../tree-read/tree-read.ts";
import { createByteRecords } from "./byte-records.ts";
import type { FileSelection, SelectedFile } from "./file-selection.ts";
import { type RipgrepEnd, runRipgrep } from "./run-ripgrep.ts";

/** More files than this aren't kept: they are only counted. */
const MAX_FILES_KEPT = 200_000;

export interface ListRequest {
  readonly order: "path" | "newest";
  /** How many files to show at most. */
  readonly limit: number;
}

export interface ListedFiles {
  /** At most `limit`, those that the policy lets be read. */
  readonly files: readonly SelectedFile[];
  /** All files of the selection, as far as known to be readable. */
  readonly total: number;
  /** Names that aren't valid UTF-8 and so can't be asked for. */
  readonly unreadableNames: number;
  readonly end: RipgrepEnd;
}

/** The files of a selection. Errors: `tool-not-available` without ripgrep. */
export async function listFiles(
  context: ToolContext,
  selection: FileSelection,
  { order, limit }: ListRequest,
): Promise<ListedFiles> {
  const records = createByteRecords(0);
  const found: SelectedFile[] = [];
  let total = 0;
  let unreadableNames = 0;
  const end = await runRipgrep(context, {
    cwd: selection.cwd,
    arguments: [
      "--files",
      "--null",
      ...(order === "newest" ? ["--sortr", "modified"] : []),
      ...selection.arguments,
      "--",
      selection.target,
    ],
    onOutput(chunk) {
      for (const record of records.push(chunk)) {
        const file = selection.fileOf(record.toString("utf8"));
        if (file === null) continue;
        if (!isUtf8(record)) unreadableNames++;
        else if (++total <= MAX_FILES_KEPT) found.push(file);
      }
      return true;
    },
  });
  const ordered = order === "path" ? sortByPath(found, ({ path }) => path) : found;
  const files: SelectedFile[] = [];
  let leftOut = 0;
  for (const file of ordered) {
    if (files.length === limit) break;
    if (await maySee(context.workspace, selection, file.absolutePath)) files.push(file);
    else leftOut++;
  }
  return { files, total: total - leftOut, unreadableNames, end };
}
