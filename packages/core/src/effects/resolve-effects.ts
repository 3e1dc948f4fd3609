import { ToolError } from "../errors.ts";
import type { MaybePromise, ResolvedPath } from "../ports/workspace.ts";
import { type Effect, isEffectType, isPathEffect, kindOf } from "./effect.ts";

/**
 * Checks and copies the effects that a tool listed, and resolves every path. Overwrites anything the
 * tool said about links and roots.
 *
 * Errors: `internal` when it isn't a list of effects; `permission-denied` for a change of a stored
 * output; any error of `resolve`.
 */
export async function resolveEffects(
  listed: readonly Effect[],
  resolve: (path: string) => MaybePromise<ResolvedPath>,
): Promise<readonly Effect[]> {
  if (!Array.isArray(listed)) throw notEffects(listed);
  const resolved: Effect[] = [];
  for (const effect of listed as readonly Effect[]) {
    const copy = copyEffect(effect);
    resolved.push(
      isPathEffect(copy) ? (kindOf(copy).locate?.(copy, await resolve(copy.path)) ?? copy) : copy,
    );
  }
  return resolved;
}

function copyEffect(listed: Effect): Effect {
  if (!isEffectType(listed?.type)) throw notEffects(listed);
  return kindOf(listed).copy(listed, (value) => {
    if (typeof value === "string") return value;
    throw notEffects(listed);
  });
}

function notEffects(value: unknown): ToolError {
  let shown: string;
  try {
    shown = JSON.stringify(value)?.slice(0, 120) ?? typeof value;
  } catch {
    shown = typeof value;
  }
  return new ToolError(
    "internal",
    `The tool gave an invalid list of effects (${shown}). This is a fault of the tool: report it to its author.`,
  );
}
