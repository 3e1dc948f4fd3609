import type { Timers } from "./timers.ts";

export interface CallDeadlineOptions {
  /** The limit without news from the server. */
  readonly idleMs: number;
  /** The limit regardless of news. */
  readonly totalMs: number;
  readonly timers: Timers;
  /** Called once, with the limit that expired. */
  readonly onExpire: (which: "idle" | "total") => void;
}

/**
 * A server's time for one call. News from the server restarts the idle limit; a prompt to a person pauses
 * both.
 */
export class CallDeadline {
  readonly #options: CallDeadlineOptions;
  #idleLeftMs: number;
  #totalLeftMs: number;
  #runsSince: number;
  #pauses = 0;
  #cancelTimer: (() => void) | null = null;
  #isOver = false;

  constructor(options: CallDeadlineOptions) {
    this.#options = options;
    this.#idleLeftMs = options.idleMs;
    this.#totalLeftMs = options.totalMs;
    this.#runsSince = options.timers.now();
    this.#run();
  }

  /** Restarts the idle limit. */
  touch(): void {
    this.#count();
    this.#idleLeftMs = this.#options.idleMs;
    this.#run();
  }

  /** Pauses both limits until the returned function is called. */
  pause(): () => void {
    this.#count();
    this.#pauses += 1;
    this.#cancelTimer?.();
    let isPaused = true;
    return () => {
      if (!isPaused) return;
      isPaused = false;
      this.#pauses -= 1;
      this.#runsSince = this.#options.timers.now();
      // After an answer, the server has as long as for a new request.
      this.#idleLeftMs = this.#options.idleMs;
      this.#run();
    };
  }

  stop(): void {
    this.#isOver = true;
    this.#cancelTimer?.();
  }

  #count(): void {
    const now = this.#options.timers.now();
    if (this.#pauses === 0) {
      this.#idleLeftMs -= now - this.#runsSince;
      this.#totalLeftMs -= now - this.#runsSince;
    }
    this.#runsSince = now;
  }

  #run(): void {
    this.#cancelTimer?.();
    if (this.#isOver || this.#pauses > 0) return;
    const which = this.#totalLeftMs < this.#idleLeftMs ? "total" : "idle";
    this.#cancelTimer = this.#options.timers.after(
      Math.min(this.#idleLeftMs, this.#totalLeftMs),
      () => {
        if (this.#isOver) return;
        this.stop();
        this.#options.onExpire(which);
      },
    );
  }
}
