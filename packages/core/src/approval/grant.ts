/** How far a grant reaches, from one call to everything that its giver works on. */
export const grantScopes = ["once", "session", "project", "user"] as const;
export type GrantScope = (typeof grantScopes)[number];

/**
 * What a person allowed beyond one question: a capability. It turns an ask into an allow, never a
 * deny, and is void once it was used up, has expired or was revoked.
 */
export interface Grant {
  readonly id: string;
  /** In the rules' grammar. */
  readonly pattern: string;
  /** The pattern names a protected path or one outside the roots on purpose. */
  readonly protected?: boolean;
  /** Only for this agent; when absent, for the agent whose session holds the grant. */
  readonly agent?: string;
  /** `once` and `session` end with the session that uses them, `project` and `user` are kept. */
  readonly scope: GrantScope;
  /** Milliseconds since the epoch from which on it covers nothing; without it, it never expires. */
  readonly expiresAtMs?: number;
  /** How many more calls may be run by it; any number when absent. */
  readonly usesLeft?: number;
  /** The child agents of its holder have it, too. */
  readonly delegable?: boolean;
  /** Who gave it, as the approver named itself. */
  readonly origin: string;
  readonly grantedAtMs: number;
}

/** Whether a grant can still cover anything. Without a time, one that expires can't. */
export function isLiveGrant(
  { expiresAtMs, usesLeft }: Grant,
  nowMs: number = Number.POSITIVE_INFINITY,
): boolean {
  if (usesLeft !== undefined && !(usesLeft > 0)) return false;
  return expiresAtMs === undefined || nowMs < expiresAtMs;
}
