import type { AgentEvent, AgentResult } from "./events.ts";
import type { EventStream } from "./event-stream.ts";

/**
 * A run of an agent. Iterate it for its events and await it for its result, in any order and any number of times. It
 * never rejects: a failure is a result with a reason.
 */
export class AgentRun implements AsyncIterable<AgentEvent>, PromiseLike<AgentResult> {
  readonly result: Promise<AgentResult>;
  readonly #events: EventStream<AgentEvent>;
  readonly #steering: string[];
  readonly #abort: AbortController;

  constructor(
    result: Promise<AgentResult>,
    events: EventStream<AgentEvent>,
    steering: string[],
    abort: AbortController,
  ) {
    this.result = result;
    this.#events = events;
    this.#steering = steering;
    this.#abort = abort;
  }

  /** Gives the model a message before its next step, while it works. */
  steer(message: string): void {
    this.#steering.push(message);
  }

  /** Ends the run and its calls. The conversation stays complete, so that another run can go on. */
  cancel(reason = "The person cancelled the run."): void {
    this.#abort.abort(new RunCancelled(reason));
  }

  // oxlint-disable-next-line unicorn/no-thenable -- A run is awaited like an invocation.
  then<Result = AgentResult, Failure = never>(
    onResult?: ((result: AgentResult) => Result | PromiseLike<Result>) | null,
    onFailure?: ((reason: unknown) => Failure | PromiseLike<Failure>) | null,
  ): PromiseLike<Result | Failure> {
    return this.result.then(onResult, onFailure);
  }

  [Symbol.asyncIterator](): AsyncIterator<AgentEvent> {
    return this.#events[Symbol.asyncIterator]();
  }
}

/** Why a run ended early: it was cancelled, or its time was used up. */
export class RunCancelled extends Error {
  override readonly name = "RunCancelled";
  readonly status: "cancelled" | "failed";

  constructor(reason: string, status: "cancelled" | "failed" = "cancelled") {
    super(reason);
    this.status = status;
  }
}
