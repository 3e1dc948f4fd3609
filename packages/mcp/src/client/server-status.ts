import type { Implementation } from "@modelcontextprotocol/client";
import type { ServerConfiguration } from "../configuration/server-configuration.ts";
import type { ServerProblem } from "./list-tools.ts";

/**
 * `idle`: not started yet. `disabled`: by its configuration. `refused`: not allowed to start. `starting`.
 * `ready`: its tools are registered. `needs-authorization`: a person has to log in. `failed`: unavailable; a
 * call of one of its tools restarts it, and so do several automatic retries. `closed`: for good.
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
  /** Why it is not ready, and the next step; null when it is ready. */
  readonly reason: string | null;
  /** How many of its tools are registered. */
  readonly toolCount: number;
  /** Tools and other parts that cannot be used, with the reason. */
  readonly problems: readonly ServerProblem[];
  readonly protocolVersion: string | null;
  readonly serverInfo: Implementation | null;
  /** The server's own instructions for models. */
  readonly instructions: string | null;
  /** From the last start to the list of its tools. */
  readonly startedInMs: number | null;
  /** How often it was restarted after a loss. */
  readonly restarts: number;
}
