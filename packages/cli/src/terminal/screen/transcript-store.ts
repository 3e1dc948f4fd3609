import type { Line } from "../text/styled-line.ts";
import type { TranscriptEntry } from "./screen-state.ts";

/** Longer entries go to the terminal as text: laying them out would take seconds. */
const maxDrawnRows = 200;

/** The transcript as it grows. What is on the screen is forgotten: the terminal has it. */
export class TranscriptStore {
  readonly #entries = new Map<number, TranscriptEntry>();
  /** Entries behind a long one: they wait until it is written. */
  #waiting: (readonly Line[])[] = [];
  #ids: number[] = [];

  /**
   * Of all entries that were drawn or are to be drawn now. Another array whenever there is something
   * to do: to draw, or to ask for what is next.
   */
  get ids(): number[] {
    return this.#ids;
  }

  entryOf(id: number): TranscriptEntry | undefined {
    return this.#entries.get(id);
  }

  append(rows: readonly Line[]): void {
    if (this.#waiting.length === 0 && rows.length <= maxDrawnRows) this.#show(rows);
    else {
      this.#waiting.push(rows);
      this.#ids = [...this.#ids];
    }
  }

  /** Everything in `ids` is drawn. Returns what is to be written next as it is, if anything. */
  next(): readonly Line[] | null {
    this.#entries.clear();
    const [first] = this.#waiting;
    if (first === undefined) return null;
    this.#waiting = this.#waiting.slice(1);
    if (first.length <= maxDrawnRows) {
      this.#show(first);
      return null;
    }
    this.#ids = [...this.#ids];
    return first;
  }

  #show(rows: readonly Line[]): void {
    const id = this.#ids.length;
    this.#entries.set(id, { id, rows });
    this.#ids = [...this.#ids, id];
  }
}
