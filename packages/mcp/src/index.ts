// For hosts that use servers
export {
  createServerHub,
  type ServerHub,
  type ServerHubOptions,
  type ServerNotice,
} from "./client/server-hub.ts";
export type { ServerState, ServerStatus } from "./client/server-status.ts";
export type { ServerProblem } from "./client/list-tools.ts";
export type { HubLimits } from "./client/hub-limits.ts";
export { keepEras } from "./client/kept-eras.ts";
export { serverToolName } from "./client/tool-name.ts";
export type { ServerConfiguration, ServerTransport } from "./configuration/server-configuration.ts";

// For hosts that decide about servers
export type { EffectMappings, Pins, ServerTool } from "./client/server-gate.ts";
