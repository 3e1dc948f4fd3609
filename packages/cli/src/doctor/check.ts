import type { Phrase } from "@toolwright/core/internal";
export type CheckStatus = "ok" | "warn" | "fail";

/** The result of one check. */
export interface Check {
  readonly name: string;
  readonly status: CheckStatus;
  /** One line. */
  readonly found: Phrase;
  /** How to fix it; null if nothing is wrong. */
  readonly fix: Phrase | null;
}

export function ok(name: string, found: Phrase): Check {
  return { name, status: "ok", found, fix: null };
}

export function warn(name: string, found: Phrase, fix: Phrase): Check {
  return { name, status: "warn", found, fix };
}

export function fail(name: string, found: Phrase, fix: Phrase): Check {
  return { name, status: "fail", found, fix };
}
