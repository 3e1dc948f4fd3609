import { randomUUID } from "node:crypto";
import { join } from "node:path";
import type { Workspace } from "@toolwright/core";
import { isOpenEnded } from "@toolwright/core/internal";
import type { WorkspaceParts } from "../access/call-access.ts";
import type { AwaitableJournal, EntryId, JournalEntry } from "../journal/journal-store.ts";
import { ProcessLock } from "../locks/process-lock.ts";
import { partsOf } from "../open-workspace.ts";
import { namesLostObject } from "./git-objects.ts";
import { readState } from "./path-state.ts";
import { Places } from "./places.ts";
import { type Restoration, withMissingDirectories } from "./restoration.ts";
import { writeRestoreRecord } from "./restore-record.ts";
import { restore, UnfinishedRollback } from "./restore.ts";
import { restoreRecordsIn } from "./unfinished-undo.ts";
import {
  changesOf,
  foreignContents,
  shownContent,
  type ForeignChange,
  type FoundForeign,
  type NotRestorable,
  planRevert,
  type RevertPlan,
} from "./revert-plan.ts";
import {
  type Chosen,
  entriesToRedo,
  entriesToUndo,
  nameOf,
  type RevertTarget,
} from "./revert-targets.ts";

export interface UndoOptions {
  readonly store: AwaitableJournal;
  readonly workspace: Workspace;
  /** Directory for locks and records of unfinished undos; without it, there are none. */
  readonly stateDirectory?: string;
  /** The session of the new entries. Default: a generated one. */
  readonly sessionId?: string;
}

export interface RevertOptions {
  /** Whether to revert later changes, which are kept as an entry, and to undo what is possible. */
  readonly force?: boolean;
  /** Whether to only report what would be done. */
  readonly isDryRun?: boolean;
}

/** The change made to one path, for people. */
export interface RevertedPath {
  readonly path: string;
  readonly did: "created" | "restored" | "deleted" | "mode" | "kept";
  /** Why the path was kept. */
  readonly reason?: string;
  /** In a dry run: what is in the file before and after it. Null: nothing, or not shown because it is large. */
  readonly contents?: { readonly before: Uint8Array | null; readonly after: Uint8Array | null };
}

export type RevertResult =
  /** `entry` is null for a dry run, and if everything was already as wanted. */
  | {
      readonly outcome: "done";
      readonly entry: EntryId | null;
      readonly reverted: readonly JournalEntry[];
      readonly paths: readonly RevertedPath[];
      /** The entry that keeps later changes by others, with `force`. */
      readonly foreignEntry: EntryId | null;
      /** The parts that aren't undone, one sentence each. */
      readonly notes: readonly string[];
    }
  | { readonly outcome: "nothing"; readonly reason: string }
  /** The paths have changed since. Nothing was touched. */
  | { readonly outcome: "foreign"; readonly changes: readonly FoundForeign[] }
  /** The previous contents weren't kept. Nothing was touched. */
  | {
      readonly outcome: "not-undoable";
      readonly reverted: readonly JournalEntry[];
      readonly reasons: readonly string[];
      readonly paths: readonly NotRestorable[];
      /** The last earlier entry that can be undone, if no entry was named; otherwise null. */
      readonly before: JournalEntry | null;
    };

/** Undoes and redoes the changes of calls. */
export interface Undo {
  /**
   * Undoes everything or nothing. Errors: ToolError `file-changed` if a file changes in the
   * meantime, the system's errors, `internal` for the journal or the state directory.
   */
  undo(target?: RevertTarget, options?: RevertOptions): Promise<RevertResult>;
  redo(target?: RevertTarget, options?: RevertOptions): Promise<RevertResult>;
}

/** How many changes that can't be undone are skipped in the search for one that can. */
const maxLookedPast = 100;

const last: RevertTarget = { type: "last" };

export function createUndo(options: UndoOptions): Undo {
  const reverter = new Reverter(options);
  return {
    undo: (target = last, how = {}) => reverter.revert("undo", target, how),
    redo: (target = last, how = {}) => reverter.revert("redo", target, how),
  };
}

class Reverter {
  readonly #store: AwaitableJournal;
  readonly #parts: WorkspaceParts;
  readonly #sessionId: string;
  readonly #lock: ProcessLock | null;
  readonly #recordDirectory: string | null;
  #queue: Promise<unknown> = Promise.resolve();

  constructor({ store, workspace, stateDirectory, sessionId }: UndoOptions) {
    this.#store = store;
    this.#parts = partsOf(workspace);
    this.#sessionId = sessionId ?? `undo-${randomUUID()}`;
    const isKept = stateDirectory !== undefined && this.#parts.resolver.views.length === 0;
    this.#recordDirectory = isKept ? restoreRecordsIn(stateDirectory) : null;
    this.#lock =
      stateDirectory === undefined ? null : new ProcessLock(join(stateDirectory, "undo-locks"));
  }

