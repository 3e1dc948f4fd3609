/**
 * What a person allowed beyond one question. A grant turns an ask into an allow, never a deny.
 */
export interface Grant {
  readonly id: string;
  /** In the rules' grammar. */
  readonly pattern: string;
  /** The pattern names a protected path or one outside the roots on purpose. */
  readonly protected?: boolean;
  /** Only for this agent; for every agent of the session when absent. */
  readonly agent?: string;
  readonly scope: "session" | "always";
  /** Who gave it, as the approver named itself. */
  readonly origin: string;
  readonly grantedAtMs: number;
}
