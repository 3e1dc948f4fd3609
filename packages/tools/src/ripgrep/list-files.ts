import type { ToolContext } from "@toolwright/core";
import type { MaybePromise, TreeLook } from "@toolwright/core/ports";
import { comparePaths, createFirstOfMany } from "./path-order.ts";
import { createByteRecords } from "./byte-records.ts";
import { type FileSelection, type SelectedFile, withoutDot } from "./file-selection.ts";
import { type RipgrepEnd, runRipgrep, SEARCH_DEADLINE_MS } from "./run-ripgrep.ts";

/** Listing waits for the file system, so more threads than processors are faster. */
const LISTING_THREADS = "6";

export interface ListRequest {
  readonly order: "path" | "newest";
  /** The maximum number of files to show. */
  readonly limit: number;
  /** The caller opens every file through the workspace, and so notices one that has become a link. */
  readonly opensAll?: boolean;
}

export interface ListedFiles {
  /** At most `limit` files, all readable by the policy. */
  readonly files: readonly SelectedFile[];
  /** The number of all selected files that are readable by the policy. */
  readonly total: number;
  /** The number of names that aren't valid UTF-8, which no tool can open. */
  readonly unreadableNames: number;
  readonly end: RipgrepEnd;
}

/** The files of a selection. Errors: `tool-not-available` if ripgrep is needed and missing. */
export async function listFiles(
  context: ToolContext,
  selection: FileSelection,
  { order, limit, opensAll = false }: ListRequest,
): Promise<ListedFiles> {
  const look = await context.workspace.lookBelow(selection.cwd);
  const { taken, unreadableNames, end } = await takeFiles(context, selection, look, () =>
    order === "path" ? firstByPath(limit) : newestFirst(limit, look),
  );
  const first = taken.first();
  // A file may have been replaced by a link in the meantime.
  const present = opensAll ? first : await look.present(first);
  return {
    files: present.map((path) => selection.fileOf(path)),
    total: taken.total() - (first.length - present.length),
    unreadableNames,
    end,
  };
}

/** The number of selected files that are readable by the policy, counted up to `atMost`. */
export async function countFiles(
  context: ToolContext,
  selection: FileSelection,
  atMost: number,
): Promise<number> {
  const look = await context.workspace.lookBelow(selection.cwd);
  const { taken } = await takeFiles(context, selection, look, () => {
    let count = 0;
    return {
      take(paths) {
        count += paths.length;
        return count < atMost;
      },
      total: () => count,
    };
  });
  return Math.min(taken.total(), atMost);
}

/** Receives paths in any order as they are found. */
interface Taker {
  /** Returns false to stop. `prefix`: the common beginning of all paths, ending in `/`. */
  readonly take: (paths: readonly string[], prefix: string) => MaybePromise<boolean>;
  readonly total: () => number;
}

interface OrderedTaker extends Taker {
  readonly first: () => readonly string[];
}

function firstByPath(limit: number): OrderedTaker {
  const first = createFirstOfMany(limit, comparePaths);
  let total = 0;
  return {
    take(paths, prefix) {
      total += paths.length;
      if (prefix === "" || !first.isBehind(prefix)) for (const path of paths) first.add(path);
      return true;
    },
    total: () => total,
    first: () => first.sorted(),
  };
}

function newestFirst(limit: number, look: TreeLook): OrderedTaker {
  const first = createFirstOfMany<Dated>(
    limit,
    (a, b) => b.modifiedAtMs - a.modifiedAtMs || comparePaths(a.path, b.path),
  );
  let total = 0;
  return {
    async take(paths) {
      total += paths.length;
      const times = await look.modifiedAtMs(paths);
      paths.forEach((path, index) => first.add({ path, modifiedAtMs: times[index] ?? 0 }));
      return true;
    },
    total: () => total,
    first: () => first.sorted().map(({ path }) => path),
  };
}

interface Dated {
  readonly path: string;
  readonly modifiedAtMs: number;
}

interface Taken<T extends Taker> extends Pick<ListedFiles, "unreadableNames" | "end"> {
  readonly taken: T;
}

/**
 * Passes a taker the paths of a selection that are readable by the policy, relative to its `cwd`. The
 * workspace's own walk is faster than ripgrep's; if it is uncertain, ripgrep starts over.
 */
async function takeFiles<T extends Taker>(
  context: ToolContext,
  selection: FileSelection,
  look: TreeLook,
  createTaker: () => T,
): Promise<Taken<T>> {
  const quick = createTaker();
  const end = await walk(context, selection, look, quick.take);
  if (end !== null) return { taken: quick, unreadableNames: 0, end };
  const taken = createTaker();
  return { taken, ...(await listByRipgrep(context, selection, look, taken.take)) };
}

/** Null if it may not have found everything. */
async function walk(
  context: ToolContext,
  selection: FileSelection,
  look: TreeLook,
  take: Taker["take"],
): Promise<RipgrepEnd | null> {
  // Paths outside are left to ripgrep, a program that can be stopped at any time.
  if (look.walk === undefined || selection.walk === null || selection.root === null) return null;
  const { signal } = context;
  const deadline = performance.now() + SEARCH_DEADLINE_MS;
  let reason: RipgrepEnd["reason"] = "done";
  const isSure = await look.walk({
    ...selection.walk,
    isWanted: selection.mayEndIn,
    isOver() {
      if (performance.now() > deadline) reason = "deadline";
      return signal.aborted || reason === "deadline";
    },
    take(directory, names) {
      const inside = directory === "" ? "" : `${directory}/`;
      const paths: string[] = [];
      for (const name of names) {
        const path = inside + name;
        if (selection.matches(path)) paths.push(path);
      }
      return paths.length === 0 || take(paths, inside);
    },
  });
  signal.throwIfAborted();
  return isSure ? { reason, exitCode: 0, errors: "" } : null;
}

async function listByRipgrep(
  context: ToolContext,
  selection: FileSelection,
  look: TreeLook,
  take: Taker["take"],
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
      // If named, the current directory would precede every path.
      ...(selection.isSingleFile ? ["--", selection.target] : []),
    ],
    async onOutput(chunk) {
      const { names, invalid } = records.pushNames(chunk);
      const found = selection.isSingleFile ? names.map(withoutDot) : names;
      const paths = found.filter(selection.matches);
      unreadableNames += invalid.filter(selection.matches).length;
      const seen = selection.root === null ? paths : await look.readable(paths);
      return take(seen, "");
    },
  });
  return { unreadableNames, end };
}
