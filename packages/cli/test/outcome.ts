import type { Outcome } from "@toolwright/core";

/** A call's outcome: `ok` with nothing in it, unless told otherwise. */
export function outcomeWith(more: Partial<Outcome> = {}): Outcome {
  return {
    callId: "c",
    tool: "t",
    status: "ok",
    content: [],
    display: null,
    structured: null,
    error: null,
    decision: null,
    effects: [],
    metadata: {},
    durationMs: 1,
    ...more,
  };
}
