import type { Journal, Snapshots } from "@toolwright/core";
import { createMemoryJournal, type JournalStore } from "@toolwright/workspace";
import type { Undo } from "@toolwright/workspace/undo";
import type { Setup } from "../setup.ts";
import { journalOf } from "./stored-journal.ts";
import { undoOf } from "./stored-undo.ts";
import { type ShownJournal, shownJournal } from "./shown-journal.ts";

/** The journal and undo of a session. */
export interface Records {
  readonly journal: Journal;
  /** The journal of this session and earlier ones, without secrets. */
  readonly shown: ShownJournal;
  readonly snapshots: Snapshots;
  readonly undo: Undo;
  /** The journal that undo reads. */
  readonly store: JournalStore;
  close(): void;
}

/** Creates the records, which open files with the first call. Completes an interrupted undo at once. */
export async function openRecords(
  setup: Setup,
  session: { readonly id: string; readonly now: () => number },
): Promise<Records> {
  const { options, workspace, places, environment, redactor } = setup;
  const store = storeFor(setup, session.now);
  const kept =
    options.undo ??
    (await undoOf({
      journal: store,
      workspace,
      places,
      environment,
      redactor,
      sessionId: session.id,
    }));
  return {
    journal: options.journal === undefined ? store : recordingBoth(store, options.journal),
    shown: shownJournal(store, redactor),
    snapshots: kept.snapshots,
    undo: kept.undo,
    store,
    close() {
      if (kept !== options.undo) kept.close?.();
      if (store !== options.journal) store.close();
    },
  };
}

/** The store that undo reads. For a journal that only records, undo uses a store in memory. */
function storeFor(setup: Setup, now: () => number): JournalStore {
  const { places, settings, workspace, notices } = setup;
  const { journal } = setup.options;
  if (journal !== undefined) return isStore(journal) ? journal : createMemoryJournal({ now });
  // What is done in a view is no change of the root, which an undo there could restore.
  if ((workspace.views ?? []).length > 0) return createMemoryJournal({ now });
  return journalOf(places, { files: settings.files, now, workspace, onNotice: notices.tell });
}

function isStore(journal: Journal): journal is JournalStore {
  return "beginRevert" in journal;
}

function recordingBoth(store: JournalStore, journal: Journal): Journal {
  if (store === journal) return store;
  return {
    async recordIntent(intent) {
      await store.recordIntent(intent);
      await journal.recordIntent(intent);
    },
    async recordOutcome(record) {
      await store.recordOutcome(record);
      await journal.recordOutcome(record);
    },
  };
}
