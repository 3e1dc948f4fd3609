/** A duration for people: `12 ms`, `3.2 s`, `2 min 5 s`. */
export function formatDuration(milliseconds: number): string {
  const ms = Math.max(0, milliseconds);
  if (ms < 999.5) return `${Math.round(ms)} ms`;
  if (ms < 59_950) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** A running duration, in seconds from the start. */
export function formatElapsed(milliseconds: number): string {
  return milliseconds < 59_950
    ? `${(Math.max(0, milliseconds) / 1000).toFixed(1)} s`
    : formatDuration(milliseconds);
}
