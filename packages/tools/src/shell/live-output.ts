import { StringDecoder } from "node:string_decoder";
import type { OutputStream } from "@toolwright/core/ports";
import { sizeText } from "../text/number-text.ts";

/** Nobody can read more, and a flood would slow the command down. */
const MAX_BYTES_A_TURN = 64 * 1024;
const TURN_MS = 100;

export interface LiveOutput {
  push(chunk: Uint8Array, stream: OutputStream): void;
  /** Sends a withheld part of a character or note. */
  end(): void;
}

/**
 * Sends output on as text while it arrives. Joins characters that are split between chunks. During
 * a flood, sends only the first part of every tenth of a second.
 *
 * Shapes: `now` is in milliseconds, from any origin.
 */
export function createLiveOutput(send: (text: string) => void, now: () => number): LiveOutput {
  const decoders = { stdout: new StringDecoder("utf8"), stderr: new StringDecoder("utf8") };
  let turnStarted = Number.NEGATIVE_INFINITY;
  let sentInTurn = 0;
  let held = 0;

  const noteHeld = (): void => {
    if (held === 0) return;
    send(`\n… ${sizeText(held)} not shown live …\n`);
    held = 0;
  };

  return {
    push(chunk, stream) {
      const at = now();
      if (at - turnStarted >= TURN_MS) {
        turnStarted = at;
        sentInTurn = 0;
      }
      const room = MAX_BYTES_A_TURN - sentInTurn;
      if (room <= 0) {
        held += chunk.length;
        return;
      }
      noteHeld();
      const part = chunk.subarray(0, room);
      sentInTurn += part.length;
      const text = decoders[stream].write(Buffer.from(part));
      if (text !== "") send(text);
      held += chunk.length - part.length;
      // The rest of a cut character is withheld with the output after it.
      if (part.length < chunk.length) decoders[stream] = new StringDecoder("utf8");
    },
    end() {
      const text = decoders.stdout.end() + decoders.stderr.end();
      if (text !== "") send(text);
      noteHeld();
    },
  };
}
