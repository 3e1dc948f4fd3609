import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/** The folder into which `npm run bench -- --peers` installs them. They are no dependencies of this repository. */
const folder = join(import.meta.dirname, "..", "peers");
const resolve = createRequire(join(folder, "package.json")).resolve;

/** The directory of an installed peer; undefined when it isn't installed. */
export function peerDirectory(name: string): string | undefined {
  const path = join(folder, "node_modules", name);
  return existsSync(path) ? path : undefined;
}

/** A peer's module; undefined, with a line that says so, when the peer isn't installed. */
export async function importPeer<Module>(specifier: string): Promise<Module | undefined> {
  let path: string;
  try {
    path = resolve(specifier);
  } catch {
    console.log(
      `${specifier} is not installed: left out. \`npm run bench -- --peers\` installs it.`,
    );
    return undefined;
  }
  return (await import(pathToFileURL(path).href)) as Module;
}
