import type { Effect } from "@toolwright/core";

/** Whether a call may change more than its path effects say. */
export function isOpenEnded(effects: readonly Effect[]): boolean {
  return effects.some(
    (effect) => effect.type === "unknown" || (effect.type === "run" && !effect.specified),
  );
}

/** Whether a call with these effects can't change a file, so that nothing has to be kept. */
export function changesNothing(effects: readonly Effect[]): boolean {
  for (const { type } of effects) {
    if (type === "write" || type === "delete" || type === "run" || type === "unknown") {
      return effects.every(isHarmless);
    }
  }
  return true;
}

function isHarmless(effect: Effect): boolean {
  const { type } = effect;
  if (type === "run") return effect.specified;
  return type !== "write" && type !== "delete" && type !== "unknown";
}
