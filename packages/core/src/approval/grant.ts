/** The scopes of grants, from one call to everything that the person works on. */
export const grantScopes = ["once", "session", "project", "user"] as const;
export type GrantScope = (typeof grantScopes)[number];

/**
 * A lasting permission from a person. It turns an ask into an allow but never lifts a deny. It is
 * void once it is used up, has expired or was revoked.
 */
export interface Grant {
  readonly id: string;
  /** A pattern in the grammar of rules. */
  readonly pattern: string;
  /** Whether the pattern names a protected path or one outside the roots on purpose. */
  readonly protected?: boolean;
  /** The only agent it is for. Absent: the agent whose session holds the grant. */
  readonly agent?: string;
  /** `once` and `session` grants end with the session that uses them; `project` and `user` grants are saved. */
  readonly scope: GrantScope;
  /** When it expires, in milliseconds since the epoch. Absent: never. */
  readonly expiresAtMs?: number;
  /** How many more calls may use it. Absent: any number. */
  readonly usesLeft?: number;
  /** Whether child agents of its holder have it as well. */
  readonly delegable?: boolean;
  /** The name of the approver that gave it. */
  readonly origin: string;
  readonly grantedAtMs: number;
}

/** Whether a grant can still cover anything. Without a time, a grant that expires covers nothing. */
export function isLiveGrant(
  { expiresAtMs, usesLeft }: Grant,
  nowMs: number = Number.POSITIVE_INFINITY,
): boolean {
  if (usesLeft !== undefined && !(usesLeft > 0)) return false;
  return expiresAtMs === undefined || nowMs < expiresAtMs;
}
