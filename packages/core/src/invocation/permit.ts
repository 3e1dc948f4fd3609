import { type Effect, kindOf } from "../effects/effect.ts";
import type { PathPermit, ResolvedPath } from "../ports/workspace.ts";

/**
 * Limits a call's file access to its effects. A link that has moved since the decision resolves to another
 * real path, which the effects don't cover.
 *
 * A write or delete also permits reading what it replaces, if the policy allows that without approval.
 */
export function permitFor(
  effects: () => readonly Effect[],
  isReadable: (path: ResolvedPath) => boolean,
): PathPermit {
  return (operation, path) =>
    effects().some(
      (effect) => kindOf(effect).permits?.(effect, operation, path, isReadable) ?? false,
    );
}
