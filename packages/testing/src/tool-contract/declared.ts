import { realpathSync, statSync } from "node:fs";
import { basename, delimiter, isAbsolute, join } from "node:path";
import { type Effect, isPathEffect, type PathEffect } from "@toolwright/core";
import { isAtOrBelow, type RunEffect } from "@toolwright/core/internal";
import type { Access, EnvironmentAccess, NetworkAccess, PathAccess, RunAccess } from "./access.ts";

/** Facts for comparing an access with the declared effects. */
export interface DeclaredContext {
  /** Whether the policy denies reading a file without approval. */
  readonly isUnreadable: (realPath: string) => boolean;
  /** Real paths of programs that need no `run` effect. */
  readonly helpers: readonly string[];
}

// Captured before patching, so that the kit's own reads are not observed.
const disk = { realpathSync: realpathSync.native, statSync };

/**
 * Whether the effects cover an access. `unknown` covers everything.
 *
 * Inspecting (`inspect`) a directory above a declared path counts as covered. A write or delete covers
 * reading the old content, unless that needs approval.
 */
export function isDeclared(
  access: Access,
  effects: readonly Effect[],
  context: DeclaredContext,
): boolean {
  if (effects.some(({ type }) => type === "unknown")) return true;
  switch (access.type) {
    case "path":
      return effects.some(
        (effect) => isPathEffect(effect) && declaresPath(effect, access, context),
      );
    case "run":
      return (
        isHelper(access.program, context) ||
        effects.some((effect) => effect.type === "run" && declaresRun(effect, access))
      );
    case "network":
      return effects.some((effect) => effect.type === "network" && declaresHost(effect, access));
    case "environment":
      return effects.some(
        (effect) => effect.type === "environment" && declaresVariable(effect, access),
      );
  }
}

function declaresPath(effect: PathEffect, access: PathAccess, context: DeclaredContext): boolean {
  const declared = [effect.realPath ?? effect.path, effect.path];
  const isPlace = (test: (place: string, declaredPlace: string) => boolean): boolean =>
    access.places.some((place) => declared.some((other) => test(place, other)));
  const isSame = isPlace((place, other) => place === other);
  const isBelow = isPlace(isAtOrBelow);
  const isAbove = isPlace((place, other) => isAtOrBelow(other, place));
  const isUnreadable = access.places.some(context.isUnreadable);
  switch (access.operation) {
    case "inspect":
      return isAbove || (effect.type === "read" && effect.recursive !== true ? isSame : isBelow);
    case "list":
    case "read":
      if (effect.type !== "read") return isBelow && !isUnreadable;
      if (effect.recursive !== true) return isSame && access.isRecursive !== true;
      return isSame || (isBelow && !(isUnreadable && effect.leavesOutProtected === true));
    case "make":
      return effect.type === "write" && (isAbove || (isBelow && effect.recursive === true));
    case "write":
      return effect.type === "write" && (isSame || (isBelow && effect.recursive === true));
    case "delete":
      return effect.type === "delete" && isBelow;
  }
}

function declaresRun(effect: RunEffect, access: RunAccess): boolean {
  if (!isSameDirectory(effect.cwd, access.cwd)) return false;
  const rest = access.words.slice(1);
  if (isSameProgram(effect.program, access.program)) {
    const declared = effect.words.slice(1);
    if (declared.length === rest.length && declared.every((word, index) => word === rest[index])) {
      return true;
    }
  }
  // A script is covered by the commands in it; parsing it is the tool's job.
  const script = scriptOf(access);
  return script !== null && effect.words.every((word) => script.includes(word));
}

function scriptOf({ program, words }: RunAccess): string | null {
  if (!/^(?:sh|bash|dash|zsh|ksh|ash|fish)$/.test(basename(program))) return null;
  const flag = words.findIndex((word, index) => index > 0 && /^-[a-z]*c$/.test(word));
  return flag === -1 ? null : (words[flag + 1] ?? null);
}

function isSameProgram(declared: string, started: string): boolean {
  if (declared === started) return true;
  // `npm` and `/usr/bin/npm` may be the same; `/a/npm` and `/b/npm` are not.
  const isOneBare = !declared.includes("/") || !started.includes("/");
  return isOneBare && basename(declared) === basename(started);
}

export function isHelper(program: string, { helpers }: DeclaredContext): boolean {
  const found = findProgram(program);
  return found !== null && helpers.includes(found);
}

/** The real path of a program as it would be started; null if there is none. */
export function findProgram(program: string): string | null {
  const candidates = isAbsolute(program)
    ? [program]
    : (process.env["PATH"] ?? "").split(delimiter).map((directory) => join(directory, program));
  for (const candidate of candidates) {
    const place = realPlace(candidate);
    if (place !== null && disk.statSync(place).isFile()) return place;
  }
  return null;
}

function isSameDirectory(declared: string, used: string): boolean {
  return declared === used || (realPlace(declared) ?? declared) === (realPlace(used) ?? used);
}

function realPlace(path: string): string | null {
  try {
    return disk.realpathSync(path);
  } catch {
    // There is no such program.
    return null;
  }
}

function declaresHost(
  effect: Extract<Effect, { readonly type: "network" }>,
  access: NetworkAccess,
): boolean {
  return (
    bareHost(effect.host) === bareHost(access.host) &&
    (effect.port === undefined || access.port === undefined || effect.port === access.port) &&
    (effect.method === undefined ||
      access.method === undefined ||
      effect.method.toUpperCase() === access.method.toUpperCase())
  );
}

function bareHost(host: string): string {
  return host.toLowerCase().replaceAll(/^\[|\]$|\.$/g, "");
}

function declaresVariable(
  effect: Extract<Effect, { readonly type: "environment" }>,
  access: EnvironmentAccess,
): boolean {
  if (access.value && effect.value !== true) return false;
  return access.variable === "*" || effect.variable === "*" || effect.variable === access.variable;
}
