import type { DirectorySnapshot } from "./directory-snapshot.ts";

/** A leftover of a cancelled call that neither existed before nor belongs to the complete call. */
export interface Remains {
  readonly kind: "litter" | "torn-file";
  readonly path: string;
}

type States = { readonly before: DirectorySnapshot; readonly after: DirectorySnapshot };

/**
 * Compares the state after a cancelled call with that after a complete call of the same input. Each path must
 * be entirely in its old or its new state, and nothing else may exist.
 */
export function findRemains(whole: States, cancelled: States): readonly Remains[] {
  const paths = new Set([...Object.keys(cancelled.before), ...Object.keys(cancelled.after)]);
  return [...paths].sort().flatMap((path): Remains[] => {
    const state = cancelled.after[path];
    const old = cancelled.before[path];
    const done = whole.after[path];
    if (state === old || state === done) return [];
    return [{ kind: old === undefined && done === undefined ? "litter" : "torn-file", path }];
  });
}
