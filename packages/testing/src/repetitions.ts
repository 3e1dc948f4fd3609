const share = Number(process.env["TOOLWRIGHT_SOAK"] ?? 0.2);

/** Whether tests use all repetitions, as in `npm run soak`. */
export const isSoak = share >= 1;

/** How often a test repeats: `full` times in a soak run, otherwise a fraction. */
export function repetitions(full: number): number {
  return Math.max(1, Math.ceil(full * share));
}
