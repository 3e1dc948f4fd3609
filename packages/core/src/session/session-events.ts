import type { InvocationEvent } from "../invocation/event.ts";
import { jsonSize } from "../output/json-size.ts";

/** The maximum number of past events that are kept, and their size as JSON in UTF-16 units. */
const maxLogged = 1_000;
const maxLoggedSize = 4 * 1024 * 1024;

/** An event of a call, with its number among all events of the session, counted from 1. */
export type SessionEvent = InvocationEvent & { readonly seq: number };

export type SessionListener = (event: SessionEvent) => void;

/** Where a late or reconnecting subscriber continues. */
export interface Replay {
  /** The number of the last event that it knows; 0 for none. */
  readonly after: number;
  /** Called first, when the session no longer has the first `count` events after that one. */
  readonly onMissed: (count: number) => void;
}

/** Numbers the events of a session, keeps the latest and notifies its listeners. */
export class SessionEvents {
  readonly #listeners = new Set<SessionListener>();
  /** A ring: each event is at its number modulo `maxLogged`. */
  readonly #log: (SessionEvent | null)[] = [];
  readonly #sizes: number[] = [];
  #logSize = 0;
  /** The number of the oldest event that is kept. */
  #first = 1;
  #last = 0;

  /** Returns a function that removes the listener. */
  subscribe(listener: SessionListener, replay?: Replay): () => void {
    this.#listeners.add(listener);
    if (replay !== undefined) this.#replay(listener, replay);
    return () => this.#listeners.delete(listener);
  }

  emit(event: InvocationEvent): void {
    this.#last += 1;
    const numbered = { ...event, seq: this.#last };
    this.#keep(numbered);
    for (const listener of this.#listeners) this.#tell(listener, numbered);
  }

  #replay(listener: SessionListener, { after, onMissed }: Replay): void {
    const last = this.#last;
    if (after + 1 < this.#first) onMissed(this.#first - 1 - after);
    for (let seq = Math.max(after + 1, this.#first); seq <= last; seq += 1) {
      const event = this.#log[seq % maxLogged];
      if (event?.seq === seq) this.#tell(listener, event);
    }
  }

  #keep(event: SessionEvent): void {
    if (event.seq - this.#first >= maxLogged) this.#dropFirst();
    const size = jsonSize(event, maxLoggedSize);
    this.#log[event.seq % maxLogged] = event;
    this.#sizes[event.seq % maxLogged] = size;
    this.#logSize += size;
    while (this.#logSize > maxLoggedSize) this.#dropFirst();
  }

  #dropFirst(): void {
    const place = this.#first % maxLogged;
    this.#logSize -= this.#sizes[place] ?? 0;
    this.#log[place] = null;
    this.#sizes[place] = 0;
    this.#first += 1;
  }

  #tell(listener: SessionListener, event: SessionEvent): void {
    try {
      listener(event);
    } catch {
      // A listener only observes: its fault must not end a call.
      this.#listeners.delete(listener);
    }
  }
}
