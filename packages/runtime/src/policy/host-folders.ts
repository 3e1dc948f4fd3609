import { realpathSync } from "node:fs";

/** Splits a host's folders by whether they are inside the workspace. Inside ones are unique real paths. */
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

/** Null for a folder that is missing or not accessible. */
function realFolder(folder: string): string | null {
  try {
    return realpathSync(folder);
  } catch {
    return null;
  }
}
