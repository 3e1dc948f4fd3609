/** How long it is waited before the nth try, and how many there are. */
export interface BackoffOptions {
  readonly firstMs: number;
  readonly mostMs: number;
  readonly tries: number;
}

export const defaultBackoff: BackoffOptions = { firstMs: 500, mostMs: 30_000, tries: 6 };

/**
 * The pause before a try, counted from 0: doubled each time, and then anything from half of it to all, so
 * that many servers that died together don't all start at once. Null when there were tries enough.
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
