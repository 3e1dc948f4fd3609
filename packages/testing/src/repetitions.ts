const share = Number(process.env["TOOLWRIGHT_SOAK"] ?? 0.2);

/** Whether tests repeat themselves in full, as `npm run soak` has them do. */
export const isSoak = share >= 1;

/** How often a test repeats itself that does so `full` times in a soak run; otherwise a share of that. */
export function repetitions(full: number): number {
  return Math.max(1, Math.ceil(full * share));
}
