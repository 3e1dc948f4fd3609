import type { Snapshots } from "@toolwright/core";
import type { UndoOutlook } from "@toolwright/core/ports";
import type { JournalStore } from "@toolwright/workspace";

/** A call in the journal. */
export interface CallKey {
  readonly sessionId: string;
  readonly callId: string;
}

const fine: UndoOutlook = { undoable: true, reasons: [] };

/** Calls in a stage change nothing in the workspace. The commit is what an undo reverts, as the owner's change. */
export function stagedSnapshots(store: JournalStore, owner: CallKey | null): Snapshots {
  return {
    outlook: () => fine,
    take({ sessionId, callId, effects }) {
      const isOwner = owner?.sessionId === sessionId && owner.callId === callId;
      // The call that ends a session's stage has no effects of its own.
      if (isOwner || effects.length === 0) return null;
      return {
        finish() {
          recordNoChange(store, { sessionId, callId });
          return undefined;
        },
      };
    },
  };
}

/** Never throws. */
export function recordNoChange(store: JournalStore, { sessionId, callId }: CallKey): void {
  try {
    const entry = store.entryOf(sessionId, callId);
    if (entry !== null) store.recordChanges(entry, []);
  } catch {
    // The journal itself reports that it can't be written.
  }
}
