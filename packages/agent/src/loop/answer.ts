import { setImmediate as nextTurn } from "node:timers/promises";
import type { Invocation } from "@toolwright/core";
import type { AssistantPart, ModelToolCall } from "../model/message.ts";
import type { FinishReason, Model, ModelEvent, ModelRequest, Usage } from "../model/model.ts";
import { ModelError } from "../model/model-error.ts";

/**
 * A model that says nothing for this long is given up. Some think for many minutes without a word; whether their server
 * still lives, its adapter sees from the bytes that it sends.
 */
const maxSilenceMs = 1_800_000;

/** The text and reasoning of one answer, in UTF-16 units: far more than any model's output limit. */
const maxAnswerLength = 4_000_000;

/** The same of the arguments. The session limits those of one call to 16 MiB. */
const maxArgumentsLength = 32_000_000;

/** The longest time for events that are there already before keys, timers and other connections have their turn. */
const turnMs = 8;

/** A tool call that runs. */
export interface StartedCall {
  readonly call: ModelToolCall;
  /** Null: it was not run, because the answer had too many calls. */
  readonly invocation: Invocation | null;
}

/** The part of an answer that has arrived. It is complete when `finish` is there. */
export interface Answer {
  readonly parts: AssistantPart[];
  readonly calls: StartedCall[];
  finish: { readonly reason: FinishReason; readonly usage: Usage } | null;
}

export interface AnswerListener {
  onDelta(event: Exclude<ModelEvent, { type: "part" | "finish" }>): void;
  /** Starts a call as soon as it is complete, while the rest of the answer still arrives. */
  startCall(call: ModelToolCall): StartedCall;
}

/**
 * Reads one answer of the model into `answer`, which keeps what came before an error. What comes after the end is
 * ignored.
 *
 * Errors: ModelError, also for an answer that is cut off, stalls or has no end; the signal's reason.
 */
export async function readAnswer(
  answer: Answer,
  model: Model,
  request: ModelRequest,
  listener: AnswerListener,
): Promise<void> {
  const own = new AbortController();
  const signal = AbortSignal.any([request.signal, own.signal]);
  const events = model.stream({ ...request, signal })[Symbol.asyncIterator]();
  const lengths = { text: 0, arguments: 0 };
  let sinceMs = performance.now();
  try {
    for (;;) {
      const { done, value: event } = await soon(events.next(), request.signal);
      if (done === true) throw cutOff();
      if (event.type === "finish") {
        answer.finish = event;
        return;
      }
      if (event.type === "tool-call-delta") lengths.arguments += event.delta.length;
      else if (event.type !== "part") lengths.text += event.text.length;
      if (lengths.text > maxAnswerLength) throw endless(maxAnswerLength);
      if (lengths.arguments > maxArgumentsLength) throw endless(maxArgumentsLength);
      take(event, answer, listener);
      if (performance.now() - sinceMs < turnMs) continue;
      await nextTurn();
      sinceMs = performance.now();
    }
  } finally {
    own.abort();
    // Not awaited: a stream that ignores the signal must not hold the run.
    void Promise.resolve(events.return?.()).catch(() => undefined);
  }
}

/** Waits for the next event, but not for ever, and not after the signal. */
function soon<Value>(next: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(silent()), maxSilenceMs);
    const stop = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", onAbort);
    };
    const onAbort = () => {
      stop();
      reject(signal.reason);
    };
    signal.addEventListener("abort", onAbort);
    if (signal.aborted) onAbort();
    void next.then(resolve, reject).finally(stop);
  });
}

function take(
  event: Exclude<ModelEvent, { type: "finish" }>,
  answer: Answer,
  listener: AnswerListener,
): void {
  if (event.type !== "part") {
    listener.onDelta(event);
    return;
  }
  const { part } = event;
  if (part.type !== "tool-call") {
    answer.parts.push(part);
    return;
  }
  const started = listener.startCall(part);
  answer.parts.push(started.call);
  answer.calls.push(started);
}

function cutOff(): ModelError {
  return new ModelError("The model's answer was cut off.", { isRetryable: true });
}

function silent(): ModelError {
  return new ModelError(`The model has sent nothing for ${maxSilenceMs / 1000} s.`, {
    isRetryable: true,
  });
}

function endless(limit: number): ModelError {
  return new ModelError(`The model's answer exceeds ${limit} characters.`, {
    isRetryable: false,
  });
}
