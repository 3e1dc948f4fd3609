import type { Effect } from "@toolwright/core";
import type { MaybePromise } from "@toolwright/core/ports";
import type { ServerConfiguration } from "../configuration/server-configuration.ts";

/** A tool as its server lists it: checked to be usable, otherwise as it came. */
export interface ServerTool {
  /** The server's own name for it. */
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
  readonly outputSchema?: Readonly<Record<string, unknown>>;
  readonly annotations?: Readonly<Record<string, unknown>>;
}

/** How a tool's definition stands to the one that the person accepted. */
export type PinState =
  | { readonly state: "accepted" }
  /** What is shown to the model until the person accepts the new one, and how they differ, as a unified diff. */
  | { readonly state: "changed"; readonly accepted: ServerTool; readonly diff: string };

/** Remembers the definitions that were accepted, by the server's command or URL and the tool. */
export interface Pins {
  /** One that was never seen is accepted by being listed. */
  check(server: ServerConfiguration, tool: ServerTool): PinState;
  accept(server: ServerConfiguration, tool: ServerTool): void;
}

/** What is known of a server's tools beyond what it says of itself. */
export interface EffectMappings {
  /**
   * The real effects of a call; null when nothing is known of the tool. Paths are absolute or relative to
   * the server's working directory.
   */
  effectsOf(server: ServerConfiguration, tool: string, input: unknown): readonly Effect[] | null;
}

/** The person's word on servers; without a part of it nothing is known and nothing kept. */
export interface ServerGate {
  /** Why a server isn't to be started, for people; null when it may be. */
  readonly mayStart?: (server: ServerConfiguration) => MaybePromise<string | null>;
  readonly pins?: Pins;
  readonly mappings?: EffectMappings;
}
