import type { Workspace } from "@toolwright/core";
import type { AwaitableJournal, PathChange } from "../journal/journal-store.ts";
import { partsOf } from "../open-workspace.ts";
import { gitLocksFor, removeLeftLocks } from "./git-locks.ts";
import { blobIdOf, isSameState, readState } from "./path-state.ts";
import { Places } from "./places.ts";
import { takeLeftRecords } from "./restore-record.ts";
import { revertChanges } from "./restore.ts";
import { hasUnfinishedUndo, restoreRecordsIn } from "./unfinished-undo.ts";

export interface RecoverUndoOptions {
  readonly store: AwaitableJournal;
  readonly workspace: Workspace;
  readonly stateDirectory: string;
}

/**
 * Takes back every undo and redo that was cut off by the death of its process, so that it happened
 * wholly or not at all. To be called when the workspace was opened; touches the journal only when
 * there is one.
 */
export async function recoverUndo({
  store,
  workspace,
  stateDirectory,
}: RecoverUndoOptions): Promise<void> {
  if (!hasUnfinishedUndo(stateDirectory)) return;
  const directory = restoreRecordsIn(stateDirectory);
  const { containment, litter, resolver, roots: own } = partsOf(workspace);
  const places = new Places({ containment, rootOf: (path) => resolver.rootOf(path) });
  const contentOf = ({ blob }: { readonly blob: string | null }): Uint8Array => {
    const bytes = blob === null ? null : store.content(blob);
    // As when the system refuses: the record stays, and it is tried again the next time.
    if (bytes === null || blobIdOf(bytes) !== blob) {
      throw Object.assign(new Error("a content isn't in the journal"), { code: "ENOENT" });
    }
    return bytes;
  };
  try {
    await takeLeftRecords(directory, async ({ entry, roots, restorations }) => {
      if (!roots.some((root) => own.includes(root))) return false;
      removeLeftLocks(places, gitLocksFor(restorations));
      const status = (await store.entry(entry))?.status;
      // Without its entry there are no contents to go back to.
      if (status === undefined || status === "ok") return true;
      revertChanges({ places, litter, contentOf }, restorations);
      const keep = (bytes: Uint8Array): string => store.keep(bytes);
      const changes = restorations.flatMap(({ path, from }): PathChange[] => {
        const after = readState(places, path, { keep });
        return isSameState(from, after) ? [] : [{ path, before: from, after }];
      });
      await store.recordChanges(entry, changes);
      return true;
    });
  } finally {
    places.close();
  }
}
