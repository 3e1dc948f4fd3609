import type { Implementation } from "@modelcontextprotocol/client";
import type { ServerConfiguration } from "../configuration/server-configuration.ts";
import type { ServerProblem } from "./list-tools.ts";

/**
 * `idle`: not started yet. `disabled`: by its configuration. `refused`: it may not be started. `starting`;
 * `ready`: its tools are in the registry. `needs-authorization`: a person has to log in. `failed`: it isn't
 * there; a call of one of its tools starts it again, and so does time, some times. `closed`: for good.
 */
export type ServerState =
  | "idle"
  | "disabled"
  | "refused"
  | "starting"
  | "ready"
  | "needs-authorization"
  | "failed"
  | "closed";

export interface ServerStatus {
  readonly configuration: ServerConfiguration;
  readonly state: ServerState;
  /** Why it isn't ready, and the next step; null for one that is. */
  readonly reason: string | null;
  /** How many of its tools are in the registry. */
  readonly toolCount: number;
  /** Tools, and other things of it, that can't be used, with the reason. */
  readonly problems: readonly ServerProblem[];
  readonly protocolVersion: string | null;
  readonly serverInfo: Implementation | null;
  /** What the server wants models to know of it. Its own words. */
  readonly instructions: string | null;
  /** From the start to the list of its tools, the last time. */
  readonly startedInMs: number | null;
  /** How often it was started again after it was lost. */
  readonly restarts: number;
}
