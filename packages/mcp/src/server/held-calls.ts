import { randomBytes } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { Invocation } from "@toolwright/core";
import type { HeldCall } from "./held-call.ts";

/** So many questions wait at once; the oldest gives way, as its host has likely gone. */
const maxHeld = 256;

interface Held {
  readonly name: string;
  readonly input: unknown;
  readonly call: HeldCall;
  readonly invocation: Invocation;
  readonly expiry: NodeJS.Timeout;
}

export type Continued =
  | { readonly state: "found"; readonly call: HeldCall; readonly invocation: Invocation }
  /** Answered before, expired, or made up. */
  | { readonly state: "gone" }
  /** It is there, and the request isn't the one that it answers. */
  | { readonly state: "different" };

/** Calls that wait for their host to come back, each under a handle that can't be guessed and works once. */
export class HeldCalls {
  readonly #held = new Map<string, Held>();
  readonly #expiryMs: number;

  constructor(expiryMs: number) {
    this.#expiryMs = expiryMs;
  }

  /** Keeps a call until its host answers. Returns the handle. A host that never does loses it. */
  hold(held: Omit<Held, "expiry">): string {
    for (const [oldest, { call }] of this.#held) {
      if (this.#held.size < maxHeld) break;
      this.#drop(oldest);
      call.cancel("Too many questions were waiting for an answer.");
    }
    const handle = randomBytes(32).toString("base64url");
    const expiry = setTimeout(() => {
      this.#held.delete(handle);
      held.call.cancel("Nobody answered the question in time.");
    }, this.#expiryMs);
    // A server that is done otherwise doesn't stay for a question.
    expiry.unref();
    this.#held.set(handle, { ...held, expiry });
    return handle;
  }

  /** The call that is asked for; the handle is used up by that. */
  take(handle: string, name: string, input: unknown): Continued {
    const held = this.#held.get(handle);
    if (held === undefined) return { state: "gone" };
    if (held.name !== name || !isDeepStrictEqual(held.input, input)) return { state: "different" };
    this.#drop(handle);
    const { call, invocation } = held;
    return { state: "found", call, invocation };
  }

  close(): void {
    for (const [handle, { call }] of this.#held) {
      this.#drop(handle);
      call.cancel("The server ends.");
    }
  }

  #drop(handle: string): void {
    clearTimeout(this.#held.get(handle)?.expiry);
    this.#held.delete(handle);
  }
}
