import type { Effect, Snapshots, Workspace } from "@toolwright/core";
import { isOpenEnded, mayChangeFiles, shownPath } from "@toolwright/core/internal";
import type { Snapshot, SnapshotRequest, UndoOutlook } from "@toolwright/core/ports";
import type { WorkspaceParts } from "../access/call-access.ts";
import type { AwaitableJournal, EntryId, PathChange, PathState } from "../journal/journal-store.ts";
import { partsOf } from "../open-workspace.ts";
import { type Checkpoint, type Checkpoints } from "./checkpoint/checkpoints.ts";
import {
  defaultLookLimits,
  limitsAgainst,
  type Looked,
  type LookLimits,
  lookAtPaths,
} from "./look-at-paths.ts";
import { absent, isSameState } from "./path-state.ts";
import { Places } from "./places.ts";
import {
  gitDirectoriesOf,
  isInGit,
  touchesGit,
  type WatchedPath,
  watchedPaths,
} from "./watched-paths.ts";

export interface SnapshotsOptions {
  readonly store: AwaitableJournal;
  readonly workspace: Workspace;
  /** For calls of which nobody knows what they change; without it those can't be undone. */
  readonly checkpoints?: Checkpoints;
  readonly limits?: Partial<LookLimits>;
}

/** Entries that are looked through for files that were changed before, and such files. */
const maxRemembered = 100;

const gitNote = "What it does inside .git (commits, branches, the index) can't be undone.";
const ignoredNote =
  "What it changes in directories that git ignores, or outside the workspace, can't be undone.";
const elsewhereNote =
  "What a third-party server does in its own service, or outside the workspace, can't be undone.";
const uncheckedNote = "Nobody can tell which files it changes.";

/** Remembers in the journal what calls change: of exact effects their paths, else a checkpoint. */
export function createSnapshots(options: SnapshotsOptions): Snapshots {
  const keeper = new Keeper(options);
  return {
    outlook: (request) => (mayChangeFiles(request.effects) ? keeper.outlook(request) : fine),
    take: (request) => (mayChangeFiles(request.effects) ? keeper.take(request) : null),
  };
}

/** What is known of a call before it runs; more when it is allowed more. */
interface Taken {
  readonly entry: EntryId;
  effects: readonly Effect[];
  watched: readonly WatchedPath[];
  before: Looked;
  readonly checkpoint: Checkpoint | string | null;
  unseen?: string;
}

const fine: UndoOutlook = { undoable: true, reasons: [] };

class Keeper {
  readonly #store: AwaitableJournal;
  readonly #parts: WorkspaceParts;
  readonly #checkpoints: Checkpoints | undefined;
  readonly #limits: LookLimits;

  constructor({ store, workspace, checkpoints, limits }: SnapshotsOptions) {
    this.#store = store;
    this.#parts = partsOf(workspace);
    this.#checkpoints = checkpoints;
    this.#limits = { ...defaultLookLimits, ...limits };
  }

