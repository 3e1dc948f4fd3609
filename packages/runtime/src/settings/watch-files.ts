import { type BigIntStats, type FSWatcher, realpathSync, statSync, watch } from "node:fs";
import { basename, dirname, relative, sep } from "node:path";

export interface WatchFilesOptions {
  /** Called when files were created, deleted or changed. */
  readonly onChange: () => void;
  /** Called when a directory can't be watched. */
  readonly onError: (error: Error) => void;
}

/** The delay after the first event before the files are checked, as one save causes several events. */
const settleMs = 50;

/**
 * Watches files that may not exist yet, and whose directories may not exist either. It watches directories,
 * because editors replace files, and for a link also the directories of its target. It checks files only
 * after an event, and doesn't keep the process alive.
 *
 * Shapes: absolute paths; returns a function that stops it.
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
  /** The relevant names in each directory. */
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

  /** Repeats while directories appear or vanish, as one created in between would be missed. */
  #watchAll(): void {
    for (let round = 0; round < maxRounds; round += 1) {
      this.#names = namesToWatch(this.#paths);
      if (!this.#watchNamed()) return;
    }
  }

  /** Returns whether the watched directories changed. */
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
    // It vanished again. The next round finds another.
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

  /** Windows reports an error when the directory is deleted. */
  #onFailure(directory: string, identity: string, error: Error): void {
    if (this.#isClosed) return;
    if (identityOf(directory) === identity) this.#options.onError(error);
    else this.#checkSoon();
  }

  #onEvent(directory: string, name: string | Buffer | null): void {
    // The directory's own name means that it was moved or deleted.
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
    // Also the directory above, as a file's directory may be replaced as a whole.
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
    // Not accessible, or below a path that isn't a directory.
    return null;
  }
}
