import { isAbsolute, join } from "node:path";
import { type Effect, isPathEffect } from "@toolwright/core";
import type { ExternalEffect } from "@toolwright/core/internal";
import type { ServerConfiguration } from "../configuration/server-configuration.ts";
import type { EffectMappings, ServerTool } from "./server-gate.ts";

export interface EffectFacts {
  readonly server: ServerConfiguration;
  /** The server's working directory, absolute. */
  readonly cwd: string;
  readonly mappings: EffectMappings | undefined;
  /** Whether the definition still needs the person's approval. */
  readonly isChanged: boolean;
}

/**
 * The effects of a call of a server's tool: the known ones, otherwise an external effect with the server's
 * own hints. A changed definition always adds an external effect.
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

/** Resolves relative paths against the server's directory, which may differ from the workspace. */
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
