import { type Dirent, lstatSync, readdirSync } from "node:fs";
import { join, sep } from "node:path";
import type { PathChange, PathState } from "../../journal/journal-store.ts";
import {
  type IgnoreLevel,
  isIgnored,
  levelOf,
  levelsAbove,
  UncertainIgnoreFile,
} from "../../tree/ignore-level.ts";
import { identityVersion, isRecent } from "../../versions/stat-identity.ts";
import { absent, isSameState, readState } from "../path-state.ts";
import type { Places } from "../places.ts";
import { type CheckpointChanges, type CheckpointLimits, NoCheckpoint } from "./checkpoints.ts";

export interface ManifestOptions {
  readonly root: string;
  readonly limits: CheckpointLimits;
  readonly keep: (bytes: Uint8Array) => string;
  readonly places: () => Places;
}

interface Seen {
  readonly state: PathState;
  /** Tells that it wasn't touched since; null when it changed so lately that it can't. */
  readonly stamp: string | null;
}

export interface ManifestMark {
  /** Of all that was seen. */
  readonly paths: { has(path: string): boolean };
  readonly seen: ReadonlyMap<string, Seen>;
}

/** Without git contents are kept in the journal itself, so there is less room for them. */
const maxFiles = 10_000;
const maxBytes = 256 * 1024 * 1024;

/** Checkpoints by an own list of what is there: facts and contents of all that isn't ignored. */
export class ManifestTree {
  readonly root: string;
  readonly blindSpots: readonly string[] = [];
  readonly #options: ManifestOptions;
  #last: ManifestMark | null = null;

  constructor(options: ManifestOptions) {
    this.root = options.root;
    this.#options = options;
  }

  /** Errors: `NoCheckpoint` over a limit. */
  async checkLimits(): Promise<void> {
    const { limits } = this.#options;
    const files = Math.min(limits.maxFiles, maxFiles);
    const most = Math.min(limits.maxBytes, maxBytes);
    let count = 0;
    let bytes = 0;
    walk(this.root, (path) => {
      count += 1;
      bytes += lstatSync(path, { throwIfNoEntry: false })?.size ?? 0;
      if (count > files)
        throw new NoCheckpoint(
          `The workspace holds more than ${files} files, and there is no git here to keep them.`,
        );
      if (bytes > most)
        throw new NoCheckpoint(
          `The workspace holds more than ${Math.round(most / 1024 / 1024)} MiB, and there is no git here to keep them.`,
        );
    });
  }

  async take(): Promise<ManifestMark> {
    await this.checkLimits();
    const { keep, limits } = this.#options;
    const places = this.#options.places();
    const seen = new Map<string, Seen>();
    const known = this.#last?.seen;
    try {
      walk(this.root, (path) => {
        const stats = lstatSync(path, { bigint: true, throwIfNoEntry: false });
        if (stats === undefined) return;
        const stamp = `${identityVersion(stats)}:${stats.mode}`;
        const before = known?.get(path);
        if (before !== undefined && before.stamp === stamp) {
          seen.set(path, before);
          return;
        }
        const state = readState(places, path, { keep, maxBytes: limits.maxFileBytes });
        seen.set(path, { state, stamp: isRecent(stats) ? null : stamp });
      });
    } finally {
      places.close();
    }
    const mark = { seen, paths: seen };
    this.#last = mark;
    return mark;
  }

  async changes(
    before: ManifestMark,
    after: ManifestMark,
    _places: Places,
  ): Promise<CheckpointChanges> {
    const paths = new Set([...before.seen.keys(), ...after.seen.keys()]);
    const changes: PathChange[] = [];
    const reasons: string[] = [];
    for (const path of paths) {
      const was = before.seen.get(path)?.state ?? absent;
      const is = after.seen.get(path)?.state ?? absent;
      if (isSameState(was, is)) continue;
      const isUnkept = (was.kind === "file" && was.blob === null) || was.kind === "other";
      if (isUnkept && JSON.stringify(was) === JSON.stringify(is)) {
        reasons.push(`'${path.slice(this.root.length + 1)}' isn't looked at: it can't be kept.`);
        continue;
      }
      changes.push({ path, before: was, after: is });
    }
    return { changes, reasons };
  }
}

/** Every file, link and directory below that isn't ignored, but for `.git`. */
function walk(root: string, take: (path: string) => void): void {
  const waiting: { readonly directory: string; readonly above: IgnoreLevel | null }[] = [
    { directory: root, above: certainly(() => levelsAbove(root), null) },
  ];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { directory, above } = next;
    const entries = entriesOf(directory);
    const place = `${directory}${sep}`;
    // An ignore file that isn't understood leaves nothing out: more is kept than has to be.
    const level = certainly(() => levelOf(place, entries, above), above);
    for (const entry of entries) {
      const { name } = entry;
      const isDirectory = entry.isDirectory();
      if (name === ".git") continue;
      if (level !== null && isIgnored(level, place, name, isDirectory)) continue;
      const path = join(directory, name);
      take(path);
      if (isDirectory) waiting.push({ directory: path, above: level });
    }
  }
}

function certainly(
  look: () => IgnoreLevel | null,
  otherwise: IgnoreLevel | null,
): IgnoreLevel | null {
  try {
    return look();
  } catch (error) {
    if (error instanceof UncertainIgnoreFile) return otherwise;
    throw error;
  }
}

function entriesOf(directory: string): readonly Dirent[] {
  try {
    return readdirSync(directory, { withFileTypes: true });
  } catch {
    // Gone, or not to be read: what can't be seen isn't told to be anything.
    return [];
  }
}
