import type { AgentResult } from "@toolwright/agent";
import type { Phrase } from "@toolwright/core/internal";
import { phrase } from "../../language/phrase.ts";

/** What the prompts of a session have used together. */
export class Totals {
  #input = 0;
  #output = 0;
  /** Null when a price isn't known. */
  #costUsd: number | null = 0;

  add({ usage, costUsd }: Pick<AgentResult, "usage" | "costUsd">): void {
    this.#input += usage.inputTokens;
    this.#output += usage.outputTokens;
    this.#costUsd =
      costUsd === undefined || this.#costUsd === null ? null : this.#costUsd + costUsd;
  }

  /** The part of a client's update; empty when the price isn't known. */
  get cost(): { readonly cost?: { amount: number; currency: string } } {
    return this.#costUsd === null ? {} : { cost: { amount: this.#costUsd, currency: "USD" } };
  }

  get phrase(): Phrase {
    const tokens = { input: this.#input, output: this.#output };
    return this.#costUsd === null || this.#costUsd === 0
      ? phrase("This session has used {input} input and {output} output tokens.", tokens)
      : phrase("This session has used {input} input and {output} output tokens: {cost} USD.", {
          ...tokens,
          cost: this.#costUsd.toFixed(4),
        });
  }
}
