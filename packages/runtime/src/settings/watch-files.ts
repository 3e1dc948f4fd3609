import { type BigIntStats, type FSWatcher, realpathSync, statSync, watch } from "node:fs";
import { basename, dirname, relative, sep } from "node:path";

export interface WatchFilesOptions {
  /** One or more of the files are there now, gone, or others than before. */
  readonly onChange: () => void;
  /** A directory can't be watched: what happens in it isn't heard of any more. */
  readonly onError: (error: Error) => void;
}

/** One save is several events; this long after the first the files are looked at. */
const settleMs = 50;

/**
 * Watches files that may not be there yet, nor the directories they will be in. Directories are
 * watched, as editors put a new file in the old one's place; where a path is a link, those of what it
 * leads to as well. Nothing is looked at unless the system tells of something, and it doesn't keep the
 * process alive.
 *
 * Shapes: absolute paths; returns the way to stop, after which nothing is called.
 */
export function watchFiles(paths: readonly string[], options: WatchFilesOptions): () => void {
  const watched = new WatchedFiles(paths, options);
  return () => watched.close();
}

interface WatchedDirectory {
  readonly identity: string;
  readonly watcher: FSWatcher;
}

class WatchedFiles {
  readonly #paths: readonly string[];
  readonly #options: WatchFilesOptions;
  readonly #directories = new Map<string, WatchedDirectory>();
  /** Of each directory the names that matter in it. */
  #names: ReadonlyMap<string, ReadonlySet<string>> = new Map();
  #state = "";
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isClosed = false;

  constructor(paths: readonly string[], options: WatchFilesOptions) {
    this.#paths = paths;
    this.#options = options;
    this.#watchAll();
    this.#state = this.#look();
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    for (const { watcher } of this.#directories.values()) watcher.close();
    this.#directories.clear();
  }

  #check(): void {
    this.#timer = undefined;
    this.#watchAll();
    const state = this.#look();
    if (state === this.#state || this.#isClosed) return;
    this.#state = state;
    this.#options.onChange();
  }

  #look(): string {
    return this.#paths.map(stateOf).join("\n");
  }

  /** Again while directories appear and go: one that came in between would never be heard of. */
  #watchAll(): void {
    for (let round = 0; round < maxRounds; round += 1) {
      this.#names = namesToWatch(this.#paths);
      if (!this.#watchNamed()) return;
    }
  }

  /** Whether there was anything to change. */
  #watchNamed(): boolean {
    let hasChanged = false;
    for (const [directory, { identity, watcher }] of this.#directories) {
      if (this.#names.has(directory) && identityOf(directory) === identity) continue;
      watcher.close();
      this.#directories.delete(directory);
      hasChanged = true;
    }
    for (const directory of this.#names.keys()) {
      if (this.#isClosed || this.#directories.has(directory)) continue;
      if (this.#watch(directory)) hasChanged = true;
    }
    return hasChanged;
  }

  #watch(directory: string): boolean {
    const identity = identityOf(directory);
    // Gone again: the next round names another.
    if (identity === null) return true;
    try {
      const watcher = watch(directory, { persistent: false });
      watcher.on("change", (_event, name) => this.#onEvent(directory, name));
      watcher.on("error", (error) => this.#onFailure(directory, identity, error));
      this.#directories.set(directory, { identity, watcher });
      return true;
    } catch (thrown) {
      if (identityOf(directory) !== identity) return true;
      this.#options.onError(thrown as Error);
      return false;
    }
  }

  /** Windows calls it a failure when the directory is deleted. */
  #onFailure(directory: string, identity: string, error: Error): void {
    if (this.#isClosed) return;
    if (identityOf(directory) === identity) this.#options.onError(error);
    else this.#checkSoon();
  }

  #onEvent(directory: string, name: string | Buffer | null): void {
    // Its own name stands for the directory itself: moved, or gone.
    const isOurs =
      name === null ||
      String(name) === basename(directory) ||
      this.#names.get(directory)?.has(String(name)) === true;
    if (isOurs) this.#checkSoon();
  }

  #checkSoon(): void {
    if (this.#timer !== undefined || this.#isClosed) return;
    this.#timer = setTimeout(() => this.#check(), settleMs).unref();
  }
}

const maxRounds = 10;

function namesToWatch(paths: readonly string[]): ReadonlyMap<string, ReadonlySet<string>> {
  const names = new Map<string, Set<string>>();
  for (const path of new Set([...paths, ...paths.map(targetOf)])) {
    // The directory above as well: the one that a file is in may be replaced as a whole.
    for (const above of new Set([dirname(path), dirname(dirname(path))])) {
      const directory = nearestDirectory(above);
      const [name = ""] = relative(directory, path).split(sep);
      const known = names.get(directory);
      if (known === undefined) names.set(directory, new Set([name]));
      else known.add(name);
    }
  }
  return names;
}

function targetOf(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    // Not there yet.
    return path;
  }
}

function nearestDirectory(path: string): string {
  let directory = path;
  while (statOf(directory)?.isDirectory() !== true && directory !== dirname(directory)) {
    directory = dirname(directory);
  }
  return directory;
}

function identityOf(directory: string): string | null {
  const stat = statOf(directory);
  return stat === null || !stat.isDirectory() ? null : `${stat.dev}:${stat.ino}`;
}

function stateOf(path: string): string {
  const stat = statOf(path);
  if (stat === null) return "missing";
  return [stat.dev, stat.ino, stat.size, stat.mtimeNs, stat.ctimeNs].join(":");
}

function statOf(path: string): BigIntStats | null {
  try {
    return statSync(path, { bigint: true, throwIfNoEntry: false }) ?? null;
  } catch {
    // Not for us to see, or below something that is no directory.
    return null;
  }
}
