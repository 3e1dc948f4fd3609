import { lstatSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import type { StagedFile } from "@toolwright/core/ports";
import type { Workspace } from "@toolwright/core";
import type { WorkspaceParts } from "../access/call-access.ts";
import { systemCode } from "../access/failures.ts";
import type { PathState } from "../journal/journal-store.ts";
import { partsOf } from "../open-workspace.ts";
import { isSameAt } from "../undo/git-state.ts";
import { readState } from "../undo/path-state.ts";
import { Places } from "../undo/places.ts";
import { candidatesIn, type StagedRoot } from "./candidates.ts";
import { describeChange, type DiffText } from "./describe-change.ts";
import { StagedContents } from "./staged-contents.ts";
import { fileClock } from "./stage-directory.ts";

/** More is shown to nobody, and would fill the journal. */
const maxChanges = 20_000;
const maxBytes = 512 * 1024 * 1024;
/** A safety margin for clocks of files that tick a hundred times a second. */
const tickNs = 20_000_000n;

/** A path of the stage that differs from the workspace. */
export interface StagedPath {
  /** The name in the workspace: absolute, and real except for its last segment. */
  readonly path: string;
  /** The state with which the stage began. */
  readonly base: PathState;
  readonly to: PathState;
}

export interface StagedFilesOptions {
  /** The workspace itself. */
  readonly workspace: Workspace;
  /** The same through the stage's views. */
  readonly staged: Workspace;
  readonly roots: readonly StagedRoot[];
  readonly directory: string;
  readonly diff: DiffText;
}

/**
 * The changes of a stage since it began. Others may change the workspace while the stage is open: a file that
 * somebody else changes before the stage's change of it was seen has an unknown beginning, so it is never committed.
 */
export class StagedFiles {
  readonly contents: StagedContents;
  readonly #base: WorkspaceParts;
  readonly #staged: WorkspaceParts;
  readonly #options: StagedFilesOptions;
  readonly #bases = new Map<string, PathState>();
  /** Paths that were absent when they were looked at, but perhaps not when the stage began. */
  readonly #perhapsDeleted = new Set<string>();
  /** The workspace's files that weren't changed after this time are as the stage's changes found them. */
  #sinceNs: bigint;

  constructor(options: StagedFilesOptions) {
    this.#options = options;
    this.#base = partsOf(options.workspace);
    this.#staged = partsOf(options.staged);
    this.contents = new StagedContents(options.directory);
    this.#sinceNs = fileClock(options.directory);
  }

  /** When the stage's first change may happen: after the file system's clock has moved on. */
  async opened(): Promise<void> {
    while (fileClock(this.#options.directory) === this.#sinceNs) {
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
  }

  /** Keeps what is in the workspace at the paths that were changed since the last look. */
  note(): void {
    const now = fileClock(this.#options.directory) - tickNs;
    const places = new Places(this.#base);
    try {
      for (const { path } of this.#candidates()) this.#baseOf(places, path);
    } finally {
      places.close();
    }
    const isLive = this.#options.roots.every(({ upper }) => upper !== undefined);
    // A copy began with the files as they were when it was made.
    if (isLive && now > this.#sinceNs) this.#sinceNs = now;
  }

  /** The changes, with contents that stay what they are now. */
  take(): { readonly paths: readonly StagedPath[]; readonly files: readonly StagedFile[] } {
    const paths: StagedPath[] = [];
    const files: StagedFile[] = [];
    const [base, staged] = [new Places(this.#base), new Places(this.#staged)];
    let bytes = 0;
    try {
      for (const { path, obstacle } of this.#candidates()) {
        const from = this.#baseOf(base, path);
        const to = readState(staged, path, { keep: this.contents.keep });
        if (obstacle === undefined && this.#isSame(path, from, to)) continue;
        if (to.kind === "file") bytes += to.size;
        const isTooMuch = paths.length >= maxChanges || bytes > maxBytes;
        const against = obstacle ?? (isTooMuch ? tooMuch : obstacleTo(from, to));
        files.push(this.#describe({ path, base: from, to }, against));
        if (isTooMuch) break;
        if (against === undefined && leftOut(to) === undefined)
          paths.push({ path, base: from, to });
      }
    } finally {
      base.close();
      staged.close();
    }
    return { paths, files: withoutFullDirectories(files) };
  }

  *#candidates(): Iterable<{ readonly path: string; readonly obstacle?: string }> {
    for (const root of this.#options.roots) {
      for (const each of candidatesIn(root)) yield { ...each, path: join(root.root, each.path) };
    }
  }

  #baseOf(places: Places, path: string): PathState {
    const known = this.#bases.get(path);
    if (known !== undefined) return known;
    const state = readState(places, path, { keep: this.contents.keep });
    const base = this.#isAsFound(path) ? state : unknownBase;
    if (base.kind === "absent" && this.#hasChangedAround(path)) this.#perhapsDeleted.add(path);
    this.#bases.set(path, base);
    return base;
  }

  /** Whether entries of the workspace's folder were added or removed since the stage could have changed the file. */
  #hasChangedAround(path: string): boolean {
    const folder = dirname(path);
    if (!this.#options.roots.some(({ root }) => folder === root || folder.startsWith(`${root}/`)))
      return false;
    const stats = attempt(() => statSync(folder, { bigint: true, throwIfNoEntry: false }));
    return stats === undefined ? this.#hasChangedAround(folder) : stats.mtimeNs > this.#sinceNs;
  }

  /** Whether nobody changed the file in the workspace since the stage could have changed it. */
  #isAsFound(path: string): boolean {
    try {
      const stats = lstatSync(this.#base.containment.placeOf(path), {
        bigint: true,
        throwIfNoEntry: false,
      });
      if (stats === undefined && this.#wasCopied(path)) return false;
      // A directory's own times change with its entries, which are compared for themselves.
      return stats === undefined || stats.isDirectory() || stats.ctimeNs <= this.#sinceNs;
    } catch (error) {
      if (systemCode(error) === null) throw error;
      return true;
    }
  }

  #wasCopied(path: string): boolean {
    return this.#options.roots.some(
      ({ root, copied }) =>
        path.startsWith(`${root}/`) && copied?.has(path.slice(root.length + 1)) === true,
    );
  }

  #isSame(path: string, from: PathState, to: PathState): boolean {
    return isSameAt({ content: (blob) => this.contents.read(blob) }, path, from, to);
  }

  #describe({ path, base, to }: StagedPath, against: string | undefined): StagedFile {
    const shown = this.#base.resolver.requested(path);
    const root = this.#base.resolver.rootOf(shown) ?? "";
    const obstacle = against === undefined ? {} : { obstacle: against };
    const left = leftOut(to);
    const out = left === undefined || against !== undefined ? {} : { leftOut: left };
    const described = describeChange(
      { path, display: path.slice(root.length + 1), base, to },
      { contents: this.contents, diff: this.#options.diff },
    );
    const again =
      to.kind !== "absent" && this.#perhapsDeleted.has(path)
        ? { diff: described.diff + perhapsAgain(described.path) }
        : {};
    return { ...described, ...again, ...obstacle, ...out };
  }
}

/** Stands for a beginning that nobody saw. No state equals it. */
const unknownBase: PathState = { kind: "other", reason: "unknown" };
const tooMuch = `is one of too many changes: a stage commits at most ${maxChanges} files and ${maxBytes / 1024 / 1024} MiB`;

/** An overlay can't tell a new file from one that was deleted below it. */
function perhapsAgain(path: string): string {
  return `Note: files came or went in the workspace's folder of ${path} while the stage was open. If ${path} was deleted there, a commit creates it again.\n`;
}

function attempt<Value>(work: () => Value): Value | undefined {
  try {
    return work();
  } catch (error) {
    if (systemCode(error) === null) throw error;
    return undefined;
  }
}

function obstacleTo(base: PathState, to: PathState): string | undefined {
  if (base === unknownBase) return "was changed in the workspace while the stage was open";
  for (const state of [to, base]) {
    if (state.kind === "file" && state.blob === null)
      return `can't be committed: ${state.reason ?? "it wasn't kept"}`;
  }
  if (base.kind === "other") return `can't be replaced: ${base.reason ?? "it is no regular file"}`;
  return undefined;
}

function leftOut(to: PathState): string | undefined {
  return to.kind === "other" ? (to.reason ?? "it is no regular file") : undefined;
}

/** A directory is told by what is in it, unless nothing is. */
function withoutFullDirectories(files: readonly StagedFile[]): readonly StagedFile[] {
  const above = new Set<string>();
  for (const { path } of files) {
    for (let end = path.lastIndexOf("/"); end > 0; end = path.lastIndexOf("/", end - 1))
      above.add(path.slice(0, end));
  }
  return files.filter(({ path, obstacle }) => obstacle !== undefined || !above.has(path));
}
