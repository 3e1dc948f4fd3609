/** The used part of the package `@vscode/ripgrep`. */
interface RipgrepPackage {
  readonly rgPath: string;
}

/**
 * The program to start: the package's own, otherwise `rg` from the PATH.
 *
 * The package throws when it is loaded on an unsupported system or without optional dependencies.
 * Therefore it is loaded only when a search first needs it.
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
