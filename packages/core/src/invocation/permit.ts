import { type Effect, kindOf } from "../effects/effect.ts";
import type { PathPermit, ResolvedPath } from "../ports/workspace.ts";

/**
 * What a call's file access may touch: what its effects say, and nothing else. A link that was
 * moved since the decision resolves to another real path and is not covered any more.
 *
 * A write or delete covers a look at what it replaces, where the policy lets that be read unasked.
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
