import {
  type BigIntStats,
  closeSync,
  constants,
  fchmodSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmdirSync,
  symlinkSync,
  unlinkSync,
  writeSync,
} from "node:fs";
import { dirname } from "node:path";
import type { ContainedDirectory } from "../access/contained-directory.ts";
import { isGone, PathMoved, systemCode } from "../access/failures.ts";
import { newFileFlags, readFileFlags } from "../access/open-flags.ts";
import { renameToNew } from "../changes/rename-new.ts";
import { statIn } from "../changes/replaced-file.ts";
import { takeOverOwner } from "../changes/temporary-file.ts";
import type { PathState } from "../journal/journal-store.ts";
import type { Litter } from "../temporary/litter.ts";
import { temporaryName } from "../temporary/temporary-name.ts";
import { absent } from "./path-state.ts";
import type { Places } from "./places.ts";

/** The mode that `mkdir` gives under the usual umask; the previous mode is unknown. */
const usualMode = 0o755;

/** A path to be restored to an earlier state. */
export interface Restoration {
  /** Absolute, and real except for its last segment. */
  readonly path: string;
  /** The current state, as just read. */
  readonly from: PathState;
  readonly to: PathState;
}

/** A new file, complete and on the disk, that doesn't have its final name yet. */
export interface ReadyFile {
  /** Real path of its directory, including that directory's last name. */
  readonly directory: string;
  readonly name: string;
}

export interface RestoreContext {
  readonly places: Places;
  readonly litter: Litter;
  /** The content of a file's state. Errors: when it is no longer kept. */
  readonly contentOf: (state: PathState & { readonly kind: "file" }) => Uint8Array;
}

/** Thrown when something unexpected is in the way. The path is absolute. */
export class InTheWay extends Error {
  readonly path: string;

  constructor(path: string, what: string) {
    super(what);
    this.name = "InTheWay";
    this.path = path;
  }
}

/**
 * Restores all paths in one go: first removes what is in the way, deepest first, then adds what is
 * missing, parents first, then sets modes. Synchronous, so that no other work of ours intervenes.
 *
 * Reports each finished step to `onDone`, for a rollback. Returns the directories that should have
 * been removed and stay, because something else is in them.
 * Errors: `InTheWay`; the system's.
 */
export function applyRestorations(
  { places, litter, contentOf }: RestoreContext,
  restorations: readonly Restoration[],
  readyFiles: ReadonlyMap<string, ReadyFile>,
  onDone: (restoration: Restoration) => void,
): readonly string[] {
  const ordered = restorations.toSorted((a, b) => compareText(a.path, b.path));
  const left: string[] = [];
  const touched = new Set<string>();
  const touch = (restoration: Restoration): void => {
    if (touched.has(restoration.path)) return;
    touched.add(restoration.path);
    onDone(restoration);
  };
  for (const restoration of ordered.toReversed()) {
    if (!goesFirst(restoration)) continue;
    touch(restoration);
    if (!takeAway(places, restoration)) left.push(restoration.path);
  }
  for (const restoration of ordered) {
    if (!isPut(restoration)) continue;
    touch(restoration);
    const ready =
      readyFiles.get(restoration.path) ??
      (restoration.to.kind === "file"
        ? makeReadyFile({ places, litter }, restoration, {
            bytes: contentOf(restoration.to),
            mode: restoration.to.mode,
          })
        : null);
    put(places, restoration, ready);
  }
  // Last and deepest first, because nothing can be added to a directory that has become read-only.
  for (const restoration of ordered.toReversed()) {
    const { path, from, to } = restoration;
    const isNew = from.kind !== to.kind;
    if (to.kind !== "directory" && (to.kind !== "file" || !isModeOnly(restoration))) continue;
    if (!isNew && from.kind === to.kind && "mode" in from && from.mode === to.mode) continue;
    touch(restoration);
    setMode(places, path, to);
  }
  return left;
}

/** Whether only the mode of a file differs, so that its content stays. */
function isModeOnly({ from, to }: Restoration): boolean {
  return from.kind === "file" && to.kind === "file" && from.blob !== null && from.blob === to.blob;
}

/** Whether a new file has to be created for it. */
export function needsContent(restoration: Restoration): boolean {
  return restoration.to.kind === "file" && !isModeOnly(restoration);
}

/** Real path of a directory in which a new file for the path can wait for its name. */
export function waitingPlace(places: Places, path: string): string {
  for (let directory = dirname(path); ; directory = dirname(directory)) {
    if (places.isDirectory(directory)) return directory;
    if (directory === dirname(directory)) throw new PathMoved();
  }
}

function goesFirst({ from, to }: Restoration): boolean {
  return from.kind !== "absent" && from.kind !== to.kind;
}

function isPut(restoration: Restoration): boolean {
  const { from, to } = restoration;
  if (to.kind === "absent" || to.kind === "other") return false;
  if (to.kind === "directory") return from.kind !== "directory";
  return !isModeOnly(restoration);
}

