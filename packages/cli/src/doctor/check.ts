export type CheckStatus = "ok" | "warn" | "fail";

/** What one look at the machine found. */
export interface Check {
  readonly name: string;
  readonly status: CheckStatus;
  /** One line. */
  readonly found: string;
  /** What to do about it; null when nothing has to be done. */
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
