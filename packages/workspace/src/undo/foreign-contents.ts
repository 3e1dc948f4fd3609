import type { JournalStore, PathState } from "../journal/journal-store.ts";
import type { ForeignChange } from "./revert-plan.ts";

/** Larger contents aren't compared for people. */
const maxShownBytes = 1024 * 1024;

/** A foreign change with the contents to compare; null where there is none, or none to show. */
export interface FoundForeign extends ForeignChange {
  readonly leftContent: Uint8Array | null;
  readonly foundContent: Uint8Array | null;
}

export function foreignContents(
  store: Pick<JournalStore, "content">,
  changes: readonly ForeignChange[],
): readonly FoundForeign[] {
  const contentOf = (state: PathState): Uint8Array | null =>
    state.kind === "file" && state.blob !== null && state.size <= maxShownBytes
      ? store.content(state.blob)
      : null;
  return changes.map((change) => ({
    ...change,
    leftContent: contentOf(change.left),
    foundContent: contentOf(change.found),
  }));
}
