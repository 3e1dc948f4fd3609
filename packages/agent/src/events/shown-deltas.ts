import type { Session } from "@toolwright/core";
import type { RedactingStream } from "@toolwright/core/ports";
import type { AgentEventBody } from "./events.ts";

/** A piece of what a model writes. */
export type Delta = Extract<
  AgentEventBody,
  { type: "text-delta" | "reasoning-delta" | "tool-call-delta" }
>;

interface Open {
  readonly delta: Delta;
  readonly stream: RedactingStream;
}

/**
 * Emits what a model writes while it arrives, without known secrets. A model may write one that it was never shown: it
 * decoded a form that isn't recognised, or has just put it into a file.
 */
export class ShownDeltas {
  /** By kind, and for arguments by call. */
  readonly #open = new Map<string, Open>();
  readonly #session: Pick<Session, "redactModelStream">;
  readonly #emit: (event: Delta) => void;

  constructor(session: Pick<Session, "redactModelStream">, emit: (event: Delta) => void) {
    this.#session = session;
    this.#emit = emit;
  }

  push(delta: Delta): void {
    const key = keyOf(delta);
    this.#endTexts(key);
    const open = this.#open.get(key) ?? { delta, stream: this.#session.redactModelStream() };
    this.#open.set(key, open);
    this.#show(delta, open.stream.push(textOf(delta)));
  }

  /** Emits what was held back before a call that is complete. */
  endCall(callId: string): void {
    this.#endTexts();
    this.#end(keyOfCall(callId));
  }

  /** Emits all that was held back. */
  end(): void {
    for (const key of this.#open.keys()) this.#end(key);
  }

  /** Text that is held back belongs before what comes next. */
  #endTexts(next?: string): void {
    for (const kind of ["text-delta", "reasoning-delta"]) if (kind !== next) this.#end(kind);
  }

  #end(key: string): void {
    const open = this.#open.get(key);
    if (open === undefined) return;
    this.#open.delete(key);
    this.#show(open.delta, open.stream.end());
  }

  #show(delta: Delta, text: string): void {
    if (text === "") return;
    this.#emit(delta.type === "tool-call-delta" ? { ...delta, delta: text } : { ...delta, text });
  }
}

const keyOfCall = (callId: string): string => `call ${callId}`;

const keyOf = (delta: Delta): string =>
  delta.type === "tool-call-delta" ? keyOfCall(delta.callId) : delta.type;

const textOf = (delta: Delta): string =>
  delta.type === "tool-call-delta" ? delta.delta : delta.text;
