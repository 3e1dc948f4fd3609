export type { ServerConfiguration, ServerTransport } from "./configuration/server-configuration.ts";
export type { EffectMappings, Pins, PinState, ServerTool } from "./client/server-gate.ts";