  async outlook({ effects }: SnapshotRequest): Promise<UndoOutlook> {
    const places = this.#places();
    try {
      const watched = this.#exact(effects, places);
      const against = [
        ...limitsAgainst(places, watched, this.#limits, (path) => this.#shown(path)),
      ];
      const notes = this.#touchesUnseenGit(effects) ? [gitNote] : [];
      if (needsCheckpoint(effects)) {
        if (this.#checkpoints === undefined) against.push(uncheckedNote);
        else against.push(...(await this.#checkpoints.limitsAgainst()));
        if (against.length === 0) notes.push(...(this.#checkpoints?.exceptions() ?? []));
        if (isOpenEnded(effects)) notes.push(ignoredNote);
        if (goesElsewhere(effects)) notes.push(elsewhereNote);
      }
      return { undoable: against.length === 0, reasons: [...against, ...notes] };
    } finally {
      places.close();
    }
  }

  async take({ sessionId, callId, effects }: SnapshotRequest): Promise<Snapshot | null> {
    const entry = await this.#store.entryOf(sessionId, callId);
    if (entry === null) return null;
    const places = this.#places();
    try {
      const checkpoint = needsCheckpoint(effects) ? await this.#checkpoint(entry) : null;
      const exact = this.#exact(effects, places);
      const watched = isOpenEnded(effects)
        ? [...exact, ...(await this.#ignoredButKnown(exact, checkpoint, places))]
        : exact;
      const before = this.#look(places, watched);
      await this.#store.recordBefore(
        entry,
        Array.from(before.states, ([path, state]) => ({ path, before: state })),
      );
      const taken: Taken = { entry, effects, watched, before, checkpoint };
      return {
        extend: (more) => this.#extend(taken, more),
        finish: () => this.#finish(taken),
      };
    } catch (error) {
      return { finish: () => this.#giveUp(entry, error) };
    } finally {
      places.close();
    }
  }

  async #extend(taken: Taken, more: readonly Effect[]): Promise<void> {
    if (!mayChangeFiles(more)) return;
    taken.effects = [...taken.effects, ...more];
    const places = this.#places();
    try {
      const known = new Set(taken.watched.map(({ path }) => path));
      const watched = this.#exact(more, places).filter(({ path }) => !known.has(path));
      const { states, stamps, unknown } = this.#look(places, watched);
      const { before } = taken;
      taken.watched = [...taken.watched, ...watched];
      taken.before = {
        states: new Map([...states, ...before.states]),
        stamps: new Map([...stamps, ...before.stamps]),
        unknown: new Map([...unknown, ...before.unknown]),
      };
      await this.#store.recordBefore(
        taken.entry,
        Array.from(states, ([path, state]) => ({ path, before: state })),
      );
    } catch (error) {
      const message = error instanceof Error ? error.message : "unknown";
      taken.unseen = `What it was allowed besides couldn't be kept: ${message}`;
    } finally {
      places.close();
    }
  }

  async #checkpoint(entry: EntryId): Promise<Checkpoint | string> {
    if (this.#checkpoints === undefined) return uncheckedNote;
    return this.#checkpoints.take(entry);
  }

  async #finish(taken: Taken): Promise<UndoOutlook> {
    const { entry, effects, watched, before, checkpoint, unseen } = taken;
    const places = this.#places();
    try {
      const after = this.#look(places, watched);
      const changes = new Map<string, PathChange>();
      const notes = this.#touchesUnseenGit(effects) ? [gitNote] : [];
      if (goesElsewhere(effects)) notes.push(elsewhereNote);
      const against = Array.from(
        new Map([...before.unknown, ...after.unknown]),
        ([path, why]) => `${this.#shown(path)} can't be undone: ${why}.`,
      );
      if (unseen !== undefined) against.push(unseen);
      if (checkpoint !== null) {
        if (typeof checkpoint === "string") {
          against.push(checkpoint);
          for (const change of this.#anything()) changes.set(change.path, change);
        } else {
          const within = [...watched, ...gitDirectoriesOf(effects)];
          const found = await checkpoint.changes(isOpenEnded(effects) ? null : within);
          notes.push(...found.reasons);
          for (const change of found.changes) changes.set(change.path, change);
        }
      }
      for (const change of differences(before, after)) changes.set(change.path, change);
      against.push(...[...changes.values()].flatMap((change) => this.#unkept(change)));
      const reasons = [...new Set([...against, ...notes])];
      await this.#store.recordChanges(entry, [...changes.values()], reasons);
      return { undoable: against.length === 0, reasons };
    } catch (error) {
      return await this.#giveUp(entry, error);
    } finally {
      places.close();
    }
  }

  /** A snapshot never fails a call: what isn't known is said not to be. */
  async #giveUp(entry: EntryId, error: unknown): Promise<UndoOutlook> {
    const message = error instanceof Error ? error.message : "unknown";
    const reasons = [`What it changed couldn't be found out: ${message}`];
    try {
      await this.#store.recordChanges(entry, this.#anything(), reasons);
    } catch {
      // The journal tells itself when it can't be written.
    }
    return { undoable: false, reasons };
  }

  #look(places: Places, watched: readonly WatchedPath[]): Looked {
    const keep = (bytes: Uint8Array): string => this.#store.keep(bytes);
    return lookAtPaths(places, watched, { keep, limits: this.#limits });
  }

  /** Trees that exist are left to the checkpoint, when there is one, unless they are deleted. */
  #exact(effects: readonly Effect[], places: Places): readonly WatchedPath[] {
    const watched = watchedPaths(effects, this.#parts.resolver, places);
    if (!needsCheckpoint(effects) || this.#checkpoints === undefined) return watched;
    return watched.map((each) =>
      each.isDeep && each.skipsGit && places.rootOf(each.path) !== null
        ? { ...each, isDeep: false }
        : each,
    );
  }

  /** Files that calls have changed lately and that a checkpoint leaves out, as `.env` often is. */
  async #ignoredButKnown(
    exact: readonly WatchedPath[],
    checkpoint: Checkpoint | string | null,
    places: Places,
  ): Promise<readonly WatchedPath[]> {
    const found = new Map<string, WatchedPath>();
    for (const { id } of await this.#store.entries({ changing: true, limit: maxRemembered })) {
      for (const { path, after } of await this.#store.changes(id)) {
        if (found.size === maxRemembered) break;
        if (found.has(path) || after?.kind === "directory" || places.rootOf(path) === null)
          continue;
        if (typeof checkpoint !== "string" && checkpoint?.covers(path) === true) continue;
        if (isInGit(path) || exact.some((each) => each.path === path)) continue;
        found.set(path, { path, isDeep: false, skipsGit: true });
      }
    }
    return [...found.values()];
  }

  /** Stands for changes that nobody knows: a call with them isn't taken for one without any. */
  #anything(): readonly PathChange[] {
    return this.#parts.roots.map((path) => ({ path, before: { kind: "other" }, after: null }));
  }

  #unkept({ path, before }: PathChange): readonly string[] {
    if (before.kind !== "file" || before.blob !== null) return [];
    return [`${this.#shown(path)} can't be undone: ${before.reason ?? "it wasn't kept"}.`];
  }

  /** Where no checkpoint holds it: without any, or outside the workspace. */
  #touchesUnseenGit(effects: readonly Effect[]): boolean {
    if (!touchesGit(effects)) return false;
    if (this.#checkpoints === undefined || !needsCheckpoint(effects)) return true;
    return gitDirectoriesOf(effects).some(({ path }) => this.#parts.resolver.rootOf(path) === null);
  }

  #shown(path: string): string {
    const root = this.#parts.resolver.rootOf(path);
    if (root === null) return shownPath(path);
    return shownPath(path === root ? "." : path.slice(root.length + 1));
  }

  #places(): Places {
    return new Places({
      containment: this.#parts.containment,
      rootOf: (path) => this.#parts.resolver.rootOf(path),
    });
  }
}

/** Whether it does something in a service of somebody else's, which nothing here can see. */
function goesElsewhere(effects: readonly Effect[]): boolean {
  return effects.some(({ type }) => type === "external");
}

function needsCheckpoint(effects: readonly Effect[]): boolean {
  if (isOpenEnded(effects)) return true;
  const isCommand = effects.some(({ type }) => type === "run");
  return (
    isCommand && effects.some((effect) => effect.type === "write" && effect.recursive === true)
  );
}

/** What differs for all we know; of what can't be looked into nothing is known. */
function differences(before: Looked, after: Looked): readonly PathChange[] {
  const paths = new Set([...before.states.keys(), ...after.states.keys()]);
  return [...paths].flatMap((path): PathChange[] => {
    const was: PathState = before.states.get(path) ?? absent;
    const is: PathState = after.states.get(path) ?? absent;
    if (isSameState(was, is) || (was.kind === "other" && is.kind === "other")) return [];
    const stamp = before.stamps.get(path);
    if (stamp !== undefined && stamp === after.stamps.get(path)) return [];
    return [{ path, before: was, after: is }];
  });
}
