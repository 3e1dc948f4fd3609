import type { ToolContext, TreeLook } from "@toolwright/core";
import { comparePaths } from "../names/compare-paths.ts";
import { createFirstOfMany } from "../names/first-of-many.ts";
import { maySee } from "../tree-read/tree-read.ts";
import { isThere } from "./recheck.ts";
import { createByteRecords } from "./byte-records.ts";
import { type FileSelection, type SelectedFile, withoutDot } from "./file-selection.ts";
import { type RipgrepEnd, runRipgrep } from "./run-ripgrep.ts";

/** Listing is waiting for the file system: more threads than processors do it sooner. */
const LISTING_THREADS = "6";

export interface ListRequest {
  readonly order: "path" | "newest";
  /** How many files to show at most. */
  readonly limit: number;
}

export interface ListedFiles {
  /** At most `limit`, those that the policy lets be read. */
  readonly files: readonly SelectedFile[];
  /** All files of the selection that the policy lets be read. */
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
  const byPath = createFirstOfMany(limit, comparePaths);
  const byTime = createFirstOfMany<Dated>(
    limit,
    (a, b) => b.modifiedAtMs - a.modifiedAtMs || comparePaths(a.path, b.path),
  );
  const look = await context.workspace.lookBelow(selection.cwd);
  let total = 0;
  const { unreadableNames, end } = await walk(context, selection, look, async (paths) => {
    total += paths.length;
    if (order === "path") for (const path of paths) byPath.add(path);
    else {
      const times = await look.modifiedAtMs(paths);
      paths.forEach((path, index) => byTime.add({ path, modifiedAtMs: times[index] ?? 0 }));
    }
    return true;
  });
  const first = order === "path" ? byPath.sorted() : byTime.sorted().map(({ path }) => path);
  const files: SelectedFile[] = [];
  for (const path of first) {
    const file = selection.fileOf(path);
    // What was put in its place meanwhile may lead elsewhere.
    const isVisible =
      (await maySee(context.workspace, selection, file.absolutePath)) &&
      (await isThere(context.workspace, file.absolutePath));
    if (isVisible) files.push(file);
    else total--;
  }
  return { files, total, unreadableNames, end };
}

/** How many files of a selection the policy lets be read, counted up to `atMost`. */
export async function countFiles(
  context: ToolContext,
  selection: FileSelection,
  atMost: number,
): Promise<number> {
  const look = await context.workspace.lookBelow(selection.cwd);
  let count = 0;
  await walk(context, selection, look, (paths) => {
    count += paths.length;
    return count < atMost;
  });
  return Math.min(count, atMost);
}

interface Dated {
  readonly path: string;
  readonly modifiedAtMs: number;
}

/** Hands on the paths of a selection, relative to its `cwd`, that the policy lets be read. */
async function walk(
  context: ToolContext,
  selection: FileSelection,
  look: TreeLook,
  /** False when that is enough. */
  take: (paths: readonly string[]) => boolean | Promise<boolean>,
): Promise<Pick<ListedFiles, "unreadableNames" | "end">> {
  const records = createByteRecords(0);
  let unreadableNames = 0;
  const end = await runRipgrep(context, {
    cwd: selection.cwd,
    arguments: [
      "--files",
      "--null",
      "--threads",
      LISTING_THREADS,
      ...selection.arguments,
      "--",
      selection.target,
    ],
    async onOutput(chunk) {
      const { names, invalid } = records.pushNames(chunk);
      const paths = names.map(withoutDot).filter(selection.matches);
      if (invalid.length > 0) {
        unreadableNames += invalid.map(withoutDot).filter(selection.matches).length;
      }
      const seen = selection.root === null ? paths : await look.readable(paths);
      return take(seen);
    },
  });
  return { unreadableNames, end };
}
