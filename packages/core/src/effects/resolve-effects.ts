import { ToolError } from "../errors.ts";
import type { MaybePromise, ResolvedPath } from "../ports/workspace.ts";
import { isThenable } from "../thenable.ts";
import { type Effect, isEffectType, isPathEffect, kindOf } from "./effect.ts";

type ResolvePath = (path: string) => MaybePromise<ResolvedPath>;

/**
 * The effects as a tool listed them, checked, copied and with every path resolved. What a tool
 * says of links and roots itself is overwritten.
 *
 * At once where paths are. Errors: `internal` when it isn't a list of effects; `permission-denied` for a change of a kept
 * output; what `resolve` throws.
 */
export function resolveEffects(
  listed: readonly Effect[],
  resolve: ResolvePath,
): MaybePromise<readonly Effect[]> {
  if (!Array.isArray(listed)) throw notEffects(listed);
  const resolved: Effect[] = [];
  for (let index = 0; index < listed.length; index += 1) {
    const effect = resolveEffect(listed[index] as Effect, resolve);
    if (isThenable(effect)) {
      return resolveRest({ resolved, next: effect, rest: listed.slice(index + 1) }, resolve);
    }
    resolved.push(effect);
  }
  return resolved;
}

async function resolveRest(
  {
    resolved,
    next,
    rest,
  }: {
    readonly resolved: readonly Effect[];
    readonly next: PromiseLike<Effect>;
    readonly rest: readonly Effect[];
  },
  resolve: ResolvePath,
): Promise<readonly Effect[]> {
  const all = [...resolved, await next];
  for (const effect of rest) all.push(await resolveEffect(effect, resolve));
  return all;
}

function resolveEffect(listed: Effect, resolve: ResolvePath): MaybePromise<Effect> {
  if (!isEffectType(listed?.type)) throw notEffects(listed);
  const kind = kindOf(listed);
  const copy = kind.copy(listed, (value) => {
    if (typeof value === "string") return value;
    throw notEffects(listed);
  });
  if (!isPathEffect(copy)) return copy;
  const place = resolve(copy.path);
  if (!isThenable(place)) return kind.locate?.(copy, place) ?? copy;
  return place.then((found) => kind.locate?.(copy, found) ?? copy);
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
    `The tool's list of effects isn't one (${shown}). That is a fault of the tool: report it to its author.`,
  );
}
