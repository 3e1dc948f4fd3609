import type { MaybePromise } from "./workspace.ts";

/**
 * Stores what was computed from the contents of files, so that later sessions need not compute it again. Losing
 * a value costs only time. A key stands for the content and the computation. No method throws or rejects.
 */
export interface AnalysisStore {
  /** The values of those keys that are stored. */
  find(keys: readonly string[]): MaybePromise<ReadonlyMap<string, Uint8Array>>;
  keep(values: ReadonlyMap<string, Uint8Array>): MaybePromise<void>;
}
