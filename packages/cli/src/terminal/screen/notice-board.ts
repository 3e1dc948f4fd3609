import { Alarm } from "./alarm.ts";
import type { Notice } from "./screen-state.ts";

/** How long a notice is shown. */
const shownMs = 2_000;

/** The notice below the prompt, which goes by itself or with the next key. */
export class NoticeBoard {
  readonly #alarm = new Alarm();
  readonly #onChange: () => void;
  #notice: Notice | null = null;

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  get notice(): Notice | null {
    return this.#notice;
  }

  /** Shows a notice until the next key. */
  set(notice: Notice | null): void {
    this.#notice = notice;
  }

  /** Shows a notice for two seconds. */
  show(notice: Notice): void {
    this.#notice = notice;
    this.#alarm.set(shownMs, () => {
      if (this.#notice === notice) this.#notice = null;
      this.#onChange();
    });
    this.#onChange();
  }

  close(): void {
    this.#alarm.clear();
  }
}
