// For those who use servers
export {
  createServerHub,
  type ServerHub,
  type ServerHubOptions,
  type ServerNotice,
} from "./client/server-hub.ts";
export type { ServerState, ServerStatus } from "./client/server-status.ts";
export type { ServerProblem } from "./client/list-tools.ts";
export type { HubLimits } from "./client/hub-limits.ts";
export type { BackoffOptions } from "./client/backoff.ts";
export type { Timers } from "./client/timers.ts";
export type { Eras, KnownEra } from "./client/eras.ts";
export { keepEras } from "./client/kept-eras.ts";
export type { Sample } from "./client/sampling.ts";
export { serverToolName, serverToolPrefix } from "./client/tool-name.ts";
export type { ServerConfiguration, ServerTransport } from "./configuration/server-configuration.ts";

// For those who decide about them
export type {
  EffectMappings,
  Pins,
  PinState,
  ServerGate,
  ServerTool,
} from "./client/server-gate.ts";
