import { type Candidate, listed } from "./hunk-search.ts";

export type Ordered =
  | { readonly chosen: readonly Candidate[] }
  | {
      readonly code: "edit-no-match" | "edit-ambiguous";
      readonly message: string;
      /** Which hunk, 0-based. */
      readonly index: number;
    };

/**
 * The one way to put all hunks of a file in order, none reaching into another. Several hunks with
 * the same lines have their places by their order, when there are just as many of these.
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
    message: `The hunk's lines stand at ${between.length} places: line ${listed(lines)}. Add lines of context, or an '@@ ' line before it.`,
    index: open,
  };
}

function firstLine(candidate: Candidate): number {
  return candidate.type === "insertion" ? candidate.from : (candidate.match.fileIndexes[0] ?? 0);
}

/** Each hunk at its first place behind the one before. */
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

/** Each hunk at its last place before the one behind it; there is one, as there is an earliest. */
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
      ? `The hunk's lines (line ${at}) reach into those that the hunk before it changes${there}: make one hunk of both.`
      : `The hunk's lines stand at line ${at}, before those of the hunk before it${there}: give the hunks in the order of the file.`,
    index,
  };
}
