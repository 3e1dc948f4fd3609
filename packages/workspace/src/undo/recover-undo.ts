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
 * Rolls back every undo and redo that its process's death has interrupted, so that each happened
 * entirely or not at all. To be called when a workspace has been opened; touches the journal only
 * if there is such a record.
 */
export async function recoverUndo({
  store,
  workspace,
  stateDirectory,
}: RecoverUndoOptions): Promise<void> {
  if (!hasUnfinishedUndo(stateDirectory)) return;
  const directory = restoreRecordsIn(stateDirectory);
  const parts = partsOf(workspace);
  // Records use the names of the roots.
  if (parts.resolver.views.length > 0) return;
  const places = new Places(parts);
  const contentOf = ({ blob }: { readonly blob: string | null }): Uint8Array => {
    const bytes = blob === null ? null : store.content(blob);
    // Handled like a system error: the record stays, and recovery is tried again the next time.
    if (bytes === null || blobIdOf(bytes) !== blob) {
      throw Object.assign(new Error("a content isn't in the journal"), { code: "ENOENT" });
    }
    return bytes;
  };
  try {
    await takeLeftRecords(directory, async ({ entry, roots, restorations }) => {
      if (!roots.some((root) => parts.roots.includes(root))) return false;
      removeLeftLocks(places, gitLocksFor(restorations));
      const status = (await store.entry(entry))?.status;
      // Without its entry there are no contents to restore.
      if (status === undefined || status === "ok") return true;
      revertChanges({ places, litter: parts.litter, contentOf }, restorations);
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
