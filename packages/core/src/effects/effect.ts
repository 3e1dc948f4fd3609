import { english, type Language } from "../language/language.ts";
import type { Phrase } from "../language/phrase.ts";
import { phrase } from "../language/core-phrase.ts";
import type { EffectKind } from "./effect-kind.ts";
import { type AgentEffect, agentKind } from "./kinds/agent.ts";
import { type DeleteEffect, deleteKind } from "./kinds/delete.ts";
import { type EnvironmentEffect, environmentKind } from "./kinds/environment.ts";
import { type ExternalEffect, externalKind } from "./kinds/external.ts";
import { type NetworkEffect, networkKind } from "./kinds/network.ts";
import { type ReadEffect, readKind } from "./kinds/read.ts";
import { type RunEffect, runKind } from "./kinds/run.ts";
import { type UnknownEffect, unknownKind } from "./kinds/unknown.ts";
import { type WriteEffect, writeKind } from "./kinds/write.ts";

/**
 * Effects: what a call would do to the world, known before it runs. Policy, scheduler, approval,
 * sandbox and journal are made from them; nothing branches on a tool's name.
 */
export type Effect =
  | ReadEffect
  | WriteEffect
  | DeleteEffect
  | RunEffect
  | NetworkEffect
  | EnvironmentEffect
  | AgentEffect
  | ExternalEffect
  | UnknownEffect;

export type EffectType = Effect["type"];
export type PathEffect = ReadEffect | WriteEffect | DeleteEffect;

/** All kinds, in the order of error messages. */
export const kinds = {
  read: readKind,
  write: writeKind,
  delete: deleteKind,
  run: runKind,
  network: networkKind,
  environment: environmentKind,
  agent: agentKind,
  external: externalKind,
  unknown: unknownKind,
} satisfies { [Type in EffectType]: EffectKind<Extract<Effect, { readonly type: Type }>> };

/** The kind of an effect. A type that this version doesn't know, as from a later version's journal, counts as unknown. */
export function kindOf<E extends Effect>(effect: E): EffectKind<E> {
  const kind = isEffectType(effect.type) ? kinds[effect.type] : unknownKind;
  // The `satisfies` above proves it; the compiler can't follow that through an index.
  return kind as unknown as EffectKind<E>;
}

/** Checks an effect's type, which a third-party tool may get wrong. */
export function isEffectType(type: unknown): type is EffectType {
  return typeof type === "string" && Object.hasOwn(kinds, type);
}

export function isPathEffect(effect: Effect): effect is PathEffect {
  return kindOf(effect).locate !== undefined;
}

/**
 * Whether an effect is the same as `wider` or narrower. An `unknown` effect is wider than any other.
 * Both are resolved.
 */
export function covers(wider: Effect, effect: Effect): boolean {
  return (
    wider.type === "unknown" || (wider.type === effect.type && kindOf(wider).covers(wider, effect))
  );
}

/**
 * One line for people: `write src/a.ts (modify)`, `read /etc/hosts (outside the workspace)`,
 * `run npm test`, `unknown: reason`. Never cut short, because people decide on this text.
 *
 * Shapes: paths inside the only root are relative to it, all others are absolute. Characters that are
 * invisible or move the text are written as `\u{…}`.
 */
export function describeEffect(
  effect: Effect,
  roots: readonly string[],
  language: Language = english,
): string {
  return language.say(effectPhrase(effect, roots));
}

/** The same line as a phrase. */
export function effectPhrase(effect: Effect, roots: readonly string[]): Phrase {
  if (isEffectType(effect.type)) return kindOf(effect).describe(effect, roots);
  return phrase("unknown: {reason}", {
    reason: phrase("an effect of another version of Toolwright"),
  });
}

export function read(
  path: string,
  options: Pick<ReadEffect, "recursive" | "leavesOutProtected"> = {},
): ReadEffect {
  return { type: "read", path, ...options };
}

export function write(
  path: string,
  operation?: "create" | "modify",
  options: Pick<WriteEffect, "recursive"> = {},
): WriteEffect {
  return { type: "write", path, ...(operation !== undefined && { operation }), ...options };
}

/** Deletes the path and, when it is a directory, everything below it. */
export function deletion(path: string): DeleteEffect {
  return { type: "delete", path };
}

export function unknown(reason: string): UnknownEffect {
  return { type: "unknown", reason };
}
