import { isAbsolute, join } from "node:path";
import { type Effect, isPathEffect } from "@toolwright/core";
import type { ExternalEffect } from "@toolwright/core/internal";
import type { ServerConfiguration } from "../configuration/server-configuration.ts";
import type { EffectMappings, ServerTool } from "./server-gate.ts";

export interface EffectFacts {
  readonly server: ServerConfiguration;
  /** The server's, absolute. */
  readonly cwd: string;
  readonly mappings: EffectMappings | undefined;
  /** The person hasn't accepted its definition. */
  readonly isChanged: boolean;
}

/**
 * What a call of a server's tool would do: what is known of it, else that it goes to a server nobody sees
 * into, with what that claims of itself. A definition that has changed is said in any case.
 */
export function toolEffects(
  { name, annotations }: ServerTool,
  input: unknown,
  { server, cwd, mappings, isChanged }: EffectFacts,
): readonly Effect[] {
  const external: ExternalEffect = {
    type: "external",
    server: server.name,
    tool: name,
    ...(annotations !== undefined && { hints: annotations }),
    ...(isChanged && { isChanged: true }),
  };
  const known = mappings?.effectsOf(server, name, input) ?? null;
  if (known === null) return [external];
  const placed = known.map((effect) => placeIn(effect, cwd));
  return isChanged ? [...placed, external] : placed;
}

/** A server takes a relative path from its own directory, which needn't be the workspace's. */
function placeIn(effect: Effect, cwd: string): Effect {
  if (effect.type === "run") return { ...effect, cwd: absolute(effect.cwd, cwd) };
  return isPathEffect(effect) ? { ...effect, path: absolute(effect.path, cwd) } : effect;
}

const hasScheme = /^[A-Za-z][A-Za-z0-9+.-]+:/;

function absolute(path: string, cwd: string): string {
  return isAbsolute(path) || /^~(?:[\\/]|$)/.test(path) || hasScheme.test(path)
    ? path
    : join(cwd, path);
}
