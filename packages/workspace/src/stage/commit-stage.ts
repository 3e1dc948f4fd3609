import { readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { ToolError, type Workspace } from "@toolwright/core";
import { shownPath } from "@toolwright/core/internal";
import type { SnapshotRequest, UndoOutlook } from "@toolwright/core/ports";
import type { WorkspaceParts } from "../access/call-access.ts";
import type { AwaitableJournal, PathState } from "../journal/journal-store.ts";
import { ProcessLock } from "../locks/process-lock.ts";
import { partsOf } from "../open-workspace.ts";
import { isSameAt } from "../undo/git-state.ts";
import { isSameState, readState } from "../undo/path-state.ts";
import { Places } from "../undo/places.ts";
import { type Restoration, withMissingDirectories } from "../undo/restoration.ts";
import { writeRestoreRecord } from "../undo/restore-record.ts";
import { restore, UnfinishedRollback } from "../undo/restore.ts";
import { changesOf } from "../undo/revert-plan.ts";
import { restoreRecordsIn } from "../undo/unfinished-undo.ts";
import type { StagedContents } from "./staged-contents.ts";
import type { StagedPath } from "./staged-files.ts";

/** Merges two changes of a text; null if they touch. */
export type MergeTexts = (base: string, ours: string, theirs: string) => string | null;

export interface CommitOptions {
  readonly store: AwaitableJournal;
  /** The workspace itself. */
  readonly workspace: Workspace;
  readonly stateDirectory: string;
  readonly contents: StagedContents;
  readonly merge: MergeTexts;
}

/**
 * Makes all changes of a stage in the workspace, or none, as changes of the call's journal entry. It works as an undo
 * does, whose record also reverts it after a crash.
 *
 * Errors: ToolError `file-changed` for a path that others changed meanwhile in a way that can't be merged,
 * `internal`; the system's. In each case nothing was changed.
 */
export async function commitStage(
  options: CommitOptions,
  paths: readonly StagedPath[],
  { sessionId, callId }: Pick<SnapshotRequest, "sessionId" | "callId">,
): Promise<UndoOutlook> {
  const entry = await options.store.entryOf(sessionId, callId);
  if (entry === null) {
    throw new ToolError(
      "internal",
      "The call isn't in the journal, so its stage was not committed.",
    );
  }
  const lock = new ProcessLock(join(options.stateDirectory, "undo-locks"));
  return lock.holdUntil(["undo"], () => new Commit(options).make(paths, entry));
}

class Commit {
  readonly #options: CommitOptions;
  readonly #parts: WorkspaceParts;

  constructor(options: CommitOptions) {
    this.#options = options;
    this.#parts = partsOf(options.workspace);
  }

  async make(paths: readonly StagedPath[], entry: number): Promise<UndoOutlook> {
    const { store, stateDirectory } = this.#options;
    const places = new Places(this.#parts);
    let removeRecord = (): void => {};
    try {
      this.#assertNothingNew(places, paths);
      const planned = paths.flatMap((path) => this.#plan(places, path));
      const restorations = withMissingDirectories(places, planned);
      await store.recordBefore(
        entry,
        restorations.map(({ path, from }) => ({ path, before: from })),
      );
      const record = { entry, roots: this.#parts.resolver.roots, restorations };
      const { isConfirmed } = await restore(
        {
          context: this.#parts,
          places,
          content: (blob) => store.content(blob),
          onReady: () => {
            removeRecord = writeRestoreRecord(restoreRecordsIn(stateDirectory), record);
          },
        },
        restorations,
      );
      await store.recordChanges(entry, changesOf(restorations));
      removeRecord();
      const reasons = isConfirmed
        ? []
        : ["The system could not confirm that everything is on the disk."];
      return { undoable: true, reasons };
    } catch (error) {
      await store.recordChanges(entry, []);
      // The record of a failed rollback stays for the next start.
      if (!(error instanceof UnfinishedRollback)) removeRecord();
      throw error;
    } finally {
      places.close();
    }
  }

  /** Nothing if the path is already as wanted. */
  #plan(places: Places, { path, base, to }: StagedPath): readonly Restoration[] {
    const { store } = this.#options;
    const from = readState(places, path, { keep: (bytes) => store.keep(bytes) });
    if (isSameState(from, to)) return [];
    if (from.kind === "directory" && to.kind === "directory" && base.kind === "absent") return [];
    if (isSameAt(this.#both(), path, from, base)) return [{ path, from, to: this.#kept(to) }];
    const merged = this.#merged(base, to, from);
    if (merged !== null) return [{ path, from, to: merged }];
    throw this.#conflict(path);
  }

  /** Copies a content into the journal, from which it is written. */
  #kept(state: PathState): PathState {
    if (state.kind !== "file" || state.blob === null) return state;
    return { ...state, blob: this.#options.store.keep(this.#options.contents.read(state.blob)) };
  }

  /** The state with both changes; null if they can't be merged. */
  #merged(base: PathState, ours: PathState, theirs: PathState): PathState | null {
    if (base.kind !== "file" || ours.kind !== "file" || theirs.kind !== "file") return null;
    const { contents, store } = this.#options;
    const texts = [
      text(base.blob && contents.read(base.blob)),
      text(ours.blob && contents.read(ours.blob)),
      text(theirs.blob && store.content(theirs.blob)),
    ] as const;
    const [was, our, their] = texts;
    if (was === null || our === null || their === null) return null;
    const modes = new Set([base.mode, ours.mode, theirs.mode]);
    if (modes.size > 2) return null;
    const merged = was === our ? their : this.#options.merge(was, our, their);
    if (merged === null) return null;
    const bytes = Buffer.from(merged);
    const mode = ours.mode === base.mode ? theirs.mode : ours.mode;
    return { kind: "file", blob: store.keep(bytes), size: bytes.byteLength, mode };
  }

  /** A directory that the stage removed may have got new entries, which nobody wants to lose. */
  #assertNothingNew(places: Places, paths: readonly StagedPath[]): void {
    const gone = new Set(paths.flatMap(({ path, to }) => (to.kind === "directory" ? [] : [path])));
    for (const { path, base, to } of paths) {
      if (base.kind !== "directory" || to.kind === "directory") continue;
      using held = places.hold(path);
      const names = held === null ? [] : readdirSync(held.directory.here);
      const added = names.find((name) => !gone.has(join(path, name)));
      if (added !== undefined) throw this.#conflict(join(path, added));
    }
  }

  #conflict(path: string): ToolError {
    const root = this.#parts.resolver.rootOf(path) ?? dirname(path);
    const shown = path === root ? basename(path) : path.slice(root.length + 1);
    return new ToolError(
      "file-changed",
      `${shownPath(shown)} was changed in the workspace while the stage was open, and the changes can't be merged, so nothing was committed. Read the file, then make the call again.`,
      { details: { path: shown } },
    );
  }

  #both(): Parameters<typeof isSameAt>[0] {
    const { store, contents } = this.#options;
    return { content: (blob) => store.content(blob) ?? contents.read(blob) };
  }
}

/** Null for anything that is no text. */
function text(bytes: Uint8Array | null | ""): string | null {
  if (bytes === null || bytes === "") return null;
  const decoded = Buffer.from(bytes).toString();
  return Buffer.from(decoded).equals(bytes) && !decoded.includes("\0") ? decoded : null;
}
