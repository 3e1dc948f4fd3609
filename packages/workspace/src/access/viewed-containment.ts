import { posix } from "node:path";
import { nameIn, placeIn, unjudgedRepository } from "@toolwright/core/ports";
import type { JudgedRepository, View } from "@toolwright/core/ports";
import { judgeRepository } from "../repository/judge-repository.ts";
import type { ContainedDirectory, Containment } from "./contained-directory.ts";

/** Containment of named paths in views; `inner` proves where in the view each file really is. */
export function viewedContainment(inner: Containment, views: readonly View[]): Containment {
  const placeOf = (realPath: string): string => placeIn(views, realPath);
  return {
    placeOf,
    openDirectory: (base, realPath) =>
      named(inner.openDirectory(placeOf(base), placeOf(realPath)), realPath),
    lookInto: (base, realPath) => named(inner.lookInto(placeOf(base), placeOf(realPath)), realPath),
    openFile: (base, realPath) => inner.openFile(placeOf(base), placeOf(realPath)),
    openUnlinked: (path) => inner.openUnlinked(placeOf(path)),
  };
}

function named(directory: ContainedDirectory, realPath: string): ContainedDirectory {
  return {
    realPath,
    here: directory.here,
    at: (name) => directory.at(name),
    descend: (name) => named(directory.descend(name), posix.join(realPath, name)),
    isInPlace: () => directory.isInPlace(),
    sync: () => directory.sync(),
    close: () => directory.close(),
  };
}

/**
 * `judgeRepository` for a named directory. Commands find repositories by name, so a repository above
 * a view is a doubt.
 */
export function judgeNamed(views: readonly View[], directory: string): JudgedRepository {
  const place = placeIn(views, directory);
  const judged = judgeRepository(place);
  if (place === directory || judged.doubt !== null) return judged;
  const top = judged.top === null ? null : nameIn(views, judged.top);
  if (top !== null && top !== judged.top) return { ...judged, top };
  return unjudgedRepository("a view stands for the root, and has no repository of its own");
}
