import {
  constants,
  copyFileSync,
  lstatSync,
  lutimesSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
  type Dirent,
  chmodSync,
} from "node:fs";
import { join, relative } from "node:path";
import { ToolError } from "@toolwright/core";
import { systemCode } from "../access/failures.ts";
import { walkFiles } from "../tree/walk-files.ts";
import { type StagedRoot, stampOf } from "./candidates.ts";

/** More is not copied, because nobody waits for it, and a disk may not hold it. */
const maxFiles = 100_000;
const maxBytes = 2 * 1024 * 1024 * 1024;

export interface CopyOptions {
  /** Existing, without links. */
  readonly root: string;
  /** The path of the copy; its parent exists. */
  readonly view: string;
  /** Real paths that are copied even where git ignores them. */
  readonly named: readonly string[];
}

/** The cost of a copy, before it is made. */
export interface CopyCost {
  readonly files: number;
  readonly bytes: number;
  /** Whether the disk shares the blocks of copies, so that they are cheap and nothing is left out. */
  readonly isShared: boolean;
}

interface Entry {
  /** From the root. */
  readonly path: string;
  readonly kind: "directory" | "file" | "link";
}

/** Errors: ToolError `command-failed` for more than a stage copies. */
export async function costOfCopy(options: CopyOptions): Promise<CopyCost> {
  const isShared = sharesBlocks(options);
  let [files, bytes] = [0, 0];
  for (const { path, kind } of await entriesOf(options, isShared)) {
    if (kind !== "file") continue;
    files += 1;
    bytes += lstatSync(join(options.root, path), { throwIfNoEntry: false })?.size ?? 0;
  }
  if (files <= maxFiles && (isShared || bytes <= maxBytes)) return { files, bytes, isShared };
  throw new ToolError(
    "command-failed",
    `No stage was opened: it would copy ${files} files (${Math.ceil(bytes / 1024 / 1024)} MiB), because this system can't lay a view over the workspace. Run the call without a stage.`,
  );
}

/**
 * Copies a root. Where the disk shares the blocks of copies, that is everything; elsewhere it is what git doesn't
 * ignore, and the named paths. Special files are left out.
 */
export async function copyRoot(options: CopyOptions): Promise<StagedRoot> {
  const { root, view } = options;
  const copied = new Map<string, string>();
  const made: string[] = [];
  mkdirSync(view, { mode: 0o700 });
  for (const { path, kind } of await entriesOf(options, sharesBlocks(options))) {
    try {
      copyEntry(join(root, path), join(view, path), kind);
    } catch (error) {
      // Somebody removed it meanwhile, or we may not read it: then the stage has none.
      if (systemCode(error) === null || isFull(error)) throw error;
      continue;
    }
    made.push(path);
  }
  for (const path of made) {
    const stats = lstatSync(join(view, path), { bigint: true, throwIfNoEntry: false });
    if (stats !== undefined) copied.set(path, stampOf(stats));
  }
  return { root, view, copied };
}

function copyEntry(from: string, to: string, kind: Entry["kind"]): void {
  const stats = lstatSync(from);
  if (kind === "directory") {
    mkdirSync(to, { recursive: true });
    chmodSync(to, (stats.mode & 0o777) | 0o700);
    return;
  }
  if (kind === "link") symlinkSync(readlinkSync(from), to);
  else copyFileSync(from, to, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL);
  // Programs that build compare times.
  lutimesSync(to, stats.atime, stats.mtime);
}

async function entriesOf(
  { root, named }: CopyOptions,
  isWhole: boolean,
): Promise<readonly Entry[]> {
  if (isWhole) return [...entriesBelow(root, "", () => true)];
  const wanted = await notIgnored(root);
  const below = named
    .filter((path) => path.startsWith(`${root}/`))
    .map((path) => relative(root, path));
  const isNamed = (path: string): boolean =>
    below.some(
      (each) => path === each || path.startsWith(`${each}/`) || each.startsWith(`${path}/`),
    );
  const isWanted = (path: string, entry: Dirent): boolean =>
    path === ".git" ||
    path.startsWith(".git/") ||
    (entry.isSymbolicLink() && !path.includes("node_modules/")) ||
    wanted.has(path) ||
    isNamed(path);
  return [...entriesBelow(root, "", isWanted)];
}

/** The files that git doesn't ignore, and the directories above them. */
async function notIgnored(root: string): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  const isWhole = await walkFiles(root, {
    without: new Set(),
    isWanted: () => true,
    heedsIgnoreFiles: true,
    maxDepth: null,
    isOver: () => false,
    take: (directory, names) => {
      for (const name of names)
        found.add(directory === "" ? name : `${directory.replace(/\/$/, "")}/${name}`);
      for (
        let at = directory.replace(/\/$/, "");
        at !== "";
        at = at.slice(0, Math.max(0, at.lastIndexOf("/")))
      ) {
        found.add(at);
      }
      return true;
    },
  });
  if (isWhole) return found;
  throw new ToolError(
    "command-failed",
    "No stage was opened: a folder or an ignore file of the workspace can't be read, or a name isn't UTF-8. Run the call without a stage.",
  );
}

function* entriesBelow(
  root: string,
  below: string,
  isWanted: (path: string, entry: Dirent) => boolean,
): Iterable<Entry> {
  for (const entry of readOrNone(join(root, below))) {
    const path = join(below, entry.name);
    if (!isWanted(path, entry)) continue;
    if (entry.isSymbolicLink()) yield { path, kind: "link" };
    else if (entry.isFile()) yield { path, kind: "file" };
    else if (entry.isDirectory()) {
      yield { path, kind: "directory" };
      yield* entriesBelow(root, path, isWanted);
    }
  }
}

function readOrNone(directory: string): readonly Dirent[] {
  try {
    return readdirSync(directory, { withFileTypes: true });
  } catch (error) {
    if (systemCode(error) === null) throw error;
    return [];
  }
}

/** Whether a file of the root can share its blocks with a copy beside the view. */
function sharesBlocks({ root, view }: CopyOptions): boolean {
  const first = readOrNone(root).find((entry) => entry.isFile());
  const [from, to] = [
    first === undefined ? `${view}.source` : join(root, first.name),
    `${view}.probe`,
  ];
  try {
    if (first === undefined) writeFileSync(from, "probe");
    copyFileSync(from, to, constants.COPYFILE_FICLONE_FORCE | constants.COPYFILE_EXCL);
    return true;
  } catch (error) {
    if (systemCode(error) === null) throw error;
    return false;
  } finally {
    for (const path of [to, ...(first === undefined ? [from] : [])]) removeIfThere(path);
  }
}

function removeIfThere(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if (systemCode(error) === null) throw error;
  }
}

function isFull(error: unknown): boolean {
  const code = systemCode(error);
  return code === "ENOSPC" || code === "EDQUOT";
}
