import { type Effect, read, deletion, write } from "@toolwright/core";
import type { Patch } from "../patch/patch.ts";

/**
 * What a patch could do at most, by its text alone. An updated file is read, too; of a deleted one
 * only what the patch says about its lines has to be.
 */
export function patchClaims({ files }: Patch): readonly Effect[] {
  const claims = new Map<string, Effect>();
  const claim = (effect: Effect & { readonly path: string }): void => {
    claims.set(`${effect.type} ${effect.path}`, effect);
  };
  for (const file of files) {
    const { path } = file;
    if (file.type === "add") claim(write(path));
    else if (file.type === "delete") {
      if (file.hunks !== null) claim(read(path));
      claim(deletion(path));
    } else {
      claim(read(path));
      claim(file.movePath === null ? write(path) : deletion(path));
      if (file.movePath !== null) claim(write(file.movePath));
    }
  }
  return [...claims.values()];
}
