import { ToolError } from "../errors.ts";
import type { MaybePromise, ResolvedPath } from "../ports/workspace.ts";
import { isThenable } from "../thenable.ts";
import { type Effect, isPathEffect, type PathEffect } from "./effect.ts";

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

function resolveEffect(effect: Effect, resolve: ResolvePath): MaybePromise<Effect> {
  const copy = copyEffect(effect);
  if (!isPathEffect(copy)) return copy;
  const place = resolve(copy.path);
  if (!isThenable(place)) return withPlace(copy, place);
  return place.then((found) => withPlace(copy, found));
}

function withPlace(effect: PathEffect, place: ResolvedPath): PathEffect {
  const { keptOutput } = place;
  if (keptOutput !== undefined && effect.type !== "read") throw keptOutputUnchanged(keptOutput);
  const facts = {
    path: place.path,
    realPath: place.realPath,
    ...(place.root === null && { isOutside: true }),
  };
  if (effect.type === "delete") {
    const { isDirectory } = place;
    return { ...effect, ...facts, ...(isDirectory !== undefined && { isDirectory }) };
  }
  if (effect.type === "read") {
    return { ...effect, ...facts, ...(keptOutput !== undefined && { keptOutput }) };
  }
  return { ...effect, ...facts, ...(place.linkCount > 1 && { isHardLinked: true }) };
}

/** Why nothing is done to what was kept of an output. */
export function keptOutputUnchanged(handle: string): ToolError {
  return new ToolError(
    "permission-denied",
    `'${handle}' is what was kept of an output: it can be read and searched, not changed. Name a file of the workspace.`,
  );
}

/** Only the fields that the effect's type has: the tool keeps no hold on what was decided. */
function copyEffect(effect: Effect): Effect {
  switch (effect?.type) {
    case "read":
      return {
        type: "read",
        path: string(effect.path, effect),
        ...(effect.recursive === true && { recursive: true }),
        ...(effect.leavesOutProtected === true && { leavesOutProtected: true }),
        ...(effect.recursive === true &&
          effect.glob !== undefined && { glob: string(effect.glob, effect) }),
        ...(effect.recursive === true && effect.skipsHidden === true && { skipsHidden: true }),
      };
    case "write":
      return {
        type: "write",
        path: string(effect.path, effect),
        ...(effect.operation !== undefined && { operation: effect.operation }),
        ...(effect.recursive === true && { recursive: true }),
      };
    case "delete":
      return { type: "delete", path: string(effect.path, effect) };
    case "run":
      return {
        type: "run",
        program: string(effect.program, effect),
        words: Array.from(effect.words, (word) => string(word, effect)),
        cwd: string(effect.cwd, effect),
        specified: effect.specified === true,
      };
    case "network":
      return {
        type: "network",
        host: string(effect.host, effect),
        ...(effect.port !== undefined && { port: effect.port }),
        ...(effect.method !== undefined && { method: effect.method }),
      };
    case "environment":
      return {
        type: "environment",
        variable: string(effect.variable, effect),
        ...(effect.value === true && { value: true }),
      };
    case "agent":
      return { type: "agent", agent: string(effect.agent, effect) };
    case "external":
      return {
        type: "external",
        server: string(effect.server, effect),
        tool: string(effect.tool, effect),
        ...(effect.hints !== undefined && { hints: effect.hints }),
        ...(effect.isChanged === true && { isChanged: true }),
      };
    case "unknown":
      return {
        type: "unknown",
        reason: string(effect.reason, effect),
        ...(effect.hazard === "fork-bomb" && { hazard: effect.hazard }),
      };
    default:
      throw notEffects(effect);
  }
}

function string(value: unknown, effect: Effect): string {
  if (typeof value === "string") return value;
  throw notEffects(effect);
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
