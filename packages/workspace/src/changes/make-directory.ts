import type { FoundPath } from "../paths/path-resolver.ts";
import type { ChangeContext } from "./change-context.ts";
import { openOrMake } from "./directory-chain.ts";

/** Makes the directory and its missing parents; false when it was there. Errors: `PathMoved`; the system's. */
export async function makeDirectory(context: ChangeContext, found: FoundPath): Promise<boolean> {
  const { root, realPath } = found.resolved;
  const chain = openOrMake({ containment: context.containment, root, realPath });
  try {
    if (chain.isNew) await chain.sync();
    return chain.isNew;
  } finally {
    chain.close();
  }
}
