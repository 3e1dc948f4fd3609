import { statSync } from "node:fs";
import { resolve } from "node:path";
import type { ServerConfiguration } from "../configuration/server-configuration.ts";

/**
 * The directories that a server may ask for. One that was given directories on its command line keeps to
 * those: servers take what a host says they may use instead of what the person wrote.
 */
export function offeredRoots(
  { transport }: Pick<ServerConfiguration, "transport">,
  cwd: string,
  roots: readonly string[],
): readonly string[] {
  if (transport.type !== "stdio") return roots;
  const from = transport.cwd ?? cwd;
  const isTold = transport.arguments.some((word) =>
    // `--root=/notes` as well as `/notes`.
    [word, word.slice(word.indexOf("=") + 1)].some(
      (text) => text !== "" && isDirectory(resolve(from, text)),
    ),
  );
  return isTold ? [] : roots;
}

function isDirectory(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
  } catch {
    // What can't be a path, or can't be looked at, is none.
    return false;
  }
}
