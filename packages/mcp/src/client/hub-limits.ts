import { type BackoffOptions, defaultBackoff } from "./backoff.ts";

/** Limits of a hub. */
export interface HubLimits {
  /**
   * From a server's start to its list of tools. Long, because npx may have to download the server.
   */
  readonly startMs: number;
  /** One request without news, unless the configuration sets it. */
  readonly requestMs: number;
  /** One call, regardless of its progress. */
  readonly callMs: number;
  /** The pause between a notification of changed tools and listing them. */
  readonly settleMs: number;
  /** A server that ran this long did not fail at its start. */
  readonly stableMs: number;
  readonly restarts: BackoffOptions;
}

export const defaultHubLimits: HubLimits = {
  startMs: 60_000,
  requestMs: 60_000,
  callMs: 600_000,
  settleMs: 100,
  stableMs: 60_000,
  restarts: defaultBackoff,
};
