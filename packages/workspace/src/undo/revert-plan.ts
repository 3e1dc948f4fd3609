import type { AwaitableJournal, EntryId, PathChange, PathState } from "../journal/journal-store.ts";
import { isSameAt } from "./git-state.ts";
import { isSameState } from "./path-state.ts";
import { compareText, type Restoration } from "./restoration.ts";

/** A path that isn't as the entry left it. */
export interface ForeignChange {
  readonly path: string;
  /** The entry whose change of it is to be undone. */
  readonly entry: EntryId;
  /** What it left there. */
  readonly left: PathState;
  readonly found: PathState;
  /** A later entry that changed it and is in force; null when it was nobody known. */
  readonly by: EntryId | null;
}

/** What stays as it is, though an entry changed it. */
export interface NotRestorable {
  readonly path: string;
  /** Completes "… can't be undone: ". */
  readonly reason: string;
}

export interface RevertPlan {
  readonly restorations: readonly Restoration[];
  readonly foreign: readonly ForeignChange[];
  readonly notRestorable: readonly NotRestorable[];
  /** What never is, without keeping the rest from being: what git ignores, say. */
  readonly left: readonly NotRestorable[];
}

interface Virtual {
  readonly from: PathState;
  now: PathState;
}

/**
 * Takes the entries back in thought, newest first: each path must be what the entry left, and
 * becomes what it was before. A path that is what it was before already is none that anybody
 * changed since.
 *
 * `entries` newest first. `look` tells what is at a path now.
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
          // Whatever anybody wishes: what can't be kept isn't replaced.
          notRestorable.push({ path, reason: `what is there now couldn't be kept: ${unkept}` });
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

const notKept = "what was there wasn't kept";

function reasonAgainst(before: PathState): string | null {
  if (before.kind === "other") return before.reason ?? notKept;
  if (before.kind !== "file" || before.blob !== null) return null;
  return before.reason ?? "its content wasn't kept";
}

/** The changes of what was restored, for the journal. */
export function changesOf(restorations: readonly Restoration[]): readonly PathChange[] {
  return restorations.map(({ path, from, to }) => ({ path, before: from, after: to }));
}
