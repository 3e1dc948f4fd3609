import type { Effect } from "@toolwright/core";
import type { MaybePromise } from "@toolwright/core/ports";
import type { ServerConfiguration } from "../configuration/server-configuration.ts";

/** A tool as its server lists it, checked to be usable and otherwise unchanged. */
export interface ServerTool {
  /** The server's own name for it. */
  readonly name: string;
  readonly title?: string;
  /** The address of an image; no part of what a person accepts. */
  readonly icon?: string;
  readonly description: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
  readonly outputSchema?: Readonly<Record<string, unknown>>;
  readonly annotations?: Readonly<Record<string, unknown>>;
}

/** How a tool's definition compares to the accepted one. */
export type PinState =
  | { readonly state: "accepted" }
  /**
   * The model is shown `accepted` until the person accepts the new definition; `diff` is a unified diff.
   */
  | { readonly state: "changed"; readonly accepted: ServerTool; readonly diff: string };

/** Remembers accepted definitions, by the server's command or URL and the tool. */
export interface Pins {
  /** A tool seen for the first time is accepted. */
  check(server: ServerConfiguration, tool: ServerTool): PinState;
  accept(server: ServerConfiguration, tool: ServerTool): void;
}

/** The known effects of servers' tools. */
export interface EffectMappings {
  /**
   * The real effects of a call; null for an unknown tool. Paths are absolute or relative to the server's
   * working directory.
   */
  effectsOf(server: ServerConfiguration, tool: string, input: unknown): readonly Effect[] | null;
}

/** The person's decisions about servers. Every part is optional. */
export interface ServerGate {
  /** Why a server must not start, for people; null when it may. */
  readonly mayStart?: (server: ServerConfiguration) => MaybePromise<string | null>;
  readonly pins?: Pins;
  readonly mappings?: EffectMappings;
}
