import { realpathSync } from "node:fs";

/** A host's folders by whether they are inside the workspace. Those inside are real paths, each once. */
export function sortFolders(
  folders: readonly string[],
  roots: readonly string[],
): { readonly inside: readonly string[]; readonly outside: readonly string[] } {
  const inside = new Set<string>();
  const outside: string[] = [];
  for (const folder of folders) {
    const real = realFolder(folder);
    const root = roots.find((each) => real === each || real?.startsWith(`${each}/`) === true);
    if (real === null || root === undefined) outside.push(folder);
    else inside.add(real);
  }
  return { inside: [...inside], outside };
}

/** Null for one that isn't there, or can't be looked at. */
function realFolder(folder: string): string | null {
  try {
    return realpathSync(folder);
  } catch {
    return null;
  }
}
