import { createHash } from "node:crypto";
import { isUtf8 } from "node:buffer";
import { existsSync, lstatSync, rmSync, type Stats } from "node:fs";
import { dirname, join, sep } from "node:path";
import type { PathChange, PathState } from "../../journal/journal-store.ts";
import { isInside } from "../../paths/containment.ts";
import { absent, isSameState, readState } from "../path-state.ts";
import type { Places } from "../places.ts";
import { type CheckpointChanges, type CheckpointLimits, NoCheckpoint } from "./checkpoints.ts";
import { eachBlob } from "./git-blobs.ts";
import { ownExcludes, prepareGitFolder, workTreeOf } from "./git-folder.ts";
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

/** File type and permission bits, as lstat tells them. */
type Modes = ReadonlyMap<string, number>;

/** One moment: git's tree of what it doesn't ignore, and the modes, which git keeps only in part. */
export interface GitMark {
  readonly tree: string;
  /** By absolute path: files, links, and directories that hold some. */
  readonly modes: Modes;
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
    const known = this.#last;
    const added = this.#add();
    // While git looks at the same files in its own process.
    const seen = new Seen();
    if (known !== null) seen.look(known.modes.keys());
    await added;
    const { output } = await this.#git(["write-tree"]);
    const tree = output.toString("latin1").trim();
    if (known === null) await this.#listAll(seen);
    else if (known.tree !== tree) await this.#listNew(known.tree, tree, seen);
    const { modes, inodes } = seen;
    if (modes.size > this.#options.limits.maxFiles * 2)
      throw tooMany(this.#options.limits.maxFiles);
    const mark = { tree, modes, inodes, takenAtMs };
    this.#last = mark;
    return mark;
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
      const was = stateBefore(mode, before.modes.get(path), wanted.get(id), targets.get(id));
      changes.set(path, { path, before: was, after: now(path) });
    }
    this.#addModes(before, after, changes, now);
    this.#addDirectories(before, changes, places, now);
    return {
      changes: [...changes.values()].filter(
        (each) => !isSameState(each.before, each.after ?? absent),
      ),
      reasons,
    };
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
          /^error: (?:'(.+)\/' does not have a commit checked out|open\("(.+)"\): .*|unable to index file '(.+)')$/gm,
        ),
        ([, repository, unreadable, other]) => repository ?? unreadable ?? other ?? "",
      ).filter((path) => !this.#leftOut.has(path));
      if (refused.length > 0 && tries < 10) {
        for (const path of refused) this.#leftOut.add(path);
        await this.#prepare();
        continue;
      }
      // A broken index is only a memory of ours.
      rmSync(join(this.#place.gitDirectory, "index"), { force: true });
      this.#last = null;
      if (tries < 3) continue;
      throw new NoCheckpoint(`git can't look at the workspace: ${firstLine(errors)}`);
    }
  }

  async #git(words: readonly string[]): Promise<{ readonly output: Buffer }> {
    const end = await runGit(this.#place, words);
    if (end.exitCode === 0) return end;
    throw new NoCheckpoint(`git can't look at the workspace: ${firstLine(end.errors)}`);
  }

  async #listAll(seen: Seen): Promise<void> {
    const { output } = await this.#git(["ls-files", "-z", "--stage", "--", this.root]);
    const nested: string[] = [];
    const paths: string[] = [];
    for (const line of namesIn(output)) {
      const path = line.slice(line.indexOf("\t") + 1);
      if (line.startsWith(gitlink)) nested.push(path);
      else paths.push(path);
    }
    this.#nested = nested;
    this.#look(paths, seen);
  }

  async #listNew(from: string, to: string, seen: Seen): Promise<void> {
    const words = "diff-tree -r -z --raw --no-renames --no-abbrev".split(" ");
    const { output } = await this.#git([...words, from, to]);
    const { entries } = rawDiff(output);
    const links = entries.filter(({ newMode }) => newMode === gitlink).map(({ path }) => path);
    if (links.length > 0) this.#nested = [...new Set([...this.#nested, ...links])];
    this.#look(
      entries.filter(({ newMode }) => newMode !== gitlink).map(({ path }) => path),
      seen,
    );
  }

  #look(paths: readonly string[], seen: Seen): void {
    const wanted = new Set<string>();
    for (const relative of paths) {
      const path = this.#absolute(relative);
      wanted.add(path);
      for (let directory = dirname(path); directory !== this.root; directory = dirname(directory)) {
        if (wanted.has(directory) || directory.length < this.root.length) break;
        wanted.add(directory);
      }
    }
    seen.look(wanted);
  }

  /** Modes of which git knows nothing: only whether the owner may execute a file is in its trees. */
  #addModes(
    before: GitMark,
    after: GitMark,
    changes: Map<string, PathChange>,
    now: (path: string) => PathState,
  ): void {
    for (const [path, mode] of before.modes) {
      const is = after.modes.get(path);
      if (is === undefined || is === mode || changes.has(path)) continue;
      const state = now(path);
      if (state.kind === "file" && isFileMode(mode)) {
        changes.set(path, { path, before: { ...state, mode: mode & 0o777 }, after: state });
      } else if (state.kind === "directory" && isDirectoryMode(mode)) {
        changes.set(path, { path, before: { ...state, mode: mode & 0o3777 }, after: state });
      }
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

/** Looks paths up, and remembers what is there. */
class Seen {
  readonly modes = new Map<string, number>();
  readonly inodes = new Set<number>();

  look(paths: Iterable<string>): void {
    for (const path of paths) {
      const stats = statsAt(path);
      if (stats === undefined) continue;
      this.modes.set(path, stats.mode);
      if (isDirectoryMode(stats.mode)) this.inodes.add(stats.ino);
    }
  }
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
