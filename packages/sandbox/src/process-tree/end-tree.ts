import { setTimeout as wait } from "node:timers/promises";
import type { ProcessTree } from "./process-tree.ts";

/** After `SIGKILL` only what hangs in the kernel, or belongs to another user now, is still there. */
const forcedMs = 5_000;

/**
 * Asks the tree to end, then forces it. Returns how many could not be ended, 0 as a rule.
 *
 * Shapes: `graceMs` between the two; 0 forces at once.
 */
export async function endTree(tree: ProcessTree, graceMs: number): Promise<number> {
  if (tree.isGone()) return 0;
  if (graceMs > 0) {
    tree.signal("SIGTERM");
    if (await untilGone(tree, graceMs)) return 0;
  }
  const deadline = performance.now() + forcedMs;
  do {
    // Again and again: one of them may have started another just before.
    tree.signal("SIGKILL");
    if (await untilGone(tree, 100)) return 0;
  } while (performance.now() < deadline);
  return tree.countLiving();
}

const longestPauseMs = 50;

export async function untilGone(
  tree: Pick<ProcessTree, "isGone">,
  limitMs: number,
): Promise<boolean> {
  const deadline = performance.now() + limitMs;
  for (let pauseMs = 1; !tree.isGone(); pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    const leftMs = deadline - performance.now();
    if (leftMs <= 0) return false;
    await wait(Math.min(pauseMs, leftMs));
  }
  return true;
}
