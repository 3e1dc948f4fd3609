/** The longest delay of a timer, about 24 days. */
const maxTimerMs = 2_147_483_647;

/** A limit on the time that code takes, without its pauses. */
export class TimeLimit {
  readonly #now: () => number;
  #onEnd: (() => void) | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #leftMs = 0;
  #runsSince = 0;
  #pauses = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  start(limitMs: number, onEnd: () => void): void {
    this.#leftMs = limitMs;
    this.#onEnd = onEnd;
    this.#run();
  }

  /** Stops the limit for good. */
  stop(): void {
    this.#onEnd = null;
    clearTimeout(this.#timer);
  }

  /** Pauses the limit. Returns a function that continues it; calling that more than once is harmless. */
  pause(): () => void {
    this.#pauses += 1;
    if (this.#pauses === 1) {
      clearTimeout(this.#timer);
      this.#leftMs -= this.#now() - this.#runsSince;
    }
    let isPaused = true;
    return () => {
      if (!isPaused) return;
      isPaused = false;
      this.#pauses -= 1;
      this.#run();
    };
  }

  #run(): void {
    const onEnd = this.#onEnd;
    if (onEnd === null || this.#pauses > 0) return;
    this.#runsSince = this.#now();
    this.#timer = setTimeout(onEnd, Math.min(Math.max(0, this.#leftMs), maxTimerMs));
  }
}
