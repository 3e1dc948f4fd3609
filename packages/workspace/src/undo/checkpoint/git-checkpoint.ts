import { createHash } from "node:crypto";
import { isUtf8 } from "node:buffer";
import { existsSync, lstatSync, rmSync, type Stats, utimesSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join, sep } from "node:path";
import type { PathChange, PathState } from "../../journal/journal-store.ts";
import { isInside } from "../../paths/containment.ts";
import { absent, isSameState, readState } from "../path-state.ts";
import type { Places } from "../places.ts";
import { type CheckpointChanges, type CheckpointLimits, NoCheckpoint } from "./checkpoints.ts";
import { eachBlob } from "./git-blobs.ts";
import { ownExcludes, prepareGitFolder, workTreeOf } from "./git-folder.ts";
import { systemCode } from "../../access/failures.ts";
import { emptyIndex, readIndex } from "./git-index.ts";
import { type GitPlace, runGit } from "./git-program.ts";

export interface GitTreeOptions {
  readonly program: string;
  readonly root: string;
  /** Where our own git directories are kept. */
  readonly directory: string;
  readonly limits: CheckpointLimits;
  /** The user's own rules of what git ignores. */
  readonly userExcludes: () => Promise<string>;
  readonly keep: (bytes: Uint8Array) => string;
}

interface SeenFile {
  /** Absolute. */
  readonly path: string;
  /** File type and permission bits, as lstat tells them. */
  readonly mode: number;
  /** As the index has it. */
  readonly changedAt: number;
}

/** A repository inside that git would have to ask is found one at a time. */
const maxLeftOutAtOnce = 50;

const dayMs = 24 * 60 * 60 * 1000;

/** A kernel with 100 ticks a second keeps times to 10 ms; this leaves room for its clock. */
const unsettledMs = 50;

/** One moment: git's tree of what it doesn't ignore, and the modes, which git keeps only in part. */
export interface GitMark {
  readonly tree: string;
  /** Files and links by their names in git, each byte a character. */
  readonly files: ReadonlyMap<string, SeenFile>;
  /** Absolute, of all files. */
  readonly paths: { has(path: string): boolean };
  /** Names of files that changed so lately that another change may look the same. */
  readonly unsettled: readonly string[];
  /** Of the directories that hold some, by absolute path. */
  readonly modes: ReadonlyMap<string, number>;
  /** Of directories: one that was moved is known by it. */
  readonly inodes: ReadonlySet<number>;
  readonly takenAtMs: number;
}

const gitlink = "160000";
const linkMode = "120000";

/**
 * Checkpoints of one root by git's own plumbing, in a git directory and an index of our own: what
 * didn't change since the last one costs a look at each file.
 */
export class GitTree {
  readonly root: string;
  readonly #options: GitTreeOptions;
  readonly #place: GitPlace;
  /** What is too large, or a repository without a commit: git couldn't take it in. */
  readonly #leftOut = new Set<string>();
  #nested: readonly string[] = [];
  #last: GitMark | null = null;
  #lastIndex: Buffer | null = null;

