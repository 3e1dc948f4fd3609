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
  realpathSync,
  renameSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import { isWithin } from "../path-containment.ts";
import { readQuietly } from "../upkeep/revert-changes.ts";
import { inDirectory } from "../upkeep/safe-directory.ts";
import { blobId, entriesOf, type IndexEntry, withFacts } from "./index-entries.ts";

export interface GitBesideMasks {
  /** Files to be shown read-only in place of others. */
  readonly standIns: readonly { readonly path: string; readonly by: string }[];
  /** Tracked files that aren't, for all that can be told, what git's index has by now. */
  changed(): readonly string[];
  /** Files that git doesn't track and was not shown, where it has written its index meanwhile. */
  leftOut(): readonly string[];
  release(): void;
}

export interface MaskedFiles {
  readonly masked: readonly string[];
  readonly writable: readonly string[];
  /** Of our own, where nobody else writes. */
  readonly stateDirectory: string;
}

/**
 * Makes git take masked files that it tracks for unchanged, and overlook those that it doesn't, without a look
 * into them.
 *
 * In place of such a file stands another regular one of its size, and in the index stand that one's times. Git
 * outside then sees different ones, reads the real file, and tells and notes what is true. The index itself is
 * written where the command may write it; else the command is shown a copy. Untracked ones are in a copy of
 * `info/exclude`, as git can't add what nobody can read.
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
      // Git takes a file of another size for changed without a look, so the size has to be the true one.
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

/** A copy of the repository's own list of ignored files, with more of them; null where it has no such list. */
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

/** Where git converts what it takes in, a file may look changed that isn't. */
function isWhatGitHas(content: Uint8Array | null, { id }: IndexEntry): boolean {
  return content !== null && blobId(content, id.length) === id;
}

interface Repository {
  /** Of its work tree. */
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
    if (!stats.isFile()) return existsSync(join(place, "HEAD")) ? realpathSync(place) : null;
    const [, target] = /^gitdir: ([^\n\0]+)\n?$/.exec(readFileSync(place, "utf8")) ?? [];
    return target === undefined ? null : realpathSync(resolve(directory, target));
  } catch {
    return null;
  }
}

/** As git has it, each byte a character. */
function nameIn(top: string, path: string): string {
  return Buffer.from(path.slice(top === "/" ? 1 : top.length + 1)).toString("latin1");
}

/**
 * Nobody may read it, so that a program that tries is refused as with every mask. It stays the same file, so that
 * what git notes of it holds for the next command. It is old, as git doubts what was changed as lately as its
 * index, and takes no room but its size.
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
 * Git reads a file again that was changed in the very moment in which its index was written; with a later time of
 * the index it would not. A little earlier it is never wrong.
 */
function keepTime(path: string, { atimeMs, mtimeMs }: Stats): void {
  utimesSync(path, Math.floor(atimeMs) / 1_000, Math.floor(mtimeMs) / 1_000);
}

/** As git does it: under its lock, whole, and not when somebody else has written meanwhile. */
function replaceIndex(root: string, index: string, before: Buffer, after: Buffer): void {
  inDirectory(root, dirname(index), (directory) => {
    const lock = join(directory, "index.lock");
    const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL;
    let file: number;
    try {
      file = openSync(lock, flags, lstatSync(join(directory, "index")).mode & 0o777);
    } catch {
      // Git is at it: then a command may see a hidden file as changed, and a later one won't.
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
