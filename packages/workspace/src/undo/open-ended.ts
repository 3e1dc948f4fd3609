import type { Effect } from "@toolwright/core";

/** Whether a call may change more than its path effects say. */
export function isOpenEnded(effects: readonly Effect[]): boolean {
  return effects.some(
    (effect) => effect.type === "unknown" || (effect.type === "run" && !effect.specified),
  );
}
