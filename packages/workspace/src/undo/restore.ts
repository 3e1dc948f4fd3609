import { closeSync, unlinkSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { ToolError } from "@toolwright/core";
import { isGone, PathMoved, systemCode, systemFailure } from "../access/failures.ts";
import type { ChangeContext } from "../changes/change-context.ts";
import { decisively } from "../changes/change-context.ts";
import { makeTemporaryFile } from "../changes/temporary-file.ts";
import type { PathState } from "../journal/journal-store.ts";
import { temporaryName } from "../temporary/temporary-name.ts";
import { identityVersion, isRecent } from "../versions/stat-identity.ts";
import { gitLocksFor, holdGitLocks } from "./git-locks.ts";
import { blobIdOf, isSameState, readState } from "./path-state.ts";
import type { Places } from "./places.ts";
import {
  applyRestorations,
  InTheWay,
  needsContent,
  type ReadyFile,
  type Restoration,
  type RestoreContext,
  statAt,
  waitingPlace,
} from "./restoration.ts";

/** The number of new files written at a time. */
const atOnce = 16;

export interface RestoreOptions {
  readonly context: ChangeContext;
  readonly places: Places;
  readonly content: (blob: string) => Uint8Array | null;
  /** Called right before the first name changes; if it throws, everything stays as it is. */
  readonly onReady: () => void;
}

/**
 * Restores all paths, or none: every new file is written and on the disk before the first name
 * changes, and finished steps are rolled back when a step fails.
 *
 * Returns the directories that stay because something else is in them, and whether the system
 * confirmed that everything is on the disk.
 * Errors: ToolError `file-changed` if a path is no longer in its `from` state; the system's.
 */
export async function restore(
  { context, places, content, onReady }: RestoreOptions,
  restorations: readonly Restoration[],
): Promise<{ readonly left: readonly string[]; readonly isConfirmed: boolean }> {
  const restoreContext: RestoreContext = {
    places,
    litter: context.litter,
    contentOf: (state) => contentOf(state, content),
  };
  const ready = new Map<string, ReadyFile>();
  try {
    // Contents are checked first: a missing one must not be discovered halfway.
    for (const { from } of restorations) if (from.kind === "file") contentOf(from, content);
    await makeReady(restoreContext, restorations, ready);
    await syncAll(places, new Set(Array.from(ready.values(), ({ directory }) => directory)));
    const stamps = new Map(restorations.map(({ path }) => [path, statAt(places, path)]));
    for (const each of restorations) expectSame(places, each);
    const paths = restorations.map(({ path }) => path);
    const left = await decisively(context, paths, () => {
      using _locks = holdGitLocks(places, gitLocksFor(restorations));
      for (const restoration of restorations) {
        const before = stamps.get(restoration.path) ?? null;
        const now = statAt(places, restoration.path);
        const isUntouched =
          before !== null &&
          now !== null &&
          identityVersion(before) === identityVersion(now) &&
          !isRecent(before);
        if (!isUntouched) expectSame(places, restoration);
      }
      onReady();
      return allOrNothing(restoreContext, restorations, ready);
    });
    // All names are changed by now, so a failure must not suggest otherwise.
    const [synced] = await Promise.allSettled([
      syncAll(places, new Set(restorations.map(({ path }) => dirname(path)))),
    ]);
    return { left, isConfirmed: synced.status === "fulfilled" };
  } catch (error) {
    throw toldOf(error);
  } finally {
    for (const file of ready.values()) remove(places, file);
  }
}

/** Rolls back the finished steps when a step fails. */
function allOrNothing(
  context: RestoreContext,
  restorations: readonly Restoration[],
  ready: ReadonlyMap<string, ReadyFile>,
): readonly string[] {
  const done: Restoration[] = [];
  try {
    return applyRestorations(context, restorations, ready, (restoration) => {
      done.push(restoration);
    });
  } catch (error) {
    revertChanges(context, done, error);
    throw error;
  }
}

/** Paths are left between two states. The undo's record stays, and the next start rolls them back. */
export class UnfinishedRollback extends ToolError {}

/** Rolls paths back to their state before an interrupted restoration, unless changed since. */
export function revertChanges(
  context: RestoreContext,
  restorations: readonly Restoration[],
  cause: unknown = null,
): void {
  const back = restorations.flatMap(({ path, from, to }): Restoration[] => {
    const now = readState(context.places, path, { keep: blobIdOf });
    if (isSameState(now, from)) return [];
    return isBetween(now, from, to) ? [{ path, from: now, to: from }] : [];
  });
  try {
    applyRestorations(context, back, new Map(), () => {});
  } catch (error) {
    if (systemCode(error) === null && !(error instanceof InTheWay)) throw error;
    throw new UnfinishedRollback(
      "internal",
      "An undo failed midway and couldn't be reversed completely. The reversal is tried again when " +
        "the workspace is next opened; the previous contents are in the journal.",
      { cause: cause ?? error },
    );
  }
}

/** Whether the restoration itself may have produced this state. */
function isBetween(now: PathState, from: PathState, to: PathState): boolean {
  if (isSameState(now, to)) return true;
  if (now.kind === "absent") return from.kind !== to.kind || from.kind === "link";
  // Modes are set last, for new directories and for files.
  if (now.kind === "directory") return to.kind === "directory";
  if (now.kind === "file" && to.kind === "file") return now.blob !== null && now.blob === to.blob;
  return false;
}

async function makeReady(
  context: RestoreContext,
  restorations: readonly Restoration[],
  ready: Map<string, ReadyFile>,
): Promise<void> {
  const waiting = restorations.filter(needsContent).values();
  const work = async (): Promise<void> => {
    for (const restoration of waiting) await makeReadyFile(context, restoration, ready);
  };
  const ends = await Promise.allSettled(Array.from({ length: atOnce }, work));
  for (const end of ends) if (end.status === "rejected") throw end.reason;
}

async function makeReadyFile(
  { places, litter, contentOf: content }: RestoreContext,
  { path, from, to }: Restoration,
  ready: Map<string, ReadyFile>,
): Promise<void> {
  if (to.kind !== "file") return;
  const bytes = content(to);
  const at = waitingPlace(places, path);
  using held = places.hold(at);
  if (held === null) throw new PathMoved();
  const { directory } = held;
  try {
    litter.beforeWriting(directory, places.rootOf(at));
    const replaced = from.kind === "file" ? statAt(places, path) : null;
    const name = temporaryName();
    const temporary = await makeTemporaryFile(directory, { bytes, mode: to.mode, replaced }, name);
    closeSync(temporary.descriptor);
    ready.set(path, { directory: at, name });
  } catch (error) {
    throw systemFailure(error, path, "restored");
  }
}

function contentOf(
  state: PathState & { readonly kind: "file" },
  content: (blob: string) => Uint8Array | null,
): Uint8Array {
  const bytes = state.blob === null ? null : content(state.blob);
  if (bytes === null) {
    throw new ToolError(
      "internal",
      "A content needed for the undo is no longer in the journal, so nothing was changed.",
    );
  }
  // Only the exact previous bytes may be restored.
  if (blobIdOf(bytes) === state.blob) return bytes;
  throw new ToolError(
    "internal",
    "A content in the journal is damaged, so nothing was changed. Check the disk.",
  );
}

function expectSame(places: Places, { path, from }: Restoration): void {
  const now = readState(places, path, { keep: blobIdOf });
  if (isSameState(now, from)) return;
  throw new ToolError(
    "file-changed",
    `'${path}' was changed by another process in the meantime, so nothing was undone. Check it, then undo again.`,
    { details: { path } },
  );
}

async function syncAll(places: Places, directories: ReadonlySet<string>): Promise<void> {
  for (const path of directories) {
    using held = places.hold(path);
    await held?.directory.sync();
  }
}

function remove(places: Places, { directory, name }: ReadyFile): void {
  try {
    places.at(join(directory, name), (at) => unlinkSync(at.at(name)));
  } catch (error) {
    if (!isGone(error) && systemCode(error) === null) throw error;
  }
}

function toldOf(error: unknown): unknown {
  if (error instanceof InTheWay) {
    return new ToolError(
      "file-changed",
      `'${error.path}' ${error.message}, so nothing was undone. Check it, then undo again.`,
      { cause: error, details: { path: error.path } },
    );
  }
  if (error instanceof PathMoved || systemCode(error) !== null) {
    const path = (error as NodeJS.ErrnoException).path ?? "a path";
    return systemFailure(error, basename(path), "restored");
  }
  return error;
}
