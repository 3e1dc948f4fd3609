import { join, sep } from "node:path";
import type { PathChange, PathState } from "../../journal/journal-store.ts";
import { isInside } from "../../paths/containment.ts";
import { identityVersion, isRecent } from "../../versions/stat-identity.ts";
import { checkpointFile } from "../checkpoint-files.ts";
import { isSameAt } from "../git-state.ts";
import { absent, readState } from "../path-state.ts";
import type { Places } from "../places.ts";
import { type CheckpointChanges, type CheckpointLimits, NoCheckpoint } from "./checkpoints.ts";
import { CheckpointStore, type Seen } from "./checkpoint-store.ts";
import { rulesAt } from "./ignore-rules.ts";
import {
  entriesIn,
  ignoredReason,
  type WalkedEntry,
  type WatchedPlace,
  walkWorkspace,
} from "./workspace-walk.ts";

export interface TreeOptions {
  readonly root: string;
  /** The root's place on the disk; only with a view does it differ. */
  readonly place: string;
  readonly stateDirectory: string;
  readonly limits: CheckpointLimits;
  /** The user's own ignore rules. */
  readonly userExcludes: () => string;
  readonly places: () => Places;
  /** Stores a content in the journal. */
  readonly keep: (bytes: Uint8Array) => string;
}

/** The state of one root at one moment. */
export interface TreeMark {
  readonly seen: ReadonlyMap<string, Seen>;
  readonly watched: ReadonlyMap<string, WatchedPlace>;
  readonly unlisted: ReadonlySet<string>;
}

/** The longest time that other work waits. */
const sliceMs = 10;
/** Ignored files are usually small settings, or build products that can be recreated. */
const maxIgnoredFileBytes = 256 * 1024;
const maxIgnoredBytes = 8 * 1024 * 1024;
const maxIgnoredFiles = 1_000;
/** The number of files kept for a new repository, so that its creation can be redone. */
const maxNewEntries = 5_000;
/** The number of exceptions named in a message. */
const maxNamed = 3;

/**
 * Checkpoints of one root: facts and contents of everything in it, including git's own state,
 * except for git's objects and for large ignored files. No program is started, so nothing in the
 * workspace can cause one to run.
 */
export class TreeCheckpoints {
  readonly root: string;
  readonly #options: TreeOptions;
  readonly #store: CheckpointStore;
  #last: TreeMark | null = null;
  #loaded: ReadonlyMap<string, Seen> | null = null;

  constructor(options: TreeOptions) {
    this.root = options.root;
    this.#options = options;
    this.#store = new CheckpointStore(checkpointFile(options.stateDirectory, options.place));
  }

