import { delimiter } from "node:path";
import { isInside } from "../names/is-inside.ts";
import { hardenedGitInBash } from "./hardened-git.ts";

const systemPath = "/usr/local/bin:/usr/bin:/bin";

/**
 * Variables for a command line that was decided by its effects alone: nobody looked at it, so its
 * programs must be the ones that the decision spoke of. Directories of the workspace, where an agent
 * can put programs, are no place to look for them.
 */
export function decidedEnvironment(
  path: string | undefined,
  roots: readonly string[],
): Readonly<Record<string, string>> {
  return { ...hardenedGitInBash, PATH: trustedPath(path, roots) };
}

/** The PATH without directories of the workspace. */
export function trustedPath(path: string | undefined, roots: readonly string[]): string {
  const places = (path ?? "")
    .split(delimiter)
    .filter((place) => place.startsWith("/") && !roots.some((root) => isInside(place, root)));
  return places.length > 0 ? places.join(delimiter) : systemPath;
}
