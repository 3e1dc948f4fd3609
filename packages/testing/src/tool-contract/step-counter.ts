import { createHook } from "node:async_hooks";
import type { Invocation, Outcome } from "@toolwright/core";
import { currentContext } from "./observation.ts";

/** Counts the asynchronous steps of a call and cancels it at one of them. */
export class StepCounter {
  count = 0;
  cancelledAtMs: number | null = null;
  endedAfterCancelMs: number | null = null;
  readonly #cancelAt: number | null;

  constructor(cancelAt: number | null) {
    this.#cancelAt = cancelAt;
  }

  async follow(invocation: Invocation): Promise<Outcome> {
    if (this.#cancelAt === null) return invocation.outcome;
    const hook = createHook({
      init: () => {
        if (currentContext() === undefined) return;
        this.count += 1;
        if (this.count !== this.#cancelAt) return;
        // Outside the hook, because an error of a listener there would end the process.
        queueMicrotask(() => this.#cancel(invocation));
      },
    }).enable();
    try {
      const outcome = await invocation.outcome;
      if (this.cancelledAtMs !== null) {
        this.endedAfterCancelMs = performance.now() - this.cancelledAtMs;
      }
      return outcome;
    } finally {
      hook.disable();
    }
  }

  #cancel(invocation: Invocation): void {
    this.cancelledAtMs = performance.now();
    invocation.cancel("The contract kit cancels it here.");
  }
}
