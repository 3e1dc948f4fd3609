import type { ContentPart } from "@toolwright/core";
import type { ModelToolCall } from "../model/message.ts";

/** After this many equal rounds the model is told; after more of them the run ends. */
const toldAfter = 3;
const stoppedAfter = 5;

/** The guard's judgement of the steps so far; null when they make progress. */
export type LoopVerdict = { readonly stops: boolean; readonly text: string } | null;

/**
 * Notices a model that goes in circles: step after step the same calls with the same results, or two steps in turn.
 * Other calls in between are progress: running the tests after each of five edits is no circle.
 */
export class LoopGuard {
  /** The latest steps, the newest last. */
  readonly #recent: string[] = [];

  addStep(
    calls: readonly {
      readonly call: Pick<ModelToolCall, "name" | "input">;
      readonly content: readonly ContentPart[];
    }[],
  ): LoopVerdict {
    this.#recent.push(
      JSON.stringify(calls.map(({ call, content }) => [call.name, call.input, content])),
    );
    if (this.#recent.length > 2 * stoppedAfter) this.#recent.shift();
    const rounds = Math.max(this.#rounds(1), this.#rounds(2));
    if (rounds < toldAfter) return null;
    const text = `The same calls have given the same results ${rounds} times in a row.`;
    if (rounds >= stoppedAfter) return { stops: true, text };
    return {
      stops: false,
      text: `${text} Do something else, or say what keeps you from going on.`,
    };
  }

  /** How often the last `period` steps stand at the end in a row. */
  #rounds(period: number): number {
    const recent = this.#recent;
    let same = period;
    while (
      same < recent.length &&
      recent[recent.length - 1 - same] === recent[recent.length - 1 - same + period]
    ) {
      same += 1;
    }
    return Math.floor(same / period);
  }
}
