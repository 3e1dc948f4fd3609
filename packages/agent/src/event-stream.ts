/** The number of events that a reader finds who comes late. */
const maxKept = 10_000;

/**
 * Events for any number of readers. A reader gets the latest 10,000 events from before it came, and from then on every
 * event.
 */
export class EventStream<Event> implements AsyncIterable<Event> {
  #past: Event[] = [];
  readonly #readers = new Set<Reader<Event>>();
  #isClosed = false;

  push(event: Event): void {
    this.#past.push(event);
    if (this.#past.length >= 2 * maxKept) this.#past = this.#past.slice(-maxKept);
    for (const reader of this.#readers) reader.push(event);
  }

  close(): void {
    this.#isClosed = true;
    for (const reader of this.#readers) reader.close();
    this.#readers.clear();
  }

  [Symbol.asyncIterator](): AsyncIterator<Event> {
    const reader = new Reader(this.#past.slice(-maxKept), () => this.#readers.delete(reader));
    if (this.#isClosed) reader.close();
    else this.#readers.add(reader);
    return reader;
  }
}

class Reader<Event> implements AsyncIterator<Event> {
  #queue: Event[];
  #at = 0;
  readonly #leave: () => void;
  #waiting: ((result: IteratorResult<Event>) => void)[] = [];
  #isClosed = false;

  constructor(past: Event[], leave: () => void) {
    this.#queue = past;
    this.#leave = leave;
  }

  push(event: Event): void {
    const wake = this.#waiting.shift();
    if (wake === undefined) this.#queue.push(event);
    else wake({ done: false, value: event });
  }

  close(): void {
    this.#isClosed = true;
    for (const wake of this.#waiting.splice(0)) wake({ done: true, value: undefined });
  }

  next(): Promise<IteratorResult<Event>> {
    const event = this.#queue[this.#at];
    if (event !== undefined) {
      this.#at += 1;
      if (this.#at >= 1_000) {
        this.#queue = this.#queue.slice(this.#at);
        this.#at = 0;
      }
      return Promise.resolve({ done: false, value: event });
    }
    if (this.#isClosed) return Promise.resolve({ done: true, value: undefined });
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  return(): Promise<IteratorResult<Event>> {
    this.#leave();
    this.#queue = [];
    this.close();
    return Promise.resolve({ done: true, value: undefined });
  }
}
