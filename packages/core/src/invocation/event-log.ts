import type { InvocationEvent } from "./event.ts";

/** How many updates are kept for a slow reader. Older updates are dropped; the result is complete anyway. */
const maxPendingUpdates = 1_000;

/**
 * The events of one call. Any number of readers can read them, each from the start. Updates are kept only
 * for current readers, so that a command that prints a gigabyte doesn't fill the memory of a host that
 * only awaits the outcome.
 */
export class EventLog implements AsyncIterable<InvocationEvent> {
  readonly #lasting: InvocationEvent[] = [];
  #readers: EventReader[] | null = null;
  #isClosed = false;

  push(event: InvocationEvent): void {
    if (event.type !== "invocation-update") this.#lasting.push(event);
    if (this.#readers === null) return;
    for (const reader of this.#readers) reader.push(event);
  }

  close(): void {
    this.#isClosed = true;
    for (const reader of this.#readers ?? []) reader.close();
    this.#readers = null;
  }

  [Symbol.asyncIterator](): AsyncIterator<InvocationEvent> {
    const reader = new EventReader(this.#lasting, () => {
      this.#readers = this.#readers?.filter((other) => other !== reader) ?? null;
    });
    if (this.#isClosed) reader.close();
    else (this.#readers ??= []).push(reader);
    return reader;
  }
}

class EventReader implements AsyncIterator<InvocationEvent> {
  readonly #queue: InvocationEvent[];
  readonly #leave: () => void;
  #updates = 0;
  #isClosed = false;
  #waiting: ((result: IteratorResult<InvocationEvent>) => void)[] = [];

  constructor(past: readonly InvocationEvent[], leave: () => void) {
    this.#queue = [...past];
    this.#leave = leave;
  }

  push(event: InvocationEvent): void {
    const wake = this.#waiting.shift();
    if (wake !== undefined) {
      wake({ done: false, value: event });
      return;
    }
    this.#queue.push(event);
    if (event.type !== "invocation-update" || ++this.#updates <= maxPendingUpdates) return;
    this.#queue.splice(
      this.#queue.findIndex(({ type }) => type === "invocation-update"),
      1,
    );
    this.#updates -= 1;
  }

  close(): void {
    this.#isClosed = true;
    for (const wake of this.#waiting.splice(0)) wake({ done: true, value: undefined });
  }

  next(): Promise<IteratorResult<InvocationEvent>> {
    const event = this.#queue.shift();
    if (event !== undefined) {
      if (event.type === "invocation-update") this.#updates -= 1;
      return Promise.resolve({ done: false, value: event });
    }
    if (this.#isClosed) return Promise.resolve({ done: true, value: undefined });
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  return(): Promise<IteratorResult<InvocationEvent>> {
    this.#leave();
    this.close();
    return Promise.resolve({ done: true, value: undefined });
  }
}
