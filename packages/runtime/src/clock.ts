/**
 * Milliseconds since 1970 that never go back while the process runs. The `performance` of Node does the
 * same, but is loaded when first used, which a short command notices.
 */
export function createClock(): () => number {
  const elapsed = (): number => {
    const [seconds, nanoseconds] = process.hrtime();
    return seconds * 1e3 + nanoseconds / 1e6;
  };
  const start = Date.now() - elapsed();
  return () => start + elapsed();
}