/** False for a directory that must stay because something is in it. */
function takeAway(places: Places, { path, from, to }: Restoration): boolean {
  const isGoneNow = places.at(path, (directory, name) => {
    if (from.kind !== "directory") {
      unlinkSync(directory.at(name));
      return true;
    }
    try {
      rmdirSync(directory.at(name));
      return true;
    } catch (error) {
      const code = systemCode(error);
      if (code !== "ENOTEMPTY" && code !== "EEXIST") throw error;
      if (to.kind === "absent") return false;
      throw new InTheWay(path, "contains an unknown entry");
    }
  });
  return isGoneNow ?? true;
}

function put(places: Places, { path, from, to }: Restoration, ready: ReadyFile | null): void {
  const isDone = places.at(path, (directory, name) => {
    if (to.kind === "directory") {
      makeDirectory(directory, name, path);
    } else if (to.kind === "link") {
      putLink(directory, name, path, { target: to.target, replaces: from.kind === "link" });
    } else if (ready !== null) {
      putFile(places, { directory, name, path, replaces: from.kind === "file" }, ready);
    }
    return true;
  });
  if (isDone === null) throw new InTheWay(path, "has no parent directory");
}

function makeDirectory(directory: ContainedDirectory, name: string, path: string): void {
  try {
    mkdirSync(directory.at(name), 0o700);
  } catch (error) {
    if (systemCode(error) !== "EEXIST") throw error;
    throw new InTheWay(path, "was created by another process in the meantime");
  }
}

/** Removes an existing link first: nobody would clean up a temporary link. */
function putLink(
  directory: ContainedDirectory,
  name: string,
  path: string,
  { target, replaces }: { readonly target: string; readonly replaces: boolean },
): void {
  if (replaces) unlinkSync(directory.at(name));
  try {
    symlinkSync(target, directory.at(name));
  } catch (error) {
    if (systemCode(error) !== "EEXIST") throw error;
    throw new InTheWay(path, "was created by another process in the meantime");
  }
}

interface FilePlace {
  readonly directory: ContainedDirectory;
  readonly name: string;
  readonly path: string;
  readonly replaces: boolean;
}

function putFile(
  places: Places,
  { directory, name, path, replaces }: FilePlace,
  ready: ReadyFile,
): void {
  using waiting = places.hold(ready.directory);
  if (waiting === null) throw new PathMoved();
  const from = waiting.directory.at(ready.name);
  if (replaces) renameSync(from, directory.at(name));
  else if (!renameToNew(from, directory, name)) {
    throw new InTheWay(path, "was created by another process in the meantime");
  }
}

/** Sets the mode through a descriptor, so that a link in its place is never followed. */
function setMode(
  places: Places,
  path: string,
  to: PathState & { readonly kind: "file" | "directory" },
): void {
  places.at(path, (directory, name) => {
    const isDirectory = to.kind === "directory";
    const flags = readFileFlags | (isDirectory ? constants.O_DIRECTORY : 0);
    let descriptor: number;
    try {
      descriptor = openSync(directory.at(name), flags);
    } catch (error) {
      if (isGone(error)) throw new PathMoved(error);
      throw error;
    }
    try {
      fchmodSync(descriptor, to.mode);
    } finally {
      closeSync(descriptor);
    }
  });
}

/** Creates a new file near its place, readable by this user alone until it is complete. */
function makeReadyFile(
  { places, litter }: Pick<RestoreContext, "places" | "litter">,
  { path, from }: Restoration,
  { bytes, mode }: { readonly bytes: Uint8Array; readonly mode: number },
): ReadyFile {
  const at = waitingPlace(places, path);
  using held = places.hold(at);
  if (held === null) throw new PathMoved();
  const { directory } = held;
  litter.beforeWriting(directory, places.rootOf(at));
  const name = temporaryName();
  const descriptor = openSync(directory.at(name), newFileFlags, 0o600);
  try {
    for (let position = 0; position < bytes.byteLength; ) {
      position += writeSync(descriptor, bytes, position, bytes.byteLength - position, position);
    }
    const replaced = from.kind === "file" ? statAt(places, path) : null;
    if (replaced !== null) takeOverOwner(descriptor, replaced);
    fchmodSync(descriptor, mode);
    fsyncSync(descriptor);
  } catch (error) {
    unlinkSync(directory.at(name));
    throw error;
  } finally {
    closeSync(descriptor);
  }
  return { directory: at, name };
}

/** The file's facts, for a check at the last instant that it is unchanged. */
export function statAt(places: Places, path: string): BigIntStats | null {
  return places.at(path, (directory, name) => statIn(directory, name));
}

/** Adds directories that no longer exist, so that restored files have a parent. */
export function withMissingDirectories(
  places: Places,
  restorations: readonly Restoration[],
): readonly Restoration[] {
  const all = new Map(restorations.map((each) => [each.path, each]));
  for (const { path, to } of restorations) {
    if (to.kind === "absent") continue;
    for (let directory = dirname(path); ; directory = dirname(directory)) {
      if (all.has(directory) || directory === dirname(directory)) break;
      if (places.isDirectory(directory)) break;
      all.set(directory, {
        path: directory,
        from: absent,
        to: { kind: "directory", mode: usualMode },
      });
    }
  }
  return [...all.values()].toSorted((a, b) => compareText(a.path, b.path));
}

/** Sorts parents before their entries. */
export function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
