import { jsonSize } from "@toolwright/core/internal";

/** The number of events that a reader finds who comes late, and their size as JSON in UTF-16 units. */
const maxKept = 10_000;
const maxKeptSize = 4 * 1024 * 1024;

/**
 * Events for any number of readers. A reader gets the latest events from before it came, at most 10,000 and about 4
 * MiB, and from then on every event.
 */
export class EventStream<Event> implements AsyncIterable<Event> {
  #past: Event[] = [];
  #sizes: number[] = [];
  #size = 0;
  /** The index of the oldest event that is kept. */
  #first = 0;
  readonly #readers = new Set<Reader<Event>>();
  #isClosed = false;

  push(event: Event): void {
    this.#keep(event);
    for (const reader of this.#readers) reader.push(event);
  }

  close(): void {
    this.#isClosed = true;
    for (const reader of this.#readers) reader.close();
    this.#readers.clear();
  }

  [Symbol.asyncIterator](): AsyncIterator<Event> {
    const reader = new Reader(this.#past.slice(this.#first), () => this.#readers.delete(reader));
    if (this.#isClosed) reader.close();
    else this.#readers.add(reader);
    return reader;
  }

  #keep(event: Event): void {
    const size = jsonSize(event, maxKeptSize);
    this.#past.push(event);
    this.#sizes.push(size);
    this.#size += size;
    while (this.#size > maxKeptSize || this.#past.length - this.#first > maxKept) {
      this.#size -= this.#sizes[this.#first] ?? 0;
      this.#first += 1;
    }
    // Rarely, as all that is kept is copied.
    if (this.#first < 32 || this.#first < this.#past.length / 2) return;
    this.#past = this.#past.slice(this.#first);
    this.#sizes = this.#sizes.slice(this.#first);
    this.#first = 0;
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
