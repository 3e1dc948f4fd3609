import type { UnifiedDiff } from "../change/unified-diff.ts";
import type { HunkReceipt } from "../patch/apply-hunks.ts";

/** What one section of a patch does to a file, for the result. */
export interface FileReport {
  /** Added, modified, deleted, moved. */
  readonly change: "A" | "M" | "D" | "R";
  /** As shown; where it is after. */
  readonly path: string;
  /** Of a moved file: where it was. */
  readonly from: string | null;
  /** Null where there is nothing to show. */
  readonly diff: UnifiedDiff | null;
  readonly hunks: readonly HunkReceipt[];
  /** A sentence for the result, with a space before; empty when there is nothing more to say. */
  readonly note: string;
}

export function reportOf(
  change: FileReport["change"],
  path: string,
  facts: Partial<FileReport> = {},
): FileReport {
  return { change, path, from: null, diff: null, hunks: [], note: "", ...facts };
}
