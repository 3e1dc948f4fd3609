import { type BackoffOptions, defaultBackoff } from "./backoff.ts";

/** Times and counts of a hub, in milliseconds where it is time. */
export interface HubLimits {
  /** From the start of a server to the list of its tools. A server that npx fetches first takes its time. */
  readonly startMs: number;
  /** Of a request without news, where the configuration names none. */
  readonly requestMs: number;
  /** Of a call, whatever its progress. */
  readonly callMs: number;
  /** Between a server's word that its tools have changed and the look at them. */
  readonly settleMs: number;
  /** A server that ran for so long is none that fails at its start. */
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
