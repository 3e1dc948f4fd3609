import type { ErrorCode, Outcome } from "@toolwright/core";
import { messageOf } from "@toolwright/core/internal";
import { knownDisplay } from "../terminal/transcript/known-display.ts";

/** Exit status of `call`: 0 ok, 1 the tool failed, 2 usage or invalid input, 3 refused, 130 cancelled. */
export function exitStatusOf({ status, error }: Outcome): number {
  switch (status) {
    case "ok":
      return 0;
    case "refused":
      return 3;
    case "cancelled":
      return 130;
    case "error":
      if (error?.details?.["stoppedByRefusal"] === true) return 3;
      return error !== null && mistakes.has(error.code) ? 2 : 1;
  }
}

/** Failures of the call itself, not of the tool. */
const mistakes: ReadonlySet<ErrorCode> = new Set([
  "input-invalid",
  "tool-not-found",
  "tool-not-available",
]);

/** The outcome as one line of JSON with its newline. Every key but `artifacts` and `staged` is always present. */
export function outcomeLine(outcome: Outcome): string {
  const shape = ({ structured, metadata }: Pick<Outcome, "structured" | "metadata">): object => ({
    callId: outcome.callId,
    tool: outcome.tool,
    status: outcome.status,
    content: outcome.content,
    display: outcome.display ?? null,
    structured: structured ?? null,
    // Left out if undefined.
    artifacts: outcome.artifacts,
    staged: outcome.staged,
    error: outcome.error ?? null,
    decision: outcome.decision ?? null,
    effects: outcome.effects,
    metadata,
    durationMs: Math.round(outcome.durationMs * 1_000) / 1_000,
  });
  try {
    return `${JSON.stringify(shape(outcome))}\n`;
  } catch (thrown) {
    // A tool may return a value that JSON can't hold (a cycle, a bigint). Its text is kept.
    const metadata = { unserializable: messageOf(thrown).split("\n", 1)[0] };
    return `${JSON.stringify(shape({ structured: null, metadata }))}\n`;
  }
}

/** The text of a failed outcome for the person: a refusal has its own, otherwise the model's. */
export function errorText({ status, display, error }: Outcome): string {
  const shown = status === "refused" ? knownDisplay(display) : null;
  return shown?.type === "text" ? shown.text : (error?.message ?? "");
}

/** The first words of a failed outcome, as `refused permission-denied`; equal words once. */
export function errorHead(status: Outcome["status"], code: ErrorCode): readonly string[] {
  return status === code ? [status] : [status, code];
}

/** The outcome of a line that isn't a valid call. */
export function invalidCallOutcome(callId: string, tool: string, message: string): Outcome {
  return {
    callId,
    tool,
    status: "error",
    content: [{ type: "text", text: message }],
    display: null,
    structured: null,
    error: { code: "input-invalid", message },
    decision: null,
    effects: [],
    metadata: {},
    durationMs: 0,
  };
}