  constructor(options: GitTreeOptions) {
    this.root = options.root;
    this.#options = options;
    const name = createHash("sha256").update(options.root).digest("hex").slice(0, 32);
    this.#place = {
      program: options.program,
      gitDirectory: join(options.directory, name),
      workTree: workTreeOf(options.root),
      timeoutMs: options.limits.maxMs,
    };
  }

  /** Whether there is no checkpoint yet, so that the next one has to read every file. */
  get isCold(): boolean {
    return !existsSync(join(this.#place.gitDirectory, "index"));
  }

  /** What isn't seen of the root, a sentence each. */
  get blindSpots(): readonly string[] {
    return [
      ...this.#nested.map(
        (path) => `What it changes in the repository inside, '${path}', isn't taken back.`,
      ),
      ...Array.from(
        this.#leftOut,
        (path) => `'${path}' isn't looked at: it is too large, or git can't take it in.`,
      ),
    ];
  }

  /** Errors: `NoCheckpoint` over a limit. */
  async checkLimits(): Promise<void> {
    if (!this.isCold) return;
    await this.#prepare();
    const { maxFiles, maxBytes, maxFileBytes } = this.#options.limits;
    const words = ["ls-files", "-z", "--others", "--exclude-standard", "--", this.root];
    const { output } = await this.#git(words);
    const paths = namesIn(output);
    if (paths.length > maxFiles) throw tooMany(maxFiles);
    let bytes = 0;
    for (const path of paths) {
      const size = lstatSync(this.#absolute(path), { throwIfNoEntry: false })?.size ?? 0;
      if (size > maxFileBytes) this.#leftOut.add(path);
      else bytes += size;
      if (bytes > maxBytes) {
        throw new NoCheckpoint(
          `The workspace holds more than ${Math.round(maxBytes / 1024 / 1024)} MiB of files that git doesn't ignore.`,
        );
      }
    }
  }

  /** Errors: `NoCheckpoint`. */
  async take(): Promise<GitMark> {
    if (this.isCold) await this.checkLimits();
    const takenAtMs = Date.now();
    await this.#prepare();
    await this.#add();
    const index = await this.#index();
    const mark = this.#again(index, takenAtMs) ?? (await this.#anew(index, takenAtMs));
    this.#last = mark;
    this.#lastIndex = index;
    this.#freshen(mark.tree);
    return mark;
  }

  async #index(): Promise<Buffer> {
    try {
      return await readFile(join(this.#place.gitDirectory, "index"));
    } catch (error) {
      if (systemCode(error) === "ENOENT") return emptyIndex;
      throw error;
    }
  }

  /** The last moment again, when git has found nothing else; null when it has. */
  #again(index: Buffer, takenAtMs: number): GitMark | null {
    const known = this.#last;
    if (known === null || this.#lastIndex?.equals(index) !== true) return null;
    for (const name of known.unsettled) {
      const file = known.files.get(name);
      if (file !== undefined && statsAt(file.path)?.mode !== file.mode) return null;
    }
    const isSettled = takenAtMs - unsettledMs > known.takenAtMs;
    return {
      ...known,
      ...lookedUp(known.modes.keys()),
      takenAtMs,
      unsettled: isSettled ? [] : known.unsettled,
    };
  }

  async #anew(index: Buffer, takenAtMs: number): Promise<GitMark> {
    const writing = this.#git(["write-tree"]);
    // In case that the look fails first: the tree is only written to our own git directory.
    writing.catch(() => {});
    const { files, unsettled } = this.#filesIn(index);
    const directories = lookedUp(directoriesOf(this.root, files));
    const { output } = await writing;
    const tree = output.toString("latin1").trim();
    const paths = { has: (path: string) => files.has(this.#nameOf(path)) };
    return { tree, files, paths, unsettled, ...directories, takenAtMs };
  }

  /** What differs between two moments, with the contents before kept. */
  async changes(before: GitMark, after: GitMark, places: Places): Promise<CheckpointChanges> {
    const { maxFileBytes } = this.#options.limits;
    const { output } = await this.#git([
      ..."diff-tree -r -z --raw --no-renames --no-abbrev --no-ext-diff --no-textconv".split(" "),
      before.tree,
      after.tree,
    ]);
    const { entries, reasons } = rawDiff(output);
    const wanted = new Map<string, PathState>();
    const ids = new Set(
      entries.filter(({ mode }) => mode !== "000000" && mode !== gitlink).map(({ id }) => id),
    );
    const links = new Set(entries.filter(({ mode }) => mode === linkMode).map(({ id }) => id));
    const targets = new Map<string, string>();
    await eachBlob(this.#place, [...ids], { maxBytes: maxFileBytes }, (id, bytes, size) => {
      if (bytes !== null && links.has(id) && isUtf8(bytes)) targets.set(id, bytes.toString());
      const blob = bytes === null ? null : this.#options.keep(bytes);
      const reason = `it is larger than ${maxFileBytes / 1024 / 1024} MiB, and no larger file is kept`;
      wanted.set(id, { kind: "file", blob, size, mode: 0, ...(blob === null && { reason }) });
    });
    const changes = new Map<string, PathChange>();
    const now = (path: string): PathState =>
      readState(places, path, { keep: this.#options.keep, maxBytes: maxFileBytes });
    for (const { path: relative, mode, id, newMode } of entries) {
      const path = this.#absolute(relative);
      if (mode === gitlink || newMode === gitlink) {
        reasons.push(`What happened to the repository inside, '${relative}', isn't taken back.`);
        continue;
      }
      const was = stateBefore(
        mode,
        before.files.get(latin1(relative))?.mode,
        wanted.get(id),
        targets.get(id),
      );
      changes.set(path, { path, before: was, after: now(path) });
    }
    this.#addModes(before, after, changes, now);
    this.#addDirectories(before, changes, places, now);
    await this.#tidy();
    return {
      changes: [...changes.values()].filter(
        (each) => !isSameState(each.before, each.after ?? absent),
      ),
      reasons,
    };
  }

  /** What a recent object needs isn't let go of, whichever process takes the next checkpoint. */
  #freshen(tree: string): void {
    const now = new Date();
    const object = join(this.#place.gitDirectory, "objects", tree.slice(0, 2), tree.slice(2));
    utimesSync(object, now, now);
  }

  /** Once a day the contents go that no checkpoint of the last day needs. What fails is tried again. */
  async #tidy(): Promise<void> {
    const mark = join(this.#place.gitDirectory, "tidied");
    if ((statsAt(mark)?.mtimeMs ?? 0) > Date.now() - dayMs) return;
    writeFileSync(mark, "");
    await runGit(this.#place, ["prune", "--expire=1.day.ago"]);
  }

  async #prepare(): Promise<void> {
    const excludes = [
      await this.#options.userExcludes(),
      ownExcludes(this.#place.workTree),
      ...Array.from(this.#leftOut, excludePattern),
      "",
    ];
    prepareGitFolder(this.#place.gitDirectory, excludes);
  }

  /** Takes in all that changed. A repository without a commit, which git refuses, is left out. */
  async #add(): Promise<void> {
    for (let tries = 1; ; tries++) {
      const words = ["add", "-A", "--ignore-errors", "--", this.root];
      const { exitCode, errors } = await runGit(this.#place, words);
      if (exitCode === 0) return;
      const refused = Array.from(
        errors.matchAll(
          /^(?:error: (?:'(.+)\/' does not have a commit checked out|open\("(.+)"\): .*|unable to index file '(.+)')|fatal: [^\n]* submodule '?(.+?)'?)$/gm,
        ),
        ([, repository, unreadable, other, asked]) =>
          repository ?? unreadable ?? other ?? asked ?? "",
      ).filter((path) => !this.#leftOut.has(path));
      if (refused.length > 0 && tries < maxLeftOutAtOnce) {
        // What stands in the index is looked at even where it is to be left out.
        if (/^fatal:/m.test(errors)) this.#forgetIndex();
        for (const path of refused) this.#leftOut.add(path);
        await this.#prepare();
        continue;
      }
      // A broken index is only a memory of ours.
      this.#forgetIndex();
      if (tries < 3) continue;
      throw new NoCheckpoint(`git can't look at the workspace: ${firstLine(errors)}`);
    }
  }

  #forgetIndex(): void {
    rmSync(join(this.#place.gitDirectory, "index"), { force: true });
    this.#last = null;
  }

  async #git(words: readonly string[]): Promise<{ readonly output: Buffer }> {
    const end = await runGit(this.#place, words);
    if (end.exitCode === 0) return end;
    throw new NoCheckpoint(`git can't look at the workspace: ${firstLine(end.errors)}`);
  }

  /** Of all files in the index; only those whose facts changed are looked at. */
  #filesIn(index: Buffer): Pick<GitMark, "files" | "unsettled"> {
    const known = this.#last?.files;
    const old = new Set(this.#last?.unsettled);
    const unsettled: string[] = [];
    const files = new Map<string, SeenFile>();
    const nested: string[] = [];
    const settledNs = (Date.now() - unsettledMs) * 1e6;
    for (const { name, changedAt, isRepository } of readIndex(index)) {
      const before = known?.get(name);
      if (before !== undefined && before.changedAt === changedAt && !old.has(name)) {
        files.set(name, before);
        continue;
      }
      const bytes = Buffer.from(name, "latin1");
      // Names that aren't UTF-8 are told of when they change.
      if (!isUtf8(bytes)) continue;
      const path = this.#absolute(bytes.toString());
      if (isRepository) nested.push(bytes.toString());
      const mode = isRepository ? undefined : statsAt(path)?.mode;
      if (mode === undefined) continue;
      files.set(name, { path, mode, changedAt });
      if (changedAt >= settledNs) unsettled.push(name);
    }
    this.#nested = nested;
    if (files.size > this.#options.limits.maxFiles) throw tooMany(this.#options.limits.maxFiles);
    return { files, unsettled };
  }

  /** Modes of which git knows nothing: only whether the owner may execute a file is in its trees. */
  #addModes(
    before: GitMark,
    after: GitMark,
    changes: Map<string, PathChange>,
    now: (path: string) => PathState,
  ): void {
    for (const [name, { path, mode }] of before.files) {
      const is = after.files.get(name)?.mode;
      if (is === undefined || is === mode || changes.has(path)) continue;
      const state = now(path);
      if (state.kind !== "file" || !isFileMode(mode)) continue;
      changes.set(path, { path, before: { ...state, mode: mode & 0o777 }, after: state });
    }
    for (const [path, mode] of before.modes) {
      const is = after.modes.get(path);
      if (is === undefined || is === mode || changes.has(path)) continue;
      const state = now(path);
      if (state.kind !== "directory") continue;
      changes.set(path, { path, before: { ...state, mode: mode & 0o3777 }, after: state });
    }
  }

  /** Directories that went, and those that came and weren't there before. */
  #addDirectories(
    before: GitMark,
    changes: Map<string, PathChange>,
    places: Places,
    now: (path: string) => PathState,
  ): void {
    for (const path of changes.keys()) {
      for (let directory = dirname(path); ; directory = dirname(directory)) {
        if (directory === this.root || !isInside(this.root, directory, sep)) break;
        if (changes.has(directory)) continue;
        const mode = before.modes.get(directory);
        const is = now(directory);
        if (mode !== undefined && isDirectoryMode(mode)) {
          const was: PathState = { kind: "directory", mode: mode & 0o3777 };
          if (!isSameState(was, is))
            changes.set(directory, { path: directory, before: was, after: is });
        } else if (is.kind === "directory" && isNewSince(directory, before, places)) {
          changes.set(directory, { path: directory, before: absent, after: is });
        }
      }
    }
  }

  #nameOf(path: string): string {
    return latin1(path.slice(this.#place.workTree.length + 1).replaceAll(sep, "/"));
  }

  #absolute(relative: string): string {
    return join(this.#place.workTree, relative);
  }
}

interface RawChange {
  readonly path: string;
  readonly mode: string;
  readonly newMode: string;
  readonly id: string;
}

/** `:100644 100644 <id> <id> M`, NUL, path, NUL, again and again. */
function rawDiff(output: Buffer): { readonly entries: readonly RawChange[]; reasons: string[] } {
  const entries: RawChange[] = [];
  const reasons: string[] = [];
  for (let at = 0; at < output.byteLength; ) {
    const endOfFacts = output.indexOf(0, at);
    const end = output.indexOf(0, endOfFacts + 1);
    if (endOfFacts === -1 || end === -1) break;
    const [mode = "", newMode = "", id = ""] = output
      .toString("latin1", at + 1, endOfFacts)
      .split(" ");
    const name = output.subarray(endOfFacts + 1, end);
    at = end + 1;
    if (isUtf8(name)) entries.push({ path: name.toString(), mode, newMode, id });
    else reasons.push(`'${name.toString("latin1")}' can't be taken back: its name isn't UTF-8.`);
  }
  return { entries, reasons };
}

function stateBefore(
  mode: string,
  known: number | undefined,
  content: PathState | undefined,
  target: string | undefined,
): PathState {
  if (mode === "000000") return absent;
  if (mode === linkMode) return target === undefined ? { kind: "other" } : { kind: "link", target };
  if (content?.kind !== "file") return { kind: "other" };
  const usual = mode === "100755" ? 0o755 : 0o644;
  return { ...content, mode: known !== undefined && isFileMode(known) ? known & 0o777 : usual };
}

/** What git never listed may have been there all the same: empty, or with ignored files alone. */
function isNewSince(directory: string, { inodes, takenAtMs }: GitMark, places: Places): boolean {
  return (
    places.at(directory, (parent, name) => {
      const { birthtimeMs, ino } = lstatSync(parent.at(name));
      if (inodes.has(ino)) return true;
      // Times are kept in steps of the kernel's clock.
      return birthtimeMs === 0 || birthtimeMs >= takenAtMs - 20;
    }) ?? false
  );
}

/** The directories that hold these files, below the root. */
function directoriesOf(root: string, files: ReadonlyMap<string, SeenFile>): ReadonlySet<string> {
  const directories = new Set<string>();
  for (const { path } of files.values()) {
    for (let end = path.lastIndexOf(sep); end > root.length; end = path.lastIndexOf(sep, end - 1)) {
      const directory = path.slice(0, end);
      if (directories.has(directory)) break;
      directories.add(directory);
    }
  }
  return directories;
}

function lookedUp(directories: Iterable<string>): Pick<GitMark, "modes" | "inodes"> {
  const modes = new Map<string, number>();
  const inodes = new Set<number>();
  for (const directory of directories) {
    const stats = statsAt(directory);
    if (stats === undefined || !stats.isDirectory()) continue;
    modes.set(directory, stats.mode);
    inodes.add(stats.ino);
  }
  return { modes, inodes };
}

function latin1(text: string): string {
  return Buffer.from(text).toString("latin1");
}

function statsAt(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    // Something else took the place of a directory above: then it isn't there.
    return undefined;
  }
}

function isFileMode(mode: number): boolean {
  return (mode & 0o170000) === 0o100000;
}

function isDirectoryMode(mode: number): boolean {
  return (mode & 0o170000) === 0o040000;
}

function namesIn(output: Buffer): readonly string[] {
  if (output.byteLength === 0) return [];
  return output.toString("utf8", 0, output.byteLength - 1).split("\0");
}

/** Exactly this path, in the language of ignore files. */
function excludePattern(path: string): string {
  return `/${path.replaceAll(/[\\*?[\]!# ]/g, (character) => `\\${character}`)}`;
}

function tooMany(maxFiles: number): NoCheckpoint {
  return new NoCheckpoint(
    `The workspace holds more than ${maxFiles} files that git doesn't ignore.`,
  );
}

function firstLine(text: string): string {
  return text.trim().split("\n", 1)[0] ?? "";
}