  /** Errors: `NoCheckpoint` if a limit is exceeded. */
  async checkLimits(): Promise<void> {
    if (this.#known().size > 0) return;
    const count = new Count(this.#options.limits);
    await this.#walk((entry) => void count.add(entry));
  }

  /** Closes its file, which the next checkpoint opens again. */
  close(): void {
    this.#store.close();
  }

  /** A sentence on what can't be undone if it is changed; empty if there is nothing. */
  get exceptions(): readonly string[] {
    const named: string[] = [];
    for (const [path, { state, names }] of this.#known()) {
      const reason = isLeft(state) ? null : reasonAgainst(state, names);
      if (reason !== null) named.push(`'${this.#shown(path)}' (${reason})`);
    }
    if (named.length === 0) return [];
    const rest = named.length > maxNamed ? ` and ${named.length - maxNamed} more` : "";
    return [`Changes to ${named.slice(0, maxNamed).join(", ")}${rest} can't be undone exactly.`];
  }

  /** Errors: `NoCheckpoint`. */
  async take(): Promise<TreeMark> {
    const known = this.#known();
    const { limits } = this.#options;
    const count = new Count(limits);
    const seen = new Map<string, Seen>();
    const found = new Map<string, Seen>();
    const places = this.#options.places();
    const look = (entry: WalkedEntry): void => {
      const { path, stats } = entry;
      const isKept = count.add(entry);
      const stamp = `${identityVersion(stats)}:${stats.mode}:${stats.nlink}`;
      const before = known.get(path);
      const isSame = before !== undefined && before.stamp === stamp;
      if (isSame && isKept !== isLeft(before.state)) {
        seen.set(path, before);
        return;
      }
      const state = isKept ? this.#read(places, path) : left;
      if (state.kind === "absent") return;
      const names = stats.isFile() ? Number(stats.nlink) : 1;
      // For a path that isn't kept, the stamp is the only information.
      const isKnown = state.kind === "link" || (state.kind === "file" && state.blob !== null);
      const now = { state, stamp: isKnown && isRecent(stats) ? null : stamp, names };
      seen.set(path, now);
      found.set(path, now);
    };
    try {
      const { watched, unlisted } = await this.#walk(look);
      // Paths in a directory that can't be listed count as unchanged.
      for (const directory of unlisted) {
        for (const [path, each] of known) {
          if (path.startsWith(`${directory}${sep}`)) seen.set(path, each);
        }
      }
      const gone = [...known.keys()].filter((path) => !seen.has(path));
      this.#store.save(found, gone);
      this.#last = { seen, watched, unlisted };
      this.#loaded = null;
      return this.#last;
    } finally {
      places.close();
    }
  }

  /** The differences between two moments, with the contents stored in the journal. */
  changes(before: TreeMark, after: TreeMark): CheckpointChanges {
    const changes: PathChange[] = [];
    const reasons: string[] = [];
    const unlisted = [...before.unlisted, ...after.unlisted];
    const isUnlisted = (path: string): boolean =>
      unlisted.some((directory) => path !== directory && isInside(directory, path, sep));
    for (const path of new Set([...before.seen.keys(), ...after.seen.keys()])) {
      const [was, is] = [before.seen.get(path), after.seen.get(path)];
      if (was === is || isUnlisted(path)) continue;
      const change = this.#change(path, was, is);
      if (change !== null) changes.push(change);
      const names = Math.max(was?.names ?? 0, is?.names ?? 0);
      if (change !== null && names > 1) {
        reasons.push(
          `'${this.#shown(path)}' is one of ${names} names of a file. Undo replaces it with a separate file.`,
        );
      }
    }
    for (const path of new Set([...before.watched.keys(), ...after.watched.keys()])) {
      const [was, is] = [before.watched.get(path), after.watched.get(path)];
      if (was?.stamp === is?.stamp || isUnlisted(path)) continue;
      if (is?.isStore === true && was === undefined) {
        this.#addNew(path, changes, reasons);
        continue;
      }
      const state: PathState = { kind: "other", reason: (was ?? is)?.reason ?? "" };
      const isLost = is === undefined && state.reason !== ignoredReason;
      changes.push({ path, before: state, after: isLost ? absent : state });
    }
    return { changes, reasons };
  }

  #change(path: string, was: Seen | undefined, is: Seen | undefined): PathChange | null {
    if (was?.stamp !== null && was?.stamp === is?.stamp) return null;
    const before = was?.state ?? absent;
    const after = is?.state ?? absent;
    if (isSameAt(this.#store, path, before, after)) return null;
    if (isLeft(before)) return { path, before: left, after: left };
    if (!isLeft(after)) return { path, before: this.#kept(before), after: this.#kept(after) };
    if (before.kind === "absent") return { path, before: left, after: left };
    // The file was kept and has become too large for that: its current content is kept this once.
    return { path, before: this.#kept(before), after: this.#now(path) };
  }

  /** Adds everything in a new repository, which belongs to the call alone. */
  #addNew(directory: string, changes: PathChange[], reasons: string[]): void {
    const waiting = [directory];
    const start = changes.length;
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      const after = this.#now(path);
      changes.push({ path, before: absent, after });
      if (after.kind === "directory") {
        for (const { name } of entriesIn(this.#placeOf(path))) waiting.push(join(path, name));
      }
      if (changes.length - start <= maxNewEntries) continue;
      changes.length = start;
      reasons.push(`'${this.#shown(directory)}' contains too many files to be undone, and stays.`);
      return;
    }
  }

  /** The state with its content stored in the journal, where it stays as long as the change. */
  #kept(state: PathState): PathState {
    if (state.kind !== "file" || state.blob === null) return state;
    const bytes = this.#store.content(state.blob);
    if (bytes === null) return { ...state, blob: null, reason: "its content wasn't kept" };
    return { ...state, blob: this.#options.keep(bytes) };
  }

  #read(places: Places, path: string): PathState {
    return readState(places, path, {
      keep: (bytes) => this.#store.keep(bytes),
      maxBytes: this.#options.limits.maxFileBytes,
    });
  }

  #now(path: string): PathState {
    const places = this.#options.places();
    try {
      return readState(places, path, { keep: this.#options.keep });
    } finally {
      places.close();
    }
  }

  /** The last seen state, by this process or another. */
  #known(): ReadonlyMap<string, Seen> {
    return this.#last?.seen ?? (this.#loaded ??= this.#store.load());
  }

  async #walk(onEntry: (entry: WalkedEntry) => void): ReturnType<typeof walkWorkspace> {
    const { maxMs } = this.#options.limits;
    const start = performance.now();
    let sliceEnd = start + sliceMs;
    const { place } = this.#options;
    const walked = await walkWorkspace({
      root: place,
      rules: rulesAt(place, this.#options.userExcludes()),
      onEntry:
        place === this.root
          ? onEntry
          : (entry) => onEntry({ ...entry, path: this.#nameOf(entry.path) }),
      rest: () => {
        const now = performance.now();
        if (now < sliceEnd) return null;
        if (now - start > maxMs) {
          throw new NoCheckpoint(
            `Scanning the whole workspace took longer than ${maxMs / 1_000} s.`,
          );
        }
        return new Promise((resolve) => {
          setImmediate(() => {
            sliceEnd = performance.now() + sliceMs;
            resolve();
          });
        });
      },
    });
    if (walked.unlisted.has(place)) {
      throw new NoCheckpoint("The workspace's own directory can't be listed.");
    }
    if (place === this.root) return walked;
    return {
      watched: new Map([...walked.watched].map(([path, each]) => [this.#nameOf(path), each])),
      unlisted: new Set([...walked.unlisted].map((path) => this.#nameOf(path))),
    };
  }

  #nameOf(path: string): string {
    return this.root + path.slice(this.#options.place.length);
  }

  #placeOf(path: string): string {
    return this.#options.place + path.slice(this.root.length);
  }

  #shown(path: string): string {
    return path.slice(this.root.length + 1);
  }
}

/** Counts what a checkpoint has to keep, and decides whether an entry's content is kept. */
class Count {
  readonly #limits: CheckpointLimits;
  #entries = 0;
  #bytes = 0;
  #ignored = 0;
  #ignoredBytes = 0;

  constructor(limits: CheckpointLimits) {
    this.#limits = limits;
  }

  /** Errors: `NoCheckpoint`. */
  add({ stats, isIgnored }: WalkedEntry): boolean {
    const { maxFiles, maxBytes, maxFileBytes } = this.#limits;
    const size = stats.isFile() ? Number(stats.size) : 0;
    if (isIgnored) {
      this.#ignored += 1;
      this.#ignoredBytes += size;
      return (
        size <= maxIgnoredFileBytes &&
        this.#ignored <= maxIgnoredFiles &&
        this.#ignoredBytes <= maxIgnoredBytes
      );
    }
    this.#entries += 1;
    if (size <= maxFileBytes) this.#bytes += size;
    if (this.#entries > maxFiles) {
      throw new NoCheckpoint(
        `The workspace holds more than ${maxFiles} files that git doesn't ignore.`,
      );
    }
    if (this.#bytes > maxBytes) {
      throw new NoCheckpoint(
        `The workspace holds more than ${Math.round(maxBytes / 1024 / 1024)} MiB of files that git doesn't ignore.`,
      );
    }
    return true;
  }
}

/** The state of an ignored file that isn't kept. */
const left: PathState = { kind: "other", reason: ignoredReason };

function isLeft(state: PathState): boolean {
  return state.kind === "other" && state.reason === ignoredReason;
}

function reasonAgainst(state: PathState, names: number): string | null {
  if (state.kind === "other") return state.reason ?? "a special file";
  if (state.kind !== "file") return null;
  if (state.blob === null) return state.reason ?? "not kept";
  return names > 1 ? `${names} names of one file` : null;
}
