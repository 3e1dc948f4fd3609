import type { Effect } from "@toolwright/core";

/** Whether a call may change more than its path effects say. */
export function isOpenEnded(effects: readonly Effect[]): boolean {
  return effects.some(
    (effect) =>
      effect.type === "unknown" ||
      effect.type === "external" ||
      (effect.type === "run" && !effect.specified),
  );
}

/** Whether it does something in a service of somebody else's, which nothing here can see. */
export function goesElsewhere(effects: readonly Effect[]): boolean {
  return effects.some(({ type }) => type === "external");
}

/** Whether a call with these effects can't change a file, so that nothing has to be kept. */
export function changesNothing(effects: readonly Effect[]): boolean {
  for (const { type } of effects) {
    if (isChanging(type)) return effects.every(isHarmless);
  }
  return true;
}

function isHarmless(effect: Effect): boolean {
  return effect.type === "run" ? effect.specified : !isChanging(effect.type);
}

function isChanging(type: Effect["type"]): boolean {
  return (
    type === "write" ||
    type === "delete" ||
    type === "run" ||
    type === "external" ||
    type === "unknown"
  );
}
