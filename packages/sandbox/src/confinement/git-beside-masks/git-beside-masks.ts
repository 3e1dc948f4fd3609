import {
  type BigIntStats,
  type Stats,
  chmodSync,
  closeSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import { realPathOf } from "../real-path.ts";
import { isWithin } from "../path-containment.ts";
import { readQuietly } from "../upkeep/revert-changes.ts";
import { inDirectory } from "../upkeep/safe-directory.ts";
import { blobId, entriesOf, type IndexEntry, withFacts } from "./index-entries.ts";

export interface GitBesideMasks {
  /** Files shown read-only in place of others. */
  readonly standIns: readonly { readonly path: string; readonly by: string }[];
  /** Tracked files that now seem to differ from git's index. */
  changed(): readonly string[];
  /** Untracked files that were hidden from git while it wrote its index. */
  leftOut(): readonly string[];
  release(): void;
}

export interface MaskedFiles {
  readonly masked: readonly string[];
  readonly writable: readonly string[];
  /** A private directory of ours. */
  readonly stateDirectory: string;
}

/**
 * Makes git treat tracked masked files as unchanged and ignore untracked ones, without reading them.
 *
 * A tracked file is replaced by another regular file of its size, whose times are put into the index. Git
 * outside sees other times, reads the real file and reports its true state. The index itself is changed if
 * the command may write it; otherwise the command sees a changed copy. Untracked files are listed in a copy
 * of `info/exclude`, because git cannot add an unreadable file.
 */
export function gitBesideMasks({ masked, writable, stateDirectory }: MaskedFiles): GitBesideMasks {
  const byRepository = new Map<string, { readonly index: string; readonly paths: string[] }>();
  const known = new Map<string, Repository | null>();
  for (const path of masked) {
    const repository = repositoryOf(dirname(path), known);
    if (repository === null) continue;
    const { top, index } = repository;
    const group = byRepository.get(top) ?? { index, paths: [] };
    group.paths.push(path);
    byRepository.set(top, group);
  }
  const tracked: TrackedFile[] = [];
  const untracked: UntrackedFiles[] = [];
  const standIns: { path: string; by: string }[] = [];
  const copies: string[] = [];
  if (byRepository.size > 0) mkdirSync(stateDirectory, { recursive: true, mode: 0o700 });
  for (const [top, { index, paths }] of byRepository) {
    const bytes = readQuietly(index);
    if (bytes === null) continue;
    const names = new Map(paths.map((path) => [nameIn(top, path), path]));
    const facts = new Map<IndexEntry, BigIntStats>();
    const entries = entriesOf(bytes, (name) => names.has(name)) ?? [];
    const known = new Set(entries.map(({ name }) => name));
    const others = [...names].filter(([name]) => !known.has(name));
    const exclude =
      others.length === 0 ? null : excludeFile(dirname(index), stateDirectory, others);
    if (exclude !== null) {
      copies.push(dirname(exclude.by));
      standIns.push(exclude);
      untracked.push({ index, paths: others.map(([, path]) => path) });
    }
    for (const entry of entries) {
      const path = names.get(entry.name) ?? "";
      tracked.push({ path, name: entry.name, index });
      const content = readQuietly(path);
      const isChanged = !isWhatGitHas(content, entry);
      // Git treats a file of another size as changed without reading it, so the size must be the real one.
      const size = isChanged || content === null ? entry.size : content.byteLength;
      if (size === 0 && isChanged) continue;
      const by = standInFile(stateDirectory, size, entry.isExecutable);
      facts.set(entry, lstatSync(by, { bigint: true }));
      standIns.push({ path, by });
    }
    const changed = withFacts(bytes, facts);
    if (changed === null) continue;
    const root = writable.find((each) => isWithin(index, each));
    if (root !== undefined) {
      replaceIndex(root, index, bytes, changed);
    } else {
      const copy = join(mkdtempSync(join(stateDirectory, "index-")), "index");
      writeFileSync(copy, changed, { mode: 0o600 });
      keepTime(copy, lstatSync(index));
      copies.push(dirname(copy));
      standIns.push({ path: index, by: copy });
    }
  }
  const before = new Map(untracked.map(({ index }) => [index, readQuietly(index)]));
  return {
    standIns,
    changed: () => tracked.filter(isChangedNow).map(({ path }) => path),
    leftOut: () =>
      untracked
        .filter(({ index }) => readQuietly(index)?.equals(before.get(index) ?? empty) === false)
        .flatMap(({ paths }) => paths),
    release() {
      for (const copy of copies) rmSync(copy, { recursive: true, force: true });
    },
  };
}

interface TrackedFile {
  readonly path: string;
  readonly name: string;
  readonly index: string;
}

interface UntrackedFiles {
  readonly index: string;
  readonly paths: readonly string[];
}

const empty = Buffer.alloc(0);

/**
 * A copy of the repository's own ignore list with additional files; null if it has no such list.
 */
function excludeFile(
  gitDirectory: string,
  stateDirectory: string,
  files: readonly (readonly [name: string, path: string])[],
): { readonly path: string; readonly by: string } | null {
  const common = readQuietly(join(gitDirectory, "commondir"))?.toString("utf8").trimEnd();
  const path = join(resolve(gitDirectory, common ?? "."), "info", "exclude");
  const own = readQuietly(path);
  if (own === null) return null;
  const rules = files
    .filter(([name]) => !/[\n\r]/.test(name))
    .map(([name]) => `/${name.replaceAll(/[\\*?[\]!# ]/g, String.raw`\$&`)}`);
  const by = join(mkdtempSync(join(stateDirectory, "exclude-")), "exclude");
  const text = Buffer.from(`\n${rules.join("\n")}\n`, "latin1");
  writeFileSync(by, Buffer.concat([own, text]), { mode: 0o644 });
  return { path, by };
}

function isChangedNow({ path, name, index }: TrackedFile): boolean {
  const bytes = readQuietly(index);
  const [entry] = (bytes && entriesOf(bytes, (other) => other === name)) ?? [];
  return entry === undefined || !isWhatGitHas(readQuietly(path), entry);
}

/** If git converts content when adding it, an unchanged file may look changed. */
function isWhatGitHas(content: Uint8Array | null, { id }: IndexEntry): boolean {
  return content !== null && blobId(content, id.length) === id;
}

interface Repository {
  /** The root of its work tree. */
  readonly top: string;
  readonly index: string;
}

function repositoryOf(directory: string, known: Map<string, Repository | null>): Repository | null {
  const before = known.get(directory);
  if (before !== undefined) return before;
  const gitDirectory = gitDirectoryIn(directory);
  const parent = dirname(directory);
  const found =
    gitDirectory !== null
      ? { top: directory, index: join(gitDirectory, "index") }
      : parent === directory
        ? null
        : repositoryOf(parent, known);
  known.set(directory, found);
  return found;
}

function gitDirectoryIn(directory: string): string | null {
  const place = join(directory, ".git");
  try {
    const stats = lstatSync(place, { throwIfNoEntry: false });
    if (stats === undefined) return null;
    if (!stats.isFile()) return existsSync(join(place, "HEAD")) ? realPathOf(place) : null;
    const [, target] = /^gitdir: ([^\n\0]+)\n?$/.exec(readFileSync(place, "utf8")) ?? [];
    return target === undefined ? null : realPathOf(resolve(directory, target));
  } catch {
    return null;
  }
}

/** A name in git's form, one character for each byte. */
function nameIn(top: string, path: string): string {
  return Buffer.from(path.slice(top === "/" ? 1 : top.length + 1)).toString("latin1");
}

/**
 * A stand-in for a masked file. It is unreadable, so that programs get the same error as with any mask. It is
 * reused, so that facts recorded by git stay valid for the next command. It is old, because git distrusts
 * files as recent as its index. It is sparse, so its size takes no space.
 */
function standInFile(stateDirectory: string, size: number, isExecutable: boolean): string {
  const directory = join(stateDirectory, "stand-ins");
  const path = join(directory, `${size}${isExecutable ? "-program" : ""}`);
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    const place = mkdtempSync(join(directory, "new-"));
    const made = join(place, "file");
    writeFileSync(made, "", { mode: 0o600 });
    truncateSync(made, size);
    chmodSync(made, isExecutable ? 0o100 : 0o000);
    utimesSync(made, 1_000_000_000, 1_000_000_000);
    renameSync(made, path);
    rmSync(place, { recursive: true, force: true });
  }
  return path;
}

/**
 * Git reads a file again if it changed in the same moment as its index was written; a later time of the index
 * would prevent that. A slightly earlier time is always safe.
 */
function keepTime(path: string, { atimeMs, mtimeMs }: Stats): void {
  utimesSync(path, Math.floor(atimeMs) / 1_000, Math.floor(mtimeMs) / 1_000);
}

/**
 * Replaces the index as git does: atomically, under git's lock, and only if nobody else has written it.
 */
function replaceIndex(root: string, index: string, before: Buffer, after: Buffer): void {
  inDirectory(root, dirname(index), (directory) => {
    const lock = join(directory, "index.lock");
    const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL;
    let file: number;
    try {
      file = openSync(lock, flags, lstatSync(join(directory, "index")).mode & 0o777);
    } catch {
      // Git holds the lock. This command may see a hidden file as changed; a later one will not.
      return;
    }
    try {
      writeFileSync(file, after);
      closeSync(file);
      if (readQuietly(join(directory, "index"))?.equals(before) !== true) return;
      keepTime(lock, lstatSync(join(directory, "index")));
      renameSync(lock, join(directory, "index"));
    } finally {
      rmSync(lock, { force: true });
    }
  });
}
