/** What the hub knows of time; its tests bring their own. */
export interface Timers {
  /** Milliseconds, from any beginning. */
  now(): number;
  /** Calls back once. Keeps no process alive. Returns the way to stop. */
  after(delayMs: number, run: () => void): () => void;
  /** From 0 to below 1. */
  random(): number;
}

/** The longest delay that timers take, about 24 days. */
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
