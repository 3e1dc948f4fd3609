import { join } from "node:path";
import type { Workspace } from "@toolwright/core";
import type { WorkspaceParts } from "../access/call-access.ts";
import type { JournalEntry, JournalStore, PathChange } from "../journal/journal-store.ts";
import { partsOf } from "../open-workspace.ts";
import { isSameState, readState } from "./path-state.ts";
import { Places } from "./places.ts";
import { takeLeftRecords } from "./restore-record.ts";
import { takeBack } from "./restore.ts";

export interface RecoverUndoOptions {
  readonly store: JournalStore;
  readonly workspace: Workspace;
  readonly stateDirectory: string;
}

/** Newest entries in which interrupted ones are looked for. */
const lookedAt = 1_000;

/**
 * Ends what killed processes left half done: an undo that was cut off is taken back, and of a call
 * that was cut off it is found out what it changed. To be called when a journal was opened, before
 * anything is undone.
 */
export function recoverUndo({ store, workspace, stateDirectory }: RecoverUndoOptions): void {
  const parts = partsOf(workspace);
  const places = new Places({
    containment: parts.containment,
    rootOf: (path) => parts.resolver.rootOf(path),
  });
  try {
    takeLeftRecords(join(stateDirectory, "undo"), ({ entry, roots, restorations }) => {
      if (!roots.some((root) => parts.roots.includes(root))) return false;
      const status = store.entry(entry)?.status;
      // Without its entry there are no contents to go back to.
      if (status === undefined || status === "ok") return true;
      takeBack(contextOf(parts, store, places), restorations);
      return true;
    });
    for (const entry of store.entries({ changing: true, limit: lookedAt })) {
      if (isUnsettled(entry)) settle(store, places, entry);
    }
  } finally {
    places.close();
  }
}

function isUnsettled({ status, changeCount }: JournalEntry): boolean {
  return status === "interrupted" && changeCount === null;
}

function settle(store: JournalStore, places: Places, { id, notUndoable }: JournalEntry): void {
  const keep = (bytes: Uint8Array): string => store.keep(bytes);
  const changes = store.changes(id).flatMap((change): PathChange[] => {
    const after = change.after ?? readState(places, change.path, { keep });
    return isSameState(change.before, after) ? [] : [{ ...change, after }];
  });
  store.recordChanges(id, changes, notUndoable);
}

function contextOf(parts: WorkspaceParts, store: JournalStore, places: Places) {
  return {
    places,
    litter: parts.litter,
    contentOf: ({ blob }: { readonly blob: string | null }): Uint8Array => {
      const bytes = blob === null ? null : store.content(blob);
      if (bytes === null) throw Object.assign(new Error("not kept"), { code: "ENOENT" });
      return bytes;
    },
  };
}
