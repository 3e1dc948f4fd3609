import type { DirectorySnapshot } from "./directory-snapshot.ts";

/** Something that a cancelled call left, which neither was there nor would be after the whole call. */
export interface Remains {
  readonly kind: "litter" | "torn-file";
  readonly path: string;
}

type States = { readonly before: DirectorySnapshot; readonly after: DirectorySnapshot };

/**
 * Holds what a cancelled call left against a whole call of the same input: each path must be wholly
 * as it was, or wholly as it would be, and nothing else may be there.
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
