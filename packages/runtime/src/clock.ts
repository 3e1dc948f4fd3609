/**
 * A monotonic clock in milliseconds since 1970. Node's `performance` does the same, but loading it slows
 * down a short command.
 */
export function createClock(): () => number {
  const elapsed = (): number => {
    const [seconds, nanoseconds] = process.hrtime();
    return seconds * 1e3 + nanoseconds / 1e6;
  };
  const start = Date.now() - elapsed();
  return () => start + elapsed();
}
