import { existsSync, lstatSync, readlinkSync, realpathSync } from "node:fs";
import { realPlaceInNamespace } from "@toolwright/core/ports";

/** The real path of an existing path, also of one in a view's mount namespace. Errors: the system's. */
export function realPathOf(path: string): string {
  const real = realPlaceInNamespace(path, linkAt);
  if (real === null) return realpathSync.native(path);
  // A link that leaves the view leads to a file that is the same outside. The view itself exists only inside.
  return existsSync(real.inside) ? real.inside : real.path;
}

function linkAt(path: string): string | null {
  return lstatSync(path).isSymbolicLink() ? readlinkSync(path) : null;
}
