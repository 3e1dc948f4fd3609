import { isAtOrBelow } from "../effects/cover.ts";
import { type Effect, isPathEffect } from "../effects/effect.ts";
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
  return (operation, path) => {
    switch (operation) {
      case "read":
        return effects().some((effect) => permitsRead(effect, path, isReadable));
      case "inspect":
        return effects().some(
          (effect) =>
            permitsRead(effect, path, isReadable) ||
            permitsWrite(effect, path) ||
            permitsDelete(effect, path),
        );
      case "write":
        return effects().some((effect) => permitsWrite(effect, path));
      case "delete":
        return effects().some((effect) => permitsDelete(effect, path));
    }
  };
}

function permitsRead(
  effect: Effect,
  path: ResolvedPath,
  isReadable: (path: ResolvedPath) => boolean,
): boolean {
  if (effect.type === "unknown") return path.root !== null;
  if (!isPathEffect(effect)) return false;
  const place = effect.realPath ?? effect.path;
  if (effect.type !== "read") return isAtOrBelow(path.realPath, place) && isReadable(path);
  if (path.realPath === place) return true;
  if (effect.recursive !== true || !isAtOrBelow(path.realPath, place)) return false;
  return effect.leavesOutProtected !== true || isReadable(path);
}

function permitsWrite(effect: Effect, path: ResolvedPath): boolean {
  if (effect.type === "unknown") return path.root !== null;
  if (effect.type !== "write") return false;
  const place = effect.realPath ?? effect.path;
  if (effect.recursive === true && isAtOrBelow(path.realPath, place)) return true;
  // The missing parents of what is written are made on the way.
  return isAtOrBelow(place, path.realPath);
}

function permitsDelete(effect: Effect, path: ResolvedPath): boolean {
  if (effect.type === "unknown") return path.root !== null;
  return effect.type === "delete" && isAtOrBelow(path.realPath, effect.realPath ?? effect.path);
}
