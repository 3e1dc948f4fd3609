import type {
  AwaitableJournal,
  EntryId,
  JournalStore,
  PathChange,
  PathState,
} from "../journal/journal-store.ts";
import { isSameAt } from "./git-state.ts";
import { isSameState } from "./path-state.ts";
import { compareText, type Restoration } from "./restoration.ts";

/** Larger contents aren't compared for people. */
const maxShownBytes = 1024 * 1024;

/** A path that is no longer as the entry left it. */
export interface ForeignChange {
  readonly path: string;
  /** The entry whose change is to be undone. */
  readonly entry: EntryId;
  /** The state that the entry left. */
  readonly left: PathState;
  readonly found: PathState;
  /** A later entry in force that made the change; null if no entry did. */
  readonly by: EntryId | null;
}

/** A change by others, with the contents to compare; null if there is none to show. */
export interface FoundForeign extends ForeignChange {
  readonly leftContent: Uint8Array | null;
  readonly foundContent: Uint8Array | null;
}

/** A path that stays as it is although an entry changed it. */
export interface NotRestorable {
  readonly path: string;
  /** Completes "… can't be undone: ". */
  readonly reason: string;
}

export interface RevertPlan {
  readonly restorations: readonly Restoration[];
  readonly foreign: readonly ForeignChange[];
  readonly notRestorable: readonly NotRestorable[];
  /** Paths that can never be undone, without preventing the rest: ignored files, for example. */
  readonly left: readonly NotRestorable[];
}

interface Virtual {
  readonly from: PathState;
  now: PathState;
}

/**
 * Simulates undoing the entries, newest first: each path must be as the entry left it, and becomes
 * what it was before. A path that is already as it was before doesn't count as changed since.
 *
 * `entries`: newest first. `look`: returns the current state of a path.
 */
export async function planRevert(
  store: Pick<AwaitableJournal, "changes" | "lastChangeOf" | "content">,
  entries: readonly EntryId[],
  look: (path: string) => PathState,
): Promise<RevertPlan> {
  const paths = new Map<string, Virtual>();
  const foreign: ForeignChange[] = [];
  const notRestorable: NotRestorable[] = [];
  const left: NotRestorable[] = [];
  const given = new Set(entries);
  for (const entry of entries) {
    for (const { path, before, after } of await store.changes(entry)) {
      if (before.kind === "other" && after?.kind === "other") {
        left.push({ path, reason: before.reason ?? notKept });
        continue;
      }
      let virtual = paths.get(path);
      if (virtual === undefined) {
        const from = look(path);
        virtual = { from, now: from };
        paths.set(path, virtual);
      }
      if (isSameState(virtual.now, before)) continue;
      const reason = reasonAgainst(before);
      if (reason !== null) {
        notRestorable.push({ path, reason });
        continue;
      }
      if (after === null || !isSameAt(store, path, virtual.now, after)) {
        const unkept = reasonAgainst(virtual.now);
        if (unkept !== null) {
          // Even with `force`: a content that can't be kept isn't replaced.
          notRestorable.push({ path, reason: `the current content couldn't be kept: ${unkept}` });
          continue;
        }
        const last = await store.lastChangeOf(path);
        const isTheirs = last?.after != null && isSameState(last.after, virtual.now);
        foreign.push({
          path,
          entry,
          left: after ?? { kind: "other" },
          found: virtual.now,
          by: isTheirs && !given.has(last.entry) && last.entry > entry ? last.entry : null,
        });
      }
      virtual.now = before;
    }
  }
  const restorations = Array.from(paths, ([path, { from, now }]) => ({ path, from, to: now }))
    .filter(({ from, to }) => from !== to && !isSameState(from, to))
    .toSorted((a, b) => compareText(a.path, b.path));
  return { restorations, foreign, notRestorable, left };
}

const notKept = "the previous content wasn't kept";

function reasonAgainst(before: PathState): string | null {
  if (before.kind === "other") return before.reason ?? notKept;
  if (before.kind !== "file" || before.blob !== null) return null;
  return before.reason ?? "its content wasn't kept";
}

/** The changes of the restored paths, for the journal. */
export function changesOf(restorations: readonly Restoration[]): readonly PathChange[] {
  return restorations.map(({ path, from, to }) => ({ path, before: from, after: to }));
}

export function foreignContents(
  store: Pick<JournalStore, "content">,
  changes: readonly ForeignChange[],
): readonly FoundForeign[] {
  return changes.map((change) => ({
    ...change,
    leftContent: shownContent(store, change.left),
    foundContent: shownContent(store, change.found),
  }));
}

/** The content of a file that isn't too large to be shown; null for anything else. */
export function shownContent(
  store: Pick<JournalStore, "content">,
  state: PathState,
): Uint8Array | null {
  return state.kind === "file" && state.blob !== null && state.size <= maxShownBytes
    ? store.content(state.blob)
    : null;
}
