import { randomBytes } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { Invocation } from "@toolwright/core";
import type { HeldCall } from "./held-call.ts";

/** The limit of waiting calls. The oldest is dropped first, because its host has probably gone. */
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
  /** Answered before, expired or made up. */
  | { readonly state: "gone" }
  /** The handle exists, but the request has another name or input. */
  | { readonly state: "different" };

/** Calls that wait for their host's answer, each under an unguessable handle that works once. */
export class HeldCalls {
  readonly #held = new Map<string, Held>();
  readonly #expiryMs: number;

  constructor(expiryMs: number) {
    this.#expiryMs = expiryMs;
  }

  /** Keeps a call until its host answers or the time is up. Returns the handle. */
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
    // An open question must not keep the process alive.
    expiry.unref();
    this.#held.set(handle, { ...held, expiry });
    return handle;
  }

  /** The call of a handle, which is then used up. */
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
      call.cancel("The server is closing.");
    }
  }

  #drop(handle: string): void {
    clearTimeout(this.#held.get(handle)?.expiry);
    this.#held.delete(handle);
  }
}
