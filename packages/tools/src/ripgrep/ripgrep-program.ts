/** The part of the package `@vscode/ripgrep` that is used. */
interface RipgrepPackage {
  readonly rgPath: string;
}

/**
 * The program to start: the one that came with the package, else `rg` from the PATH.
 *
 * The package throws when it is loaded on a system it has no program for, or when optional
 * dependencies were left out; so it is loaded when a search first needs it, never before.
 */
export async function ripgrepProgram(
  load: () => Promise<RipgrepPackage> = () => import("@vscode/ripgrep"),
): Promise<string> {
  try {
    return (await load()).rgPath;
  } catch {
    return "rg";
  }
}
