import type { RedactingStream } from "@toolwright/core/ports";
import type { SecretPiece } from "./find-secrets.ts";
import { openingAtEnd } from "./placeholder.ts";

/** The operations of a stream on its text. Text before `least` was already sent. */
interface StreamRedaction {
  find(text: string, least: number): readonly SecretPiece[];
  unfinishedFrom(text: string, least: number): number;
  replace(text: string, pieces: readonly SecretPiece[]): string;
}

/** Limit for held text, longer than any value in any form. */
const maxHeldCharacters = 128 * 1024;
/** Characters kept of the sent text: whether a token may begin depends on the text before it. */
const contextCharacters = 6;

/** Redacts a text that arrives in pieces; the result is the same as for the whole text. */
export function createRedactingStream(redaction: StreamRedaction): RedactingStream {
  let context = "";
  let held = "";

  /** Sends the part of context and held text before `end`. */
  const send = (all: string, pieces: readonly SecretPiece[], end: number): string => {
    const part = all.slice(0, end);
    const known = pieces.filter((piece) => piece.end <= end);
    // The context is too short to contain anything that is replaced.
    const shown = redaction.replace(part, known).slice(context.length);
    held = all.slice(end);
    context = part.slice(-contextCharacters);
    return shown;
  };

  return {
    push(text) {
      const all = context + held + text;
      const least = context.length;
      const unfinished = Math.min(
        redaction.unfinishedFrom(all, least),
        Math.max(least, all.length - openingAtEnd(all)),
      );
      let end = Math.max(unfinished, all.length - maxHeldCharacters);
      const pieces = redaction.find(all, least);
      // A piece that may become part of a longer one waits as well.
      for (const piece of pieces) if (piece.start < end && piece.end > end) end = piece.start;
      return send(all, pieces, end);
    },
    end() {
      const all = context + held;
      const rest = send(all, redaction.find(all, context.length), all.length);
      context = "";
      return rest;
    },
  };
}
