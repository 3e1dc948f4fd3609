import { type Effect, read, deletion, write } from "@toolwright/core";
import type { Patch } from "../patch/patch.ts";

/**
 * The maximum effects of a patch, by its text alone. An updated file is also read; a deleted one is
 * read only if the patch shows its lines.
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
