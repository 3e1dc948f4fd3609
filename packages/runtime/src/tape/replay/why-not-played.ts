import { isPathEffect } from "@toolwright/core";
import type { TapeCall } from "../tape.ts";

const cut = /\[… \d+ characters, not kept …\]|^\[\d+ characters of JSON, not kept\]$/;

/** The reason why a call can't be made again, as a clause; null if it can. */
export function whyNotPlayed(call: TapeCall, input: unknown): string | null {
  if (call.status === "cancelled") return "it was cancelled";
  if (call.outcome === null) return "its process was killed";
  if (input === null) return "its input isn't on the tape";
  if (isCut(input)) return "its input is too long for the journal, which cut it";
  for (const effect of call.effects) {
    if (!isPathEffect(effect)) continue;
    if ("storedOutput" in effect) return "it read an output that is stored where it ran";
    if (effect.path.startsWith("«root:")) return "it used a further folder of the workspace";
  }
  return null;
}

function isCut(input: unknown): boolean {
  if (typeof input === "string") return cut.test(input);
  if (typeof input !== "object" || input === null) return false;
  return Object.values(input).some(isCut);
}
