export type CheckStatus = "ok" | "warn" | "fail";

/** The result of one check. */
export interface Check {
  readonly name: string;
  readonly status: CheckStatus;
  /** One line. */
  readonly found: string;
  /** How to fix it; null if nothing is wrong. */
  readonly fix: string | null;
}

export function ok(name: string, found: string): Check {
  return { name, status: "ok", found, fix: null };
}

export function warn(name: string, found: string, fix: string): Check {
  return { name, status: "warn", found, fix };
}

export function fail(name: string, found: string, fix: string): Check {
  return { name, status: "fail", found, fix };
}
