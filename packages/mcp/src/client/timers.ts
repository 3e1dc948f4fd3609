/** The hub's clock; tests bring their own. */
export interface Timers {
  /** Milliseconds since any fixed point. */
  now(): number;
  /** Calls back once. Does not keep the process alive. Returns a function that stops it. */
  after(delayMs: number, run: () => void): () => void;
  /** From 0 to below 1. */
  random(): number;
}

/** The longest delay of timers, about 24 days. */
export const maxDelayMs = 2_147_483_647;

export const realTimers: Timers = {
  now: () => performance.now(),
  after(delayMs, run) {
    const timer = setTimeout(run, Math.min(Math.max(0, delayMs), maxDelayMs));
    timer.unref();
    return () => clearTimeout(timer);
  },
  random: () => Math.random(),
};
