import { type Candidate, listed } from "./hunk-search.ts";

export type Ordered =
  | { readonly chosen: readonly Candidate[] }
  | {
      readonly code: "edit-no-match" | "edit-ambiguous";
      readonly message: string;
      /** The hunk's index, 0-based. */
      readonly index: number;
    };

/**
 * The only assignment of places to all hunks of a file that keeps their order without overlaps.
 * Several hunks with the same lines take their places in order, if there are exactly as many places.
 */
export function orderHunks(candidates: readonly (readonly Candidate[])[]): Ordered {
  const first = earliest(candidates);
  if ("code" in first) return first;
  const last = latest(candidates);
  const open = first.findIndex((candidate, index) => candidate !== last[index]);
  if (open === -1) return { chosen: first };
  const between = (candidates[open] ?? []).filter(
    ({ from }) => from >= (first[open]?.from ?? 0) && from <= (last[open]?.from ?? 0),
  );
  const lines = between.map((candidate) => firstLine(candidate));
  return {
    code: "edit-ambiguous",
    message: `The hunk's lines occur at ${between.length} places: line ${listed(lines)}. Add lines of context, or an '@@ ' line before the hunk.`,
    index: open,
  };
}

function firstLine(candidate: Candidate): number {
  return candidate.type === "insertion" ? candidate.from : (candidate.match.fileIndexes[0] ?? 0);
}

/** Each hunk at its first place after the previous hunk. */
function earliest(
  candidates: readonly (readonly Candidate[])[],
): readonly Candidate[] | Exclude<Ordered, { readonly chosen: unknown }> {
  const chosen: Candidate[] = [];
  let from = 0;
  for (const [index, list] of candidates.entries()) {
    const next = list.find((candidate) => candidate.from >= from);
    if (next === undefined) return outOfOrder(list, index, chosen);
    chosen.push(next);
    from = next.to;
  }
  return chosen;
}

/** Each hunk at its last place before the next hunk. It exists, because an earliest assignment does. */
function latest(candidates: readonly (readonly Candidate[])[]): readonly Candidate[] {
  const chosen: Candidate[] = [];
  let to = Number.POSITIVE_INFINITY;
  for (const list of [...candidates].reverse()) {
    const next = list.findLast((candidate) => candidate.to <= to);
    if (next === undefined) break;
    chosen.unshift(next);
    to = next.from;
  }
  return chosen;
}

function outOfOrder(
  list: readonly Candidate[],
  index: number,
  chosen: readonly Candidate[],
): Exclude<Ordered, { readonly chosen: unknown }> {
  const before = chosen.at(-1);
  const at = listed(list.map(firstLine));
  const there = before === undefined ? "" : ` (line ${firstLine(before) + 1})`;
  const overlaps = list.some(
    ({ from, to }) => before !== undefined && from < before.to && to > before.from,
  );
  return {
    code: "edit-no-match",
    message: overlaps
      ? `The hunk's lines (line ${at}) overlap those that the previous hunk changes${there}. Combine both hunks.`
      : `The hunk's lines are at line ${at}, before those of the previous hunk${there}. Give the hunks in the order of the file.`,
    index,
  };
}