  /** Runs one at a time, in this process and in all others. */
  revert(kind: "undo" | "redo", target: RevertTarget, how: RevertOptions): Promise<RevertResult> {
    const turn = this.#queue.then(() => {
      const run = (): Promise<RevertResult> => this.#revert(kind, target, how);
      return this.#lock === null ? run() : this.#lock.holdUntil(["undo"], run);
    });
    this.#queue = turn.catch(() => {});
    return turn;
  }

  async #revert(
    kind: "undo" | "redo",
    target: RevertTarget,
    { force = false, isDryRun = false }: RevertOptions,
  ): Promise<RevertResult> {
    const chosen: Chosen = await (kind === "undo" ? entriesToUndo : entriesToRedo)(
      this.#store,
      target,
    );
    if (chosen.entries === null) return { outcome: "nothing", reason: chosen.reason };
    const { entries } = chosen;
    const places = new Places(this.#parts);
    try {
      const plan = await this.#plan(entries, places);
      if (isRefused(plan, notesOf(entries), force)) {
        return {
          outcome: "not-undoable",
          reverted: entries,
          reasons: notesOf(entries),
          paths: [...plan.notRestorable, ...plan.left],
          before: target.type === "last" ? await this.#undoableBefore(kind, entries) : null,
        };
      }
      if (plan.foreign.length > 0 && !force) {
        const changes = foreignContents(this.#store, plan.foreign);
        return { outcome: "foreign", changes };
      }
      const restorations = withMissingDirectories(places, plan.restorations);
      const done = (more: {
        readonly entry: EntryId | null;
        readonly foreignEntry?: EntryId | null;
        readonly left?: readonly string[];
        readonly isConfirmed?: boolean;
      }): RevertResult => ({
        outcome: "done",
        entry: more.entry,
        reverted: entries,
        paths: toldPaths(restorations, [...plan.notRestorable, ...plan.left], more.left ?? []),
        foreignEntry: more.foreignEntry ?? null,
        notes: [...notesOf(entries), ...(more.isConfirmed === false ? [unconfirmedNote] : [])],
      });
      if (isDryRun) return withContents(done({ entry: null }), this.#store, restorations);
      const foreignEntry = await this.#keepForeign(plan.foreign);
      const { entry, left, isConfirmed } = await this.#apply(kind, entries, restorations, places);
      return done({ entry, foreignEntry, left, isConfirmed });
    } finally {
      places.close();
    }
  }

  /** The next earlier change that can be undone. */
  async #undoableBefore(
    kind: "undo" | "redo",
    entries: readonly JournalEntry[],
  ): Promise<JournalEntry | null> {
    const choose = kind === "undo" ? entriesToUndo : entriesToRedo;
    for (let before = entries.at(-1)?.id, tries = 0; tries < maxLookedPast; tries += 1) {
      const { entries: found } = await choose(this.#store, {
        type: "last",
        ...(before && { before }),
      });
      const [entry] = found ?? [];
      if (entry === undefined) return null;
      const changes = await this.#store.changes(entry.id);
      const isUndoable = changes.some(
        (change) => change.before.kind !== "other" && change.after !== null,
      );
      if (isUndoable) return entry;
      before = entry.id;
    }
    return null;
  }

  async #plan(entries: readonly JournalEntry[], places: Places): Promise<RevertPlan> {
    const ids = entries.map(({ id }) => id);
    // Kept at once: a redo must restore what an undo replaces.
    const keep = (bytes: Uint8Array): string => this.#store.keep(bytes);
    const plan = await planRevert(this.#store, ids, (path) => readState(places, path, { keep }));
    const areObjectsRestored = (path: string): boolean => {
      const [directory = ""] = /^.*[/\\]\.git[/\\]/.exec(path) ?? [];
      return plan.restorations.some((each) => each.path === `${directory}objects`);
    };
    const isLost = ({ path, to }: Restoration): boolean => {
      const content = to.kind === "file" && to.blob !== null ? this.#store.content(to.blob) : null;
      return (
        content !== null &&
        namesLostObject(this.#parts.containment.placeOf(path), content) &&
        !areObjectsRestored(path)
      );
    };
    const lost = plan.restorations.filter(isLost);
    if (lost.length === 0) return plan;
    return {
      ...plan,
      restorations: plan.restorations.filter((each) => !lost.includes(each)),
      notRestorable: [
        ...plan.notRestorable,
        ...lost.map(({ path }) => ({
          path,
          reason: "git has removed an object that it refers to",
        })),
      ],
    };
  }

  /** Keeps later changes by others as an entry, so that they can be restored. */
  async #keepForeign(foreign: readonly ForeignChange[]): Promise<EntryId | null> {
    if (foreign.length === 0) return null;
    const entry = await this.#store.beginRevert({
      kind: "undo",
      sessionId: this.#sessionId,
      reverts: [],
      summary: "Changes by others, kept before an undo",
    });
    const changes = new Map(
      foreign.map(({ path, left, found }) => [path, { path, before: left, after: found }]),
    );
    await this.#store.recordChanges(entry, [...changes.values()]);
    await this.#store.endRevert(entry, { isOk: true, message: "Kept." });
    return entry;
  }

  async #apply(
    kind: "undo" | "redo",
    entries: readonly JournalEntry[],
    restorations: readonly Restoration[],
    places: Places,
  ): Promise<{ entry: EntryId; left: readonly string[]; isConfirmed: boolean }> {
    const store = this.#store;
    const summary = `${kind === "undo" ? "Undo" : "Redo"} ${entries.map(nameOf).join(", ")}`;
    const entry = await store.beginRevert({
      kind,
      sessionId: this.#sessionId,
      reverts: entries.map(({ id }) => id),
      summary: summary.length > 200 ? `${summary.slice(0, 200)} …` : summary,
    });
    let removeRecord = (): void => {};
    try {
      await store.recordBefore(
        entry,
        restorations.map(({ path, from }) => ({ path, before: from })),
      );
      const { left, isConfirmed } = await restore(
        {
          context: this.#parts,
          places,
          content: (blob) => store.content(blob),
          onReady: () => {
            if (this.#recordDirectory === null) return;
            const roots = this.#parts.resolver.roots;
            const record = { entry, roots, restorations };
            removeRecord = writeRestoreRecord(this.#recordDirectory, record);
          },
        },
        restorations,
      );
      const kept = new Set(left);
      await store.recordChanges(
        entry,
        changesOf(restorations.filter(({ path }) => !kept.has(path))),
      );
      const paths = restorations.length === 1 ? "1 path" : `${restorations.length} paths`;
      await store.endRevert(entry, { isOk: true, message: `${paths}.` });
      removeRecord();
      return { entry, left, isConfirmed };
    } catch (error) {
      await this.#endFailed(entry, restorations, places, error);
      // The record of a failed rollback stays for the next start.
      if (!(error instanceof UnfinishedRollback)) removeRecord();
      throw error;
    }
  }

  async #endFailed(
    entry: EntryId,
    restorations: readonly Restoration[],
    places: Places,
    error: unknown,
  ): Promise<void> {
    const keep = (bytes: Uint8Array): string => this.#store.keep(bytes);
    const now = restorations.map(({ path, from }) => ({
      path,
      before: from,
      after: readState(places, path, { keep }),
    }));
    const changed = now.filter(
      ({ before, after }) => JSON.stringify(before) !== JSON.stringify(after),
    );
    await this.#store.recordChanges(entry, changed);
    const message = error instanceof Error ? error.message : "It failed.";
    await this.#store.endRevert(entry, { isOk: false, message });
  }
}

