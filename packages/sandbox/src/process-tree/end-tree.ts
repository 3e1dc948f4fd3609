import { setTimeout as wait } from "node:timers/promises";
import type { ProcessTree } from "./process-tree.ts";

/** After `SIGKILL`, only processes that hang in the kernel or now belong to another user remain. */
const forcedMs = 5_000;

/**
 * Asks the tree to end, then kills it. Returns how many processes remain, usually 0.
 *
 * Shapes: `graceMs` between the two; 0 kills at once.
 */
export async function endTree(tree: ProcessTree, graceMs: number): Promise<number> {
  if (tree.isGone()) return 0;
  if (graceMs > 0) {
    tree.signal("SIGTERM");
    if (await untilGone(tree, graceMs)) return 0;
  }
  const deadline = performance.now() + forcedMs;
  do {
    // Repeated, because one of them may have just started another.
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
