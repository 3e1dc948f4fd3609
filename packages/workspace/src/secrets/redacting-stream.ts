import type { RedactingStream } from "@toolwright/core/ports";
import type { SecretPiece } from "./find-secrets.ts";
import { openingAtEnd } from "./placeholder.ts";

/** How a stream looks at what it has. What lies before `least` was sent already. */
interface Theme {
  find(text: string, least: number): readonly SecretPiece[];
  unfinishedFrom(text: string, least: number): number;
  replace(text: string, pieces: readonly SecretPiece[]): string;
}

/** What nobody waits for any longer: longer than any value that is looked for, in any form. */
const maxHeldCharacters = 128 * 1024;
/** What is left of what was sent: whether a token may begin depends on what stands before it. */
const contextCharacters = 6;

/** Redacts a text that comes in pieces; together they give what the whole gives. */
export function createRedactingStream(look: Theme): RedactingStream {
  let context = "";
  let held = "";

  /** Sends what is before `end` of context and held. */
  const send = (all: string, pieces: readonly SecretPiece[], end: number): string => {
    const part = all.slice(0, end);
    const known = pieces.filter((piece) => piece.end <= end);
    // The context is too short to hold anything that is replaced.
    const shown = look.replace(part, known).slice(context.length);
    held = all.slice(end);
    context = part.slice(-contextCharacters);
    return shown;
  };

  return {
    push(text) {
      const all = context + held + text;
      const least = context.length;
      const unfinished = Math.min(
        look.unfinishedFrom(all, least),
        Math.max(least, all.length - openingAtEnd(all)),
      );
      let end = Math.max(unfinished, all.length - maxHeldCharacters);
      const pieces = look.find(all, least);
      // What could still become part of something longer waits with it.
      for (const piece of pieces) if (piece.start < end && piece.end > end) end = piece.start;
      return send(all, pieces, end);
    },
    end() {
      const all = context + held;
      const rest = send(all, look.find(all, context.length), all.length);
      context = "";
      return rest;
    },
  };
}