function isRefused(
  { notRestorable, restorations, foreign, left }: RevertPlan,
  reasons: readonly string[],
  force: boolean,
): boolean {
  const isNothingKnown = restorations.length === 0 && foreign.length === 0;
  const isAgainst = reasons.length + notRestorable.length + left.length > 0;
  return (isNothingKnown && isAgainst) || (notRestorable.length > 0 && !force);
}

const unconfirmedNote = "The system could not confirm that everything is on the disk.";
const cutOffNote = "It was interrupted, and its other changes are unknown.";

function notesOf(entries: readonly JournalEntry[]): readonly string[] {
  const notes = entries.flatMap(({ notUndoable, status, effects }) =>
    status === "interrupted" && isOpenEnded(effects) ? [...notUndoable, cutOffNote] : notUndoable,
  );
  return [...new Set(notes)];
}

function toldPaths(
  restorations: readonly Restoration[],
  notRestorable: readonly NotRestorable[],
  left: readonly string[],
): readonly RevertedPath[] {
  const kept = new Set(left);
  return [
    ...restorations.map(
      (each): RevertedPath =>
        kept.has(each.path)
          ? { path: each.path, did: "kept", reason: "something else is in it" }
          : { path: each.path, did: didWith(each) },
    ),
    ...notRestorable.map(({ path, reason }): RevertedPath => ({ path, did: "kept", reason })),
  ];
}

/** Paths of a dry run whose contents are told. */
const maxContents = 50;

function withContents(
  result: RevertResult,
  store: Parameters<typeof shownContent>[0],
  restorations: readonly Restoration[],
): RevertResult {
  if (result.outcome !== "done") return result;
  const shown = new Map(restorations.slice(0, maxContents).map((each) => [each.path, each]));
  const paths = result.paths.map((told) => {
    const each = shown.get(told.path);
    if (each === undefined || told.did === "mode" || told.did === "kept") return told;
    const contents = {
      before: shownContent(store, each.from),
      after: shownContent(store, each.to),
    };
    return { ...told, contents };
  });
  return { ...result, paths };
}

function didWith({ from, to }: Restoration): RevertedPath["did"] {
  if (to.kind === "absent") return "deleted";
  if (from.kind === "absent") return "created";
  const isModeOnly =
    (from.kind === "directory" && to.kind === "directory") ||
    (from.kind === "file" && to.kind === "file" && from.blob === to.blob);
  return isModeOnly ? "mode" : "restored";
}
