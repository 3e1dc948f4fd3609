import { type Effect, isPathEffect, kindOf, type PathEffect } from "./effect.ts";

/** Whether a call with these effects leaves nothing behind if its process dies while it runs. */
export function leavesNothing(effects: readonly Effect[]): boolean {
  return effects.every((effect) => kindOf(effect).aftermath(effect) === "nothing");
}

/** Whether a call with these effects may change a file. */
export function mayChangeFiles(effects: readonly Effect[]): boolean {
  return effects.some((effect) => {
    const aftermath = kindOf(effect).aftermath(effect);
    return aftermath === "paths" || aftermath === "anything";
  });
}

/** Whether the effect is a change of the path it names. */
export function isPathChange(effect: Effect): effect is PathEffect {
  return isPathEffect(effect) && mayChangeFiles([effect]);
}

/** Whether a call with these effects may change more than its path effects say. */
export function isOpenEnded(effects: readonly Effect[]): boolean {
  return effects.some((effect) => kindOf(effect).aftermath(effect) === "anything");
}

/** Whether a call with the effect may carry text to somebody else. */
export function carriesOut(effect: Effect, isNetworkOpen: boolean): boolean {
  const carries = kindOf(effect).carriesOut ?? false;
  return typeof carries === "boolean" ? carries : carries(effect, isNetworkOpen);
}

/** The unknown part of the effect, as a clause for people; null when nothing is unknown. */
export function unknownPart(effect: Effect): string | null {
  return kindOf(effect).unknownPart?.(effect) ?? null;
}
