/** The pauses between tries, and how many tries there are. */
export interface BackoffOptions {
  readonly firstMs: number;
  readonly mostMs: number;
  readonly tries: number;
}

export const defaultBackoff: BackoffOptions = { firstMs: 500, mostMs: 30_000, tries: 6 };

/**
 * The pause before a try, counted from 0. It doubles each time and then varies between half and all of that,
 * so that servers that failed together do not all restart at once. Null when no tries are left.
 */
export function pauseBefore(
  tryNumber: number,
  random: () => number,
  { firstMs, mostMs, tries }: BackoffOptions = defaultBackoff,
): number | null {
  if (tryNumber >= tries) return null;
  const whole = Math.min(mostMs, firstMs * 2 ** tryNumber);
  return Math.round(whole * (0.5 + random() / 2));
}
