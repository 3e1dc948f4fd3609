export interface ScoredTool {
  readonly name: string;
  readonly score: number;
  /** The same for tools that are called alike but for their servers. */
  readonly subject: string;
  /** The same for tools that do something with the same. */
  readonly thing: string;
}

/**
 * What each further tool that is called alike is worth of its score: the rest of a short list says more with
 * other tools on it than with the same one of other servers. It isn't nothing, as the other server may be what is meant.
 */
const copyShare = 0.6;
/**
 * The same for each further tool that does something else with the same thing: when it isn't clear what with, one that
 * is right about that is better company than five that are all wrong.
 */
const thingShare = 0.97;
/** Of how many of the best it is looked at. */
const poolSize = 200;

/** The best of them, best first, and of equal ones the one that `compare` puts first. */
export function bestMatches(
  tools: readonly ScoredTool[],
  limit: number,
  compare: (a: string, b: string) => number,
): readonly ScoredTool[] {
  const order = (a: ScoredTool, b: ScoredTool): number =>
    b.score - a.score || compare(a.name, b.name);
  const copies = new Map<string, number>();
  const things = new Map<string, number>();
  return poolOf(tools, Math.max(poolSize, 2 * limit))
    .toSorted(order)
    .map((tool) => {
      const before = countIn(copies, tool.subject);
      const others = before === 0 ? countIn(things, tool.thing) : 0;
      return { ...tool, score: tool.score * copyShare ** before * thingShare ** others };
    })
    .sort(order)
    .slice(0, limit);
}

/** How often it was counted before. */
function countIn(counts: Map<string, number>, key: string): number {
  const before = counts.get(key) ?? 0;
  counts.set(key, before + 1);
  return before;
}

/** Sorting all of ten thousand takes longer than finding them. */
function poolOf(tools: readonly ScoredTool[], size: number): readonly ScoredTool[] {
  if (tools.length <= size) return tools;
  const scores = Float64Array.from(tools, ({ score }) => score).sort();
  const least = scores[scores.length - size] ?? 0;
  return tools.filter(({ score }) => score >= least);
}
