import type { Effect, Snapshots, Workspace } from "@toolwright/core";
import { isOpenEnded, mayChangeFiles, shownPath } from "@toolwright/core/internal";
import type { Snapshot, SnapshotRequest, UndoOutlook } from "@toolwright/core/ports";
import type { WorkspaceParts } from "../access/call-access.ts";
import { JournalError, notJournalled } from "../journal/journal-error.ts";
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
  /** For calls whose changes are unknown; without it, those calls can't be undone. */
  readonly checkpoints?: Checkpoints;
  readonly limits?: Partial<LookLimits>;
}

/** Limit for the entries searched for files that were changed before, and for such files. */
const maxRemembered = 100;

const gitNote = "Its changes inside .git (commits, branches, the index) can't be undone.";
const ignoredNote =
  "Its changes in directories that git ignores, or outside the workspace, can't be undone.";
const elsewhereNote =
  "Its effects in a third-party service, or outside the workspace, can't be undone.";
const runsOnNote = "What its command changes in the background can't be undone.";
const uncheckedNote = "The files that it changes are unknown.";

/** Records changes of calls in the journal: exact effects by path, others by a checkpoint. */
export function createSnapshots(options: SnapshotsOptions): Snapshots {
  const keeper = new Keeper(options);
  return {
    outlook: (request) => (mayChangeFiles(request.effects) ? keeper.outlook(request) : fine),
    take: (request) => (mayChangeFiles(request.effects) ? keeper.take(request) : null),
  };
}

/** The state before a call, extended when the call is allowed more. */
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
    const places = new Places(this.#parts);
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
    const places = new Places(this.#parts);
    try {
      const checkpoint = needsCheckpoint(effects)
        ? ((await this.#checkpoints?.take()) ?? uncheckedNote)
        : null;
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
        finish: (runsOn = false) => this.#finish(taken, runsOn),
      };
    } catch (error) {
      if (JournalError.isInstance(error)) throw notJournalled(error);
      return { finish: () => this.#giveUp(entry, error) };
    } finally {
      places.close();
    }
  }

  async #extend(taken: Taken, more: readonly Effect[]): Promise<void> {
    if (!mayChangeFiles(more)) return;
    taken.effects = [...taken.effects, ...more];
    const places = new Places(this.#parts);
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
      if (JournalError.isInstance(error)) throw notJournalled(error);
      const message = error instanceof Error ? error.message : "unknown";
      taken.unseen = `Effects that were approved later couldn't be captured: ${message}`;
    } finally {
      places.close();
    }
  }

  async #finish(taken: Taken, runsOn: boolean): Promise<UndoOutlook> {
    const { entry, effects, watched, before, checkpoint, unseen } = taken;
    const places = new Places(this.#parts);
    try {
      const after = this.#look(places, watched);
      const changes = new Map<string, PathChange>();
      const notes = this.#touchesUnseenGit(effects) ? [gitNote] : [];
      if (goesElsewhere(effects)) notes.push(elsewhereNote);
      if (runsOn) notes.push(runsOnNote);
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
      await this.#store.recordChanges(entry, [...changes.values()], reasons, runsOn);
      return { undoable: against.length === 0, reasons };
    } catch (error) {
      return await this.#giveUp(entry, error);
    } finally {
      places.close();
    }
  }

  /** Unless the journal fails, a snapshot doesn't fail a call: the changes are reported as unknown. */
  async #giveUp(entry: EntryId, error: unknown): Promise<UndoOutlook> {
    const message = error instanceof Error ? error.message : "unknown";
    const reasons = [`Its changes couldn't be determined: ${message}`];
    try {
      await this.#store.recordChanges(entry, this.#anything(), reasons);
    } catch {
      // The journal itself reports that it can't be written.
    }
    return { undoable: false, reasons };
  }

  #look(places: Places, watched: readonly WatchedPath[]): Looked {
    const keep = (bytes: Uint8Array): string => this.#store.keep(bytes);
    return lookAtPaths(places, watched, { keep, limits: this.#limits });
  }

  /** Existing directories are left to the checkpoint, if there is one, unless they are deleted. */
  #exact(effects: readonly Effect[], places: Places): readonly WatchedPath[] {
    const watched = watchedPaths(effects, this.#parts.resolver, places);
    if (!needsCheckpoint(effects) || this.#checkpoints === undefined) return watched;
    return watched.map((each) =>
      each.isDeep && each.skipsGit && places.rootOf(each.path) !== null
        ? { ...each, isDeep: false }
        : each,
    );
  }

  /** Files that recent calls have changed and no checkpoint covers, such as an ignored `.env`. */
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

  /** Stands for unknown changes, so that the call doesn't look as if it changed nothing. */
  #anything(): readonly PathChange[] {
    return this.#parts.roots.map((path) => ({ path, before: { kind: "other" }, after: null }));
  }

  #unkept({ path, before }: PathChange): readonly string[] {
    if (before.kind !== "file" || before.blob !== null) return [];
    return [`${this.#shown(path)} can't be undone: ${before.reason ?? "it wasn't kept"}.`];
  }

  /** Whether the effects reach a .git directory that no checkpoint covers. */
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
}

/** Whether the call acts in a third-party service, which can't be observed from here. */
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

/** The changes, as far as known; the contents of `other` entries are unknown. */
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
